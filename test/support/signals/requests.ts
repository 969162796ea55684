import { setTimeout } from 'node:timers/promises';
import type { ApolloServerPlugin } from '@apollo/server';
import { expect, vi } from 'vitest';
import type { Outcome } from '../../../src/server/observation/outcome.ts';
import { query } from '../gateways/embedded-gateway.ts';
import { json, type Reply } from '../upstreams/fault-upstream.ts';
import type { Observed, ObservedClient } from './observe.ts';

/** A kind of request, and what its signals have. */
export interface Row extends Observed {
  readonly name: string;
  readonly outcome: Outcome;
  readonly status: number;
  readonly errors?: readonly string[];
  /** Why it never became an operation. */
  readonly reason?: string;
  /** The statuses of its REST calls, as metrics have them; `cached` and `shared` where another call got the response. */
  readonly calls?: readonly string[];
  /** What else its log line has; of several requests, that of the last. */
  readonly line?: Readonly<Record<string, unknown>>;
  /** The path that its operation takes; `full` where it is left out. */
  readonly path?: 'fast';
  /** What is counted beside that which the log line and the spans tell. */
  readonly counts?: Readonly<Record<string, number>>;
  /** REST calls of no request, such as `GET organizations.get 200`. */
  readonly otherCalls?: readonly string[];
}

export const found = { object: 'organization', id: 'a', title: 'Acme' };
export const acme = json(found);
export const of = (document: string, more: object = {}) => ({ query: document, ...more });
export const write = of('mutation { deleteSpace(input: { id: "s" }) { clientMutationId } }');
export const batch = of(
  'mutation { updateChangeRequests(input: { ids: ["Q2hhbmdlUmVxdWVzdDpzL2M"], status: "draft" }) { results { error { code } } } }',
);
export const two = of('{ a: organization(id: "a") { title } b: organization(id: "b") { title } }');
export const post = (body: unknown, init?: RequestInit) => (client: ObservedClient) => client.post(body, init);
export const get = (headers: Record<string, string>) => (client: ObservedClient) =>
  fetch(`${client.url}/graphql?${new URLSearchParams({ query })}`, { headers });
export const after =
  (ms: number, reply: Reply): Reply =>
  (response, request) =>
    void setTimeout(ms).then(() => reply(response, request));

/** Posts a body, and disconnects when the service has a call. */
export const leave =
  (body: unknown) =>
  async ({ post, upstream }: ObservedClient) => {
    const controller = new AbortController();
    const sent = post(body, { signal: controller.signal });
    const rejected = expect(sent).rejects.toThrow();
    await expect.poll(() => upstream.arrived.length).toBe(1);
    controller.abort();
    await rejected;
  };

export const cache = { CACHE: 'memory', CACHE_TTL: '1h', CACHE_RESULTS: 'false' };
/** Responses expire before `expire` has ended. */
export const expiring = { ...cache, CACHE_TTL: '300' };
export const expire = async (client: ObservedClient) => {
  await client.post(of(query));
  await setTimeout(400);
};
export const withEtag: Reply = (response, request) => {
  if (request.headers['if-none-match'] === undefined) json(found, 200, { etag: '"1"' })(response, request);
  else response.writeHead(304, { etag: '"1"' }).end();
};
export const ok = { outcome: 'ok', status: 200 } as const;
export const clientFault = { outcome: 'client_fault', status: 200 } as const;
export const refused = { outcome: 'refused', status: 200 } as const;
export const serviceFault = { outcome: 'service_fault', status: 200 } as const;
export const unknownWrite = { outcome: 'unknown_write', status: 200 } as const;

export function persisted() {
  const sha256Hash = '9e531f2602d9f7781251a43f05e3e6be6de9a487decd2693b59df55477438550';
  return { extensions: { persistedQuery: { version: 1, sha256Hash } } };
}

/** Posts a query, after which the circuit breaker is open. */
export async function untilDown({ post, gateway }: ObservedClient): Promise<void> {
  await post(of(query));
  await expect.poll(() => gateway.metrics()).toContain('docgraph_circuit_open 1');
}

export async function twice(client: ObservedClient): Promise<void> {
  await client.post(of(query));
  await client.post(of(query));
}

/** Posts a body, and stops the gateway when the service has a call. */
export function shutDown(body: unknown) {
  return async ({ post, upstream, gateway }: ObservedClient) => {
    const sent = post(body).catch(() => {});
    await expect.poll(() => upstream.arrived.length).toBe(1);
    await gateway.close();
    await sent;
  };
}

export function throwing() {
  const broken = fail;
  return { typeDefs: 'extend type Query { broken: Int }', resolvers: { Query: { broken } } };
}

export function fail(): never {
  throw new Error('broken');
}

export function hang(): Promise<never> {
  return new Promise(() => {});
}

export function plugin(hooks: object): ApolloServerPlugin {
  return { requestDidStart: async () => hooks };
}

/** A record whose result takes all of the memory. */
export const large = json({ ...found, title: 'x'.repeat(400_000) });

const twoLarge = of('{ b: organization(id: "b") { title } c: organization(id: "c") { title } }');

/** Posts a query that has a large result, and does not end. */
export async function takeMemory({ post, upstream }: ObservedClient): Promise<void> {
  await post(twoLarge);
  void post(of('{ a: organization(id: "a") { title } h: organization(id: "h") { title } }')).catch(() => {});
  await expect.poll(() => upstream.arrived.length).toBe(4);
}

/** Posts a query with a large result, which waits for as long as it may: time passes faster. */
export async function waitForMemory({ post }: ObservedClient): Promise<void> {
  const clock = performance.now.bind(performance);
  const startedAt = clock();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10 * (clock() - startedAt));
  await post(twoLarge).finally(() => now.mockRestore());
}
