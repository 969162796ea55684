import { validateHeaderValue } from 'node:http';
import { type ErrorBehavior, isJsonObject, type OperationText } from '../../engine/engine.ts';
import { createGateway } from '../../server/gateway.ts';
import type { Settings } from '../../server/settings/settings.ts';
import { shownValue } from '../../server/settings/shown-value.ts';
import type { ExecuteResult } from '../../server/transport/adapters/in-process.ts';
import type { SandboxAccess } from '../banner.ts';
import { unable, usageError } from '../exit.ts';
import { startEmbeddedSandbox } from '../sandbox.ts';
import { checkedSettings } from '../settings/checked-settings.ts';
import { settingSources } from '../settings/sources.ts';

export interface TargetFlags {
  /** Of a running gateway. Left out: a gateway inside this process. */
  url?: string;
}

export type OperationRequest = OperationText & {
  extensions?: Readonly<Record<string, unknown>>;
  onError?: ErrorBehavior;
};

/** Where a command sends its operations. */
export interface Target {
  execute(request: OperationRequest): Promise<ExecuteResult>;
  close(): Promise<void>;
}

/** Longest wait for a gateway, in milliseconds. */
const timeoutMs = 120_000;

/**
 * A running gateway, or one inside this process: over `UPSTREAM_URL`, or else over the sandbox. `TOKEN` is the client's token;
 * on the sandbox it is that of its admin unless it is set. Rejects with a CommandFailure, or with the error of settings or documents.
 */
export async function openTarget({ url }: TargetFlags): Promise<Target> {
  if (url !== undefined) return remoteTarget(endpointOf(url));
  const settings = checkedSettings(await settingSources());
  const sandbox = settings.upstreamUrl === undefined ? await startEmbeddedSandbox(settings) : undefined;
  const authorization = ownAuthorization() ?? sandbox?.authorization;
  return localTarget(settings, settings.upstreamUrl ?? new URL(sandbox?.url ?? ''), authorization, sandbox);
}

/** Whether a running gateway gets no token: the sandbox's is for the sandbox inside this process alone. */
export function sendsNoToken({ url }: TargetFlags): boolean {
  return url !== undefined && ownAuthorization() === undefined;
}

/** Where a gateway that sends nothing would reach its service. */
const nowhere = new URL('http://127.0.0.1:9');

/**
 * A gateway that plans operations, and sends nothing: `UPSTREAM_URL` decides only which settings of its route have an effect, and no client
 * has to have a token.
 */
export async function openPlanner({ url }: TargetFlags): Promise<Target> {
  if (url !== undefined) return remoteTarget(endpointOf(url));
  const settings = checkedSettings(await settingSources());
  return localTarget({ ...settings, jwtJwksUrl: undefined }, settings.upstreamUrl ?? nowhere, undefined, undefined);
}

async function localTarget(
  settings: Settings,
  upstreamUrl: URL,
  authorization: string | undefined,
  sandbox: (SandboxAccess & { close(): Promise<void> }) | undefined,
): Promise<Target> {
  // Explain is for whoever runs the command, whatever the clients of a server may use.
  const options = { settings: { ...settings, explain: true }, upstreamUrl, explorerSandbox: sandbox };
  const gateway = await createGateway(options).catch(async (error: unknown) => {
    await sandbox?.close();
    throw error;
  });
  return {
    execute: (request) => gateway.execute({ ...request, headers: { authorization } }),
    close: async () => {
      await gateway.close();
      await sandbox?.close();
    },
  };
}

function remoteTarget(endpoint: URL): Target {
  const authorization = ownAuthorization();
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json;q=0.9',
    ...(authorization !== undefined && { authorization }),
  };
  return {
    execute: async (request) => {
      const body = JSON.stringify(request);
      const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) };
      const { status, text } = await responseTo(endpoint, init);
      return resultIn(text, status, endpoint);
    },
    close: async () => {},
  };
}

async function responseTo(endpoint: URL, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(endpoint, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    const cause = error instanceof Error && isJsonObject(error.cause) ? error.cause.code : undefined;
    throw unable(`No gateway responds at ${addressOf(endpoint)}${cause === undefined ? '' : ` (${cause})`}.`);
  }
}

function resultIn(text: string, status: number, endpoint: URL): ExecuteResult {
  const notGraphQL = () => unable(`${addressOf(endpoint)} is no GraphQL endpoint: it responds with status ${status}.`);
  // A gateway tells of a wrong path in the form of a result.
  if (status === 404) throw notGraphQL();
  try {
    const result: unknown = JSON.parse(text);
    if (isJsonObject(result) && ('data' in result || 'errors' in result)) return result;
  } catch {
    throw notGraphQL();
  }
  throw notGraphQL();
}

/** An endpoint in a message: without its query, which may hold a token. */
function addressOf({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** The gateway's result has no explanation, which was asked for. */
export const notExplained = () =>
  unable('The gateway does not explain operations. Start it with EXPLAIN=true, or leave out --url.');

/** The endpoint of a gateway: `/graphql` or `GRAPHQL_PATH` below its base URL, unless the URL has that path. */
export function endpointOf(text: string, path: string = process.env.GRAPHQL_PATH || '/graphql'): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw usageError(`--url must be the URL of a gateway, such as http://127.0.0.1:4000${shownValue(text)}.`);
  }
  if (url.username !== '' || url.password !== '') throw usageError('--url must not contain a password. Use TOKEN.');
  const base = url.pathname.replace(/\/+$/, '');
  url.pathname = base.endsWith(path) ? base : base + path;
  return url;
}

/** Throws a CommandFailure for a `TOKEN` that no header can hold. */
function ownAuthorization(): string | undefined {
  const { TOKEN } = process.env;
  if (TOKEN === undefined || TOKEN === '') return undefined;
  const authorization = /\s/.test(TOKEN) ? TOKEN : `Bearer ${TOKEN}`;
  try {
    validateHeaderValue('authorization', authorization);
  } catch {
    throw usageError('TOKEN has a character that an HTTP header must not have.');
  }
  return authorization;
}
