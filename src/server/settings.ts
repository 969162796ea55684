import type { z } from 'zod';
import { adminSettings } from './settings/admin.ts';
import { cacheSettings } from './settings/cache.ts';
import { corsMistakes, corsSettings } from './settings/cors.ts';
import { featureSettings } from './settings/features.ts';
import { limitSettings } from './settings/limits.ts';
import { metricsSettings } from './settings/metrics.ts';
import { rateLimitSettings } from './settings/rate-limits.ts';
import { serverSettings } from './settings/server.ts';
import type { Setting } from './settings/setting.ts';
import { mayHoldSecret, shownValue } from './settings/shown-value.ts';
import { tracingSettings } from './settings/tracing.ts';
import { trustedDocumentMistakes, trustedDocumentSettings } from './settings/trusted-documents.ts';
import { upstreamSettings } from './settings/upstream.ts';

/** Every setting of `docgraph serve`. */
export const settings = {
  ...upstreamSettings,
  ...serverSettings,
  ...limitSettings,
  ...cacheSettings,
  ...rateLimitSettings,
  ...corsSettings,
  ...metricsSettings,
  ...adminSettings,
  ...featureSettings,
  ...tracingSettings,
  ...trustedDocumentSettings,
};

type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> };
type ValueOf<S extends { defaultValue: string | undefined; schema: z.ZodType }> = S['defaultValue'] extends string
  ? z.output<S['schema']>
  : z.output<S['schema']> | undefined;

/** The flag of a setting: `--upstream-url` for `UPSTREAM_URL`. */
export function flagOf({ name }: { name: string }): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

/** Thrown if settings are invalid: one line for each mistake. */
export class SettingsError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/** Settings whose values must not appear on a screen. */
const secrets: ReadonlySet<string> = new Set(['upstreamToken', 'redisUrl', 'otelExporterOtlpHeaders']);

/** The value of a setting as operators may see it: addresses and lists as texts, secrets not at all. */
export function visibleValue(key: SettingName, value: unknown): unknown {
  if (value === undefined) return null;
  if (secrets.has(key)) return '(secret)';
  if (value instanceof URL) return `${value.origin}${value.pathname}`;
  return typeof value === 'string' && value.includes('://') && mayHoldSecret(value) ? '(secret)' : value;
}

/** A value of a setting; an empty string counts as unset. */
export type SettingValue = string | number | boolean | undefined;

/**
 * Reads the settings from flags, by their names in `Settings`, and from environment variables; flags take precedence. Throws a
 * SettingsError with a line for every mistake.
 */
export function readSettings(
  environment: Readonly<Record<string, SettingValue>>,
  flags: Readonly<Record<string, SettingValue>> = {},
): Settings {
  const isProduction = environment.NODE_ENV === 'production';
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const flag = textOf(flags[key]);
    const text = flag ?? textOf(environment[setting.name]) ?? defaultOf(setting, isProduction);
    if (text === undefined) continue;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) {
      values[key] = parsed.data;
    } else {
      const source = flag === undefined ? setting.name : flagOf(setting);
      const shown = secrets.has(key) ? '' : shownValue(text);
      mistakes.push(`${source} ${parsed.error.issues[0]?.message ?? 'is invalid'}${shown}.`);
    }
  }
  const hasUpstream = (textOf(flags.upstreamUrl) ?? textOf(environment.UPSTREAM_URL)) !== undefined;
  if (isProduction && !hasUpstream) {
    mistakes.push('UPSTREAM_URL must be set if NODE_ENV is production: the embedded sandbox is for development.');
  }
  mistakes.push(...corsMistakes(values), ...trustedDocumentMistakes(values));
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return values as Settings;
}

function defaultOf({ defaultValue, productionDefault }: Setting<unknown>, isProduction: boolean): string | undefined {
  return isProduction ? (productionDefault ?? defaultValue) : defaultValue;
}

function textOf(value: SettingValue): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
