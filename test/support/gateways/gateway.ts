import { pino } from 'pino';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import { createSandbox, type Sandbox, type SandboxOptions, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { fetchWhole } from '../clients/whole-response.ts';

export interface GraphQLResult<Data = Record<string, unknown>> {
  status: number;
  data: Data;
  errors: GraphQLResultError[] | undefined;
  /** The REST calls, from `extensions.explain`. */
  calls: CallRecord[];
  text: string;
}

export interface GraphQLResultError {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; rest?: Record<string, unknown>; [name: string]: unknown };
}

export interface RequestOptions {
  /** The token; null sends no Authorization header. By default the token of the sandbox's admin. */
  token?: string | null;
  variables?: Record<string, unknown>;
  /** For a document of several operations. */
  operationName?: string;
  headers?: Record<string, string>;
}

export interface TestGateway {
  gateway: Gateway;
  url: string;
  /** The gateway's log lines. */
  log: string[];
  /** Posts an operation and resolves to the response, with or without errors. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  execute<Data = any>(query: string, options?: RequestOptions): Promise<GraphQLResult<Data>>;
  close(): Promise<void>;
}

/**
 * A service that fails in one test must not be taken for down in the next one, and idle connections do not linger for a second
 * after each test.
 */
const testSettings = { PORT: '0', LOG_LEVEL: 'trace', CIRCUIT_BREAKER: '0', SHUTDOWN_TIMEOUT: '400' };

/** Starts a gateway in front of the REST service at `upstream`. `environment` contains settings by name. */
export async function startGateway(
  upstream: string,
  environment: Record<string, string> = {},
  options: Partial<GatewayOptions> = {},
): Promise<TestGateway> {
  const log: string[] = [];
  const gateway = await createGateway({
    ...options,
    // The whole suite can run with either executor.
    settings: readSettings({ ...testSettings, EXECUTOR: process.env.EXECUTOR, ...environment }),
    upstreamUrl: new URL(upstream),
    logger: pino({ level: environment.LOG_LEVEL ?? 'trace' }, { write: (line: string) => void log.push(line) }),
  });
  const url = await gateway.listen();
  return {
    gateway,
    url,
    log,
    execute: (query, options) => postQuery(`${url}/graphql`, query, options),
    close: () => gateway.close(),
  };
}

export interface TestWorld extends TestGateway {
  sandbox: Sandbox;
  sandboxUrl: string;
}

/** Starts a gateway with its own sandbox. */
export async function startWorld(
  options: SandboxOptions = {},
  environment: Record<string, string> = {},
): Promise<TestWorld> {
  const sandbox = await createSandbox(options);
  const sandboxUrl = await sandbox.listen();
  const gateway = await startGateway(sandboxUrl, environment);
  const close = async () => {
    await gateway.close();
    await sandbox.close();
  };
  return { ...gateway, sandbox, sandboxUrl, close };
}

/** Posts an operation to a gateway's endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
export async function postQuery(url: string, query: string, options: RequestOptions = {}): Promise<GraphQLResult<any>> {
  const { token = sandboxTokens.admin, variables, operationName, headers } = options;
  const { status, text } = await fetchWhole(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ query, variables, operationName, extensions: { explain: true } }),
  });
  const body = JSON.parse(text);
  return {
    status,
    data: body.data,
    errors: body.errors,
    calls: body.extensions?.explain?.calls ?? [],
    text,
  };
}

/** The sorted operations of calls: `['organizations.get', 'sites.list']`. */
export function operationsOf(calls: readonly CallRecord[]): string[] {
  return calls.map(({ operation }) => operation).sort();
}
