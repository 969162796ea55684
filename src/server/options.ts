import type { ApolloServerPlugin } from '@apollo/server';
import { type Logger, pino } from 'pino';
import type { InvalidRecords } from '../engine/engine.ts';
import type { Authenticate } from './admission/authentication.ts';
import { type TrustedDocumentsOption, trustedDocumentsOf } from './admission/trusted-documents/create.ts';
import type { SchemaExtension } from './graphql/schema-extension.ts';
import type { Hooks } from './observation/hooks.ts';
import { safeLogger } from './observation/logs/logs.ts';
import type { ServerContext } from './request/request-state.ts';
import { settings as definitions, readSettings, type Settings } from './settings/settings.ts';
import type { WebhookMapping } from './settings/webhook-mapping.ts';
import type { ServedSandbox } from './transport/explorer.ts';

export interface GatewayOptions extends SchemaExtension {
  /** Base address of the REST service, in the form of the setting `UPSTREAM_URL`. Left out: that of the settings. */
  upstreamUrl?: URL | string | undefined;
  /** As `readSettings` gives them. Left out: the defaults, `readSettings({})`. */
  settings?: Settings | undefined;
  /** Left out: nothing is logged. */
  logger?: Logger | undefined;
  /**
   * Turns a cookie or a session into the credentials that are sent upstream, and into the identity that decides which
   * clients may share responses. A client that it throws for gets status 401 and an UNAUTHENTICATED error without details.
   * Left out: the client's own `Authorization` header is sent upstream.
   */
  authenticate?: Authenticate | undefined;
  /**
   * Apollo Server plugins. With any, EVERY request goes through Apollo's pipeline and graphql-js executes every
   * operation, so that all hooks are called as Apollo documents them, those of single fields included. The fast path and
   * the sharing of whole queries are then off, whatever the settings say. For metrics and tracing prefer `hooks`.
   */
  plugins?: readonly ApolloServerPlugin<ServerContext>[] | undefined;
  /** Called for operations and REST calls, on the fast path as in Apollo's pipeline. */
  hooks?: Hooks | undefined;
  /**
   * The sandbox that the gateway runs on, for `docgraph serve`: the explorer offers its users, and starts with its token. Everyone who
   * opens the explorer can read both.
   */
  explorerSandbox?: ServedSandbox | undefined;
  /**
   * For several processes that serve the same clients: called when a write has ended, and awaited before the client gets
   * its response. It has to call `invalidateReads` with the same records in all other processes, and must not reject. `records`: what
   * the write has changed; undefined where it may be anything. `isStoreTold`: false where this process could not tell Redis of the
   * write, where the cache is; it then has to call `invalidate` in the others instead, and wait for it.
   */
  onWriteEnded?: ((records: InvalidRecords, isStoreTold: boolean) => Promise<void>) | undefined;
  /**
   * For several processes that serve the same clients: the metrics of all of them in the text format of Prometheus, which
   * `/metrics` then returns. Left out: those of this process.
   */
  readMetrics?: (() => Promise<string>) | undefined;
  /**
   * Names the records that an event of a webhook has changed, for `POST /cache/webhook` of its own server. Left out: each webhook
   * invalidates everything.
   */
  webhook?: WebhookMapping | undefined;
  /** The documents that clients may send. Left out: those of the settings, which trust none by default. */
  trustedDocuments?: TrustedDocumentsOption | undefined;
}

/** The options with their defaults. */
export type ResolvedOptions = GatewayOptions &
  Required<Pick<GatewayOptions, 'settings' | 'logger' | 'plugins' | 'hooks'>> & { upstreamUrl: URL };

/** Every option; the compiler keeps the list complete. */
const optionNames: Readonly<Record<keyof GatewayOptions, true>> = {
  upstreamUrl: true,
  settings: true,
  logger: true,
  authenticate: true,
  plugins: true,
  typeDefs: true,
  resolvers: true,
  hooks: true,
  explorerSandbox: true,
  onWriteEnded: true,
  readMetrics: true,
  webhook: true,
  trustedDocuments: true,
};

const hookNames: Readonly<Record<keyof Hooks, true>> = { onOperation: true, onCall: true };

/** Checks options and adds their defaults. Throws a TypeError that names what is unknown, missing or of another form. */
export function resolveOptions(options: GatewayOptions = {}): ResolvedOptions {
  rejectUnknown('option', options, optionNames);
  rejectMalformed(options);
  const { settings = readSettings({}), plugins = [], hooks = {} } = options;
  rejectUnknown('hook', hooks, hookNames);
  const logger = safeLogger(options.logger ?? pino({ level: 'silent' }));
  const upstreamUrl = options.upstreamUrl ?? settings.upstreamUrl;
  if (upstreamUrl === undefined) throw new TypeError('createGateway needs the option "upstreamUrl".');
  const { trustedDocuments = trustedDocumentsOf(settings) } = options;
  return { ...options, upstreamUrl: addressOf(upstreamUrl), settings, logger, plugins, hooks, trustedDocuments };
}

/** Names options of another form, which callers without types may give. */
function rejectMalformed({ settings, logger, plugins, trustedDocuments }: GatewayOptions): void {
  if (settings !== undefined && !('maxCalls' in settings))
    throw malformed('settings', 'takes what readSettings returns');
  if (logger !== undefined && typeof logger.child !== 'function') throw malformed('logger', 'takes a pino logger');
  if (plugins !== undefined && !Array.isArray(plugins)) throw malformed('plugins', 'takes a list');
  if (trustedDocuments !== undefined && !/^(?:report|enforce)$/.test(trustedDocuments.mode)) {
    throw malformed('trustedDocuments', 'takes the mode "report" or "enforce"');
  }
}

function malformed(name: keyof GatewayOptions, problem: string): TypeError {
  return new TypeError(`The option "${name}" of createGateway ${problem}.`);
}

/** Its text is not quoted: it may hold credentials. */
function addressOf(upstreamUrl: URL | string): URL {
  const { data, error } = definitions.upstreamUrl.schema.safeParse(String(upstreamUrl));
  if (data === undefined) throw malformed('upstreamUrl', error?.issues[0]?.message ?? 'must be an address');
  return data;
}

function rejectUnknown(kind: string, given: object, known: Readonly<Record<string, true>>): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `"${name}"`).join(', ');
  throw new TypeError(
    `createGateway does not know the ${kind} ${names}. It takes the ${kind}s ${Object.keys(known).join(', ')}.`,
  );
}
