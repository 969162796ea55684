import { availableParallelism } from 'node:os';
import { z } from 'zod';

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const mostWorkers = 64;

/** As a number, or `auto` for as many as there are cores. */
const workerCount = z
  .string()
  .regex(/^(\d+|auto)$/, `must be a whole number from 1 to ${mostWorkers}, or auto`)
  .transform((text) => (text === 'auto' ? Math.min(availableParallelism(), mostWorkers) : Number(text)))
  .refine((value) => value >= 1 && value <= mostWorkers, `must be a whole number from 1 to ${mostWorkers}, or auto`);

const yesOrNo = z.enum(['true', 'false']).transform((text) => text === 'true');

const httpUrl = z
  .string()
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, username, password, search, hash } = new URL(text);
    return /^https?:$/.test(protocol) && !username && !password && !search && !hash;
  }, 'must be an http or https address without credentials, query or fragment')
  .transform((text) => new URL(text));

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
    (names) => names.every((name) => /^[a-z0-9-]+$/.test(name) && !ownHeaders.has(name)),
    'must be names of headers, without those that the gateway sets itself or that belong to one connection',
  );

/** Headers that are never forwarded by name: the gateway sets them, or they belong to one connection. */
const ownHeaders = new Set(
  'authorization accept accept-encoding connection content-length content-type expect host keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

interface Setting<Value> {
  /** Name in the environment; the flag is the same in kebab-case. */
  name: string;
  about: string;
  fallback: string | undefined;
  schema: z.ZodType<Value, string>;
}

function setting<Value, Fallback extends string | undefined>(
  name: string,
  fallback: Fallback,
  about: string,
  schema: z.ZodType<Value, string>,
) {
  return { name, about, fallback, schema };
}

/** Every setting of `docgraph serve`: an environment variable, and a flag that goes before it. */
export const settings = {
  upstreamUrl: setting(
    'UPSTREAM_URL',
    undefined,
    'Base address of the REST service, without `/v1`. Unset: the embedded sandbox.',
    httpUrl,
  ),
  upstreamToken: setting(
    'UPSTREAM_TOKEN',
    undefined,
    'Token for requests that bring no `Authorization`. Meant for development.',
    z.string().regex(/^[\x21-\x7e]+$/, 'must be one word of printable characters'),
  ),
  upstreamTimeout: setting(
    'UPSTREAM_TIMEOUT',
    '10000',
    'Longest time for one REST call, in milliseconds.',
    wholeNumber(1, 600_000),
  ),
  upstreamConnections: setting(
    'UPSTREAM_CONNECTIONS',
    '64',
    'Most connections to the REST service.',
    wholeNumber(1, 1024),
  ),
  upstreamMaxBytes: setting(
    'UPSTREAM_MAX_BYTES',
    '33554432',
    'Largest answer of the REST service that is read, in bytes.',
    wholeNumber(1024, 1_073_741_824),
  ),
  forwardHeaders: setting(
    'FORWARD_HEADERS',
    '',
    'Request headers to pass on to REST beside `Authorization`: names, separated by commas.',
    headerNames,
  ),
  host: setting('HOST', '127.0.0.1', 'Address to listen on.', z.string().min(1)),
  basePath: setting(
    'BASE_PATH',
    '',
    'Path under which everything is served, such as `/docs-graph`; GraphQL is then at `/docs-graph/graphql`.',
    basePath,
  ),
  port: setting('PORT', '4000', 'Port to listen on; 0 takes a free one.', wholeNumber(0, 65_535)),
  workers: setting(
    'WORKERS',
    '1',
    'How many processes serve requests on the port; `auto` takes as many as there are cores.',
    workerCount,
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    `What is logged: ${levels.map((level) => `\`${level}\``).join(', ')}.`,
    z.enum(levels),
  ),
  maxBodyBytes: setting(
    'MAX_BODY_BYTES',
    '1048576',
    'Largest GraphQL request that is taken, in bytes.',
    wholeNumber(1024, 104_857_600),
  ),
  shutdownTimeout: setting(
    'SHUTDOWN_TIMEOUT',
    '10000',
    'Longest time that requests under way get to end after SIGTERM or SIGINT, in milliseconds.',
    wholeNumber(0, 600_000),
  ),
  shareCalls: setting(
    'SHARE_CALLS',
    'true',
    'Whether identical reads with the same credentials share one REST call while it is under way.',
    yesOrNo,
  ),
  shareOperations: setting(
    'SHARE_OPERATIONS',
    'true',
    'Whether identical queries with the same credentials share one execution while it is under way.',
    yesOrNo,
  ),
  executor: setting(
    'EXECUTOR',
    'compiled',
    'What executes operations: `compiled`, or `graphql-js` to compare with.',
    z.enum(['compiled', 'graphql-js']),
  ),
  sandboxScale: setting(
    'SANDBOX_SCALE',
    '1',
    'How many times the data of the embedded sandbox is there.',
    wholeNumber(1, 100),
  ),
};

type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: ValueOf<(typeof settings)[Name]> };
type ValueOf<S extends { fallback: string | undefined; schema: z.ZodType }> = S['fallback'] extends string
  ? z.output<S['schema']>
  : z.output<S['schema']> | undefined;

/** The flag of a setting: `--upstream-url` for `UPSTREAM_URL`. */
export function flagOf({ name }: { name: string }): string {
  return `--${name.toLowerCase().replaceAll('_', '-')}`;
}

/** Thrown when settings are wrong: one line for each mistake. */
export class SettingsError extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/**
 * The settings that flags and environment give; flags go first, and an empty text counts as unset.
 * Throws a SettingsError that names every mistake.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, string | undefined>> = {},
): Settings {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, one] of Object.entries<Setting<unknown>>(settings)) {
    const fromFlag = flags[key] || undefined;
    const text = fromFlag ?? (environment[one.name] || one.fallback);
    if (text === undefined) continue;
    const parsed = one.schema.safeParse(text);
    if (parsed.success) {
      values[key] = parsed.data;
    } else {
      const source = fromFlag === undefined ? one.name : flagOf(one);
      // A token, or the password in an address, does not belong on a screen.
      const isSecret = key === 'upstreamToken' || text.includes('@');
      const shown = isSecret ? '' : `, not ${JSON.stringify(text)}`;
      mistakes.push(`${source} ${parsed.error.issues[0]?.message ?? 'is wrong'}${shown}.`);
    }
  }
  const isGiven = Boolean(flags.upstreamUrl || environment.UPSTREAM_URL);
  if (environment.NODE_ENV === 'production' && !isGiven) {
    mistakes.push('UPSTREAM_URL must be set where NODE_ENV is production: the sandbox is no place for real data.');
  }
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  return values as Settings;
}
