import type { z } from 'zod';
import { authenticationMistakes } from './authentication.ts';
import { cacheMistakes } from './cache.ts';
import { corsMistakes } from './cors.ts';
import { settingGroups } from './groups.ts';
import { liveCheckMistakes } from './live-checks.ts';
import { redisMistakes } from './rate-limits.ts';
import type { Setting } from './setting.ts';
import { mayHoldSecret, shownValue } from './shown-value.ts';
import { trustedDocumentMistakes } from './trusted-documents.ts';
import { upstreamMistakes } from './upstream.ts';
import { upstreamRouteMistakes } from './upstream-route.ts';
import type { WebhookMapping } from './webhook-mapping.ts';

/** Every setting of `docgraph serve`. */
export const settings = {
  ...settingGroups.upstream.settings,
  ...settingGroups.upstreamRoute.settings,
  ...settingGroups.authentication.settings,
  ...settingGroups.server.settings,
  ...settingGroups.limits.settings,
  ...settingGroups.cache.settings,
  ...settingGroups.cacheChanges.settings,
  ...settingGroups.rateLimits.settings,
  ...settingGroups.cors.settings,
  ...settingGroups.metrics.settings,
  ...settingGroups.admin.settings,
  ...settingGroups.features.settings,
  ...settingGroups.tracing.settings,
  ...settingGroups.liveChecks.settings,
  ...settingGroups.trustedDocuments.settings,
};

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> };
type ValueOf<S extends { defaultValue: string | undefined; schema: z.ZodType }> = S['defaultValue'] extends string
  ? z.output<S['schema']>
  : z.output<S['schema']> | undefined;

/** The settings that most users need. */
const commonNames: readonly SettingName[] = [
  'upstreamUrl',
  'upstreamToken',
  'forwardHeaders',
  'host',
  'port',
  'basePath',
  'workers',
  'logLevel',
  'requestTimeout',
  'maxCalls',
  'cache',
  'redisUrl',
  'corsOrigins',
  'trustedDocuments',
  'adminPort',
];

export const commonSettings: Readonly<Record<string, Setting<unknown>>> = Object.fromEntries(
  commonNames.map((name) => [name, settings[name]]),
);

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
export const secrets: ReadonlySet<string> = new Set([
  'upstreamToken',
  'upstreamHeaders',
  'upstreamKeyPassphrase',
  'httpsProxy',
  'httpProxy',
  'redisUrl',
  'cacheSecret',
  'cacheInvalidationSecret',
  'cacheWebhookSecret',
  'otelExporterOtlpHeaders',
]);

/** The value of a setting as operators may see it: null where it is unset, addresses and lists as texts, secrets not at all. */
export function visibleValue(key: SettingName, value: unknown): unknown {
  if (value === undefined) return null;
  if (secrets.has(key)) return JSON.stringify(value) === '{}' ? null : '(secret)';
  if (value instanceof Map) return Object.fromEntries(value);
  if (value instanceof URL) return `${value.origin}${value.pathname}`;
  return typeof value === 'string' && value.includes('://') && mayHoldSecret(value) ? '(secret)' : value;
}

/** A value of a setting; an empty string counts as unset. */
export type SettingValue = string | number | boolean | undefined;

/** What a configuration file may set: settings by their names in `Settings`, as values or as the text of their variables. */
export type Config = { readonly [Name in SettingName]?: ConfigValue<Settings[Name]> } & {
  /** Names the records that an event of a webhook has changed; in modules alone, not in JSON. */
  readonly webhook?: WebhookMapping;
};
type ConfigValue<Value> = Value extends number | boolean
  ? Value | string
  : Value extends string
    ? Value
    : Value extends readonly string[]
      ? Value | string
      : Value extends ReadonlyMap<string, number>
        ? Readonly<Record<string, number | string>> | string
        : string;

/** A configuration with its types: `export default defineConfig({ upstreamUrl: 'https://api.example.com' })`. */
export const defineConfig = (config: Config): Config => config;

export interface ConfigFile {
  /** Its path, as messages name it. */
  path: string;
  /** Settings by their names in `Settings`; null counts as unset. */
  values: Readonly<Record<string, SettingValue | null | readonly string[]>>;
  webhook?: WebhookMapping | undefined;
}

/** Where settings are read from. Flags take precedence over the environment, and the environment over the configuration file. */
export interface SettingSources {
  /** By their names in `Settings`. */
  flags?: Readonly<Record<string, SettingValue>>;
  environment: Readonly<Record<string, SettingValue>>;
  file?: ConfigFile | undefined;
}

interface GivenValue {
  source: 'flag' | 'environment' | 'file';
  text: string;
}

/** The value of a setting that takes precedence; undefined where no source has one. */
export function givenValue(key: SettingName, { flags, environment, file }: SettingSources): GivenValue | undefined {
  const flag = textOf(flags?.[key]);
  if (flag !== undefined) return { source: 'flag', text: flag };
  const variable = textOf(environment[settings[key].name]);
  if (variable !== undefined) return { source: 'environment', text: variable };
  const text = textOf(file?.values[key]);
  return text === undefined ? undefined : { source: 'file', text };
}

/**
 * Reads the settings from environment variables and from flags, by their names in `Settings`; flags take precedence. Throws a
 * SettingsError with a line for every mistake.
 */
export function readSettings(
  environment: Readonly<Record<string, SettingValue>>,
  flags: Readonly<Record<string, SettingValue>> = {},
): Settings {
  return settingsFrom({ environment, flags });
}

/** Reads the settings from all sources. Throws a SettingsError with a line for every mistake. */
export function settingsFrom(sources: SettingSources): Settings {
  const isProduction = sources.environment.NODE_ENV === 'production';
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const given = givenValue(key as SettingName, sources);
    const text = given?.text ?? defaultOf(setting, isProduction);
    if (text === undefined) continue;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) {
      values[key] = parsed.data;
    } else {
      const shown = secrets.has(key) ? '' : shownValue(text);
      const name = nameIn(given?.source, key, setting, sources);
      mistakes.push(`${name} ${sentenceEnd(parsed.error.issues[0]?.message ?? 'is invalid', shown)}`);
    }
  }
  if (isProduction && givenValue('upstreamUrl', sources) === undefined) {
    mistakes.push('UPSTREAM_URL must be set if NODE_ENV is production: the embedded sandbox is for development.');
  }
  mistakes.push(
    ...upstreamMistakes(values),
    ...upstreamRouteMistakes(values),
    ...authenticationMistakes(values),
    ...cacheMistakes(values),
    ...redisMistakes(values),
    ...corsMistakes(values),
    ...trustedDocumentMistakes(values, givenValue('trustedDocuments', sources) !== undefined),
    ...liveCheckMistakes(values),
  );
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return values as Settings;
}

/** A message that is no whole sentence ends with the value. */
function sentenceEnd(message: string, shown: string): string {
  return /[.?]$/.test(message) ? message : `${message}${shown}.`;
}

/** What the operator knows a setting by, where its value was given. */
function nameIn(
  source: GivenValue['source'] | undefined,
  key: string,
  setting: Setting<unknown>,
  { file }: SettingSources,
): string {
  if (source === 'flag') return flagOf(setting);
  return source === 'file' ? `${key} in ${file?.path}` : setting.name;
}

function defaultOf({ defaultValue, productionDefault }: Setting<unknown>, isProduction: boolean): string | undefined {
  return isProduction ? (productionDefault ?? defaultValue) : defaultValue;
}

function textOf(value: SettingValue | null | readonly string[]): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value);
}
