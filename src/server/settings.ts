import { availableParallelism } from 'node:os';
import { z } from 'zod';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const maxWorkers = 64;

/** A number, or `auto` for one worker per core. */
const workerCount = z
  .string()
  .regex(/^(\d+|auto)$/, `must be a whole number from 1 to ${maxWorkers}, or auto`)
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), maxWorkers) : Number(text)))
  .refine((value) => value >= 1 && value <= maxWorkers, `must be a whole number from 1 to ${maxWorkers}, or auto`);

const boolean = z.enum(['true', 'false']).transform((text) => text === 'true');

/** Every operation's path starts with `/v1`: a base address that ends in it would repeat it. */
const versionSuffix = /\/v1\/*$/;

const httpUrl = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
  }, 'must be an http or https address without credentials, query or fragment')
  .transform((text) => {
    const url = new URL(text);
    url.pathname = url.pathname.replace(versionSuffix, '');
    return url;
  });

const basePath = z
  .string()
  .regex(/^(?:\/[\w.~-]+)*\/?$/, 'must be a path such as /docs-graph')
  .transform((path) => path.replace(/\/$/, ''));

const headerNames = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  .refine(
    (names) => names.every((name) => /^[a-z0-9-]+$/.test(name) && !reservedHeaders.has(name)),
    'must be a comma-separated list of header names, without headers that the gateway sets or that belong to one connection',
  );

/** Headers that cannot be forwarded: the gateway sets them, or they belong to one connection. */
const reservedHeaders = new Set(
  'authorization accept accept-encoding connection content-length content-type expect host keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

interface Setting<Value> {
  /** Name in the environment; the flag is the same in kebab-case. */
  name: string;
  description: string;
  defaultValue: string | undefined;
  schema: z.ZodType<Value, string>;
}

function setting<Value, Default extends string | undefined>(
  name: string,
  defaultValue: Default,
  description: string,
  schema: z.ZodType<Value, string>,
) {
  return { name, defaultValue, description, schema };
}

/** Every setting of `docgraph serve`: an environment variable, and a flag that takes precedence over it. */
export const settings = {
  upstreamUrl: setting(
    'UPSTREAM_URL',
    undefined,
    'Base address of the REST service, without `/v1`. If unset, the embedded sandbox is used.',
    httpUrl,
  ),
  upstreamToken: setting(
    'UPSTREAM_TOKEN',
    undefined,
    'Token for requests without an `Authorization` header. For development.',
    z.string().regex(/^[\x21-\x7e]+$/, 'must be printable ASCII characters without spaces'),
  ),
  upstreamTimeout: setting(
    'UPSTREAM_TIMEOUT',
    '10000',
    'Timeout of one REST call, in milliseconds.',
    wholeNumber(1, 600_000),
  ),
  upstreamConnections: setting(
    'UPSTREAM_CONNECTIONS',
    '64',
    'Maximum number of connections for reads to the REST service; writes have a quarter of it in addition.',
    wholeNumber(1, 1024),
  ),
  upstreamMaxBytes: setting(
    'UPSTREAM_MAX_BYTES',
    '33554432',
    'Maximum size of a REST response, in bytes.',
    wholeNumber(1024, 1_073_741_824),
  ),
  forwardHeaders: setting(
    'FORWARD_HEADERS',
    '',
    'Comma-separated names of request headers to forward to REST, in addition to `Authorization`.',
    headerNames,
  ),
  host: setting('HOST', '127.0.0.1', 'Address to listen on.', z.string().min(1)),
  basePath: setting(
    'BASE_PATH',
    '',
    'Path under which everything is served, such as `/docs-graph`; GraphQL is then at `/docs-graph/graphql`.',
    basePath,
  ),
  port: setting('PORT', '4000', 'Port to listen on; 0 picks a free port.', wholeNumber(0, 65_535)),
  workers: setting(
    'WORKERS',
    '1',
    'Number of worker processes that share the port; `auto` starts one per core.',
    workerCount,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    `Log level: ${logLevels.map((level) => `\`${level}\``).join(', ')}.`,
    z.enum(logLevels),
  ),
  maxBodyBytes: setting(
    'MAX_BODY_BYTES',
    '1048576',
    'Maximum size of a GraphQL request body, in bytes.',
    wholeNumber(1024, 104_857_600),
  ),
  shutdownTimeout: setting(
    'SHUTDOWN_TIMEOUT',
    '10000',
    'Grace period for in-flight requests on shutdown, in milliseconds.',
    wholeNumber(0, 600_000),
  ),
  shareCalls: setting(
    'SHARE_CALLS',
    'true',
    'Whether identical in-flight reads with the same credentials share one REST call.',
    boolean,
  ),
  shareOperations: setting(
    'SHARE_OPERATIONS',
    'true',
    'Whether identical in-flight queries with the same credentials share one execution.',
    boolean,
  ),
  executor: setting(
    'EXECUTOR',
    'compiled',
    'Executor of GraphQL operations: `compiled`, or `graphql-js` for comparison.',
    z.enum(['compiled', 'graphql-js']),
  ),
  sandboxScale: setting('SANDBOX_SCALE', '1', "Multiplies the embedded sandbox's seed data.", wholeNumber(1, 100)),
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
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const flag = textOf(flags[key]);
    const text = flag ?? textOf(environment[setting.name]) ?? setting.defaultValue;
    if (text === undefined) continue;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) {
      values[key] = parsed.data;
    } else {
      const source = flag === undefined ? setting.name : flagOf(setting);
      // A token, or the password in an address, must not appear on a screen.
      const isSecret = key === 'upstreamToken' || text.includes('@');
      const shown = isSecret ? '' : `, not ${JSON.stringify(text)}`;
      mistakes.push(`${source} ${parsed.error.issues[0]?.message ?? 'is invalid'}${shown}.`);
    }
  }
  const hasUpstream = (textOf(flags.upstreamUrl) ?? textOf(environment.UPSTREAM_URL)) !== undefined;
  if (environment.NODE_ENV === 'production' && !hasUpstream) {
    mistakes.push('UPSTREAM_URL must be set if NODE_ENV is production: the embedded sandbox is for development.');
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return values as Settings;
}

function textOf(value: SettingValue): string | undefined {
  return value === undefined || value === '' ? undefined : String(value);
}
