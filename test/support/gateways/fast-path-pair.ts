import { ApolloServer } from '@apollo/server';
import { expect, vi } from 'vitest';
import { createSandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { type RawRequest, type RawResponse, sendRaw } from '../clients/raw-request.ts';
import { startProxy } from '../proxies/proxy.ts';
import { startGateway, type TestGateway } from './gateway.ts';

export const admin = { authorization: `Bearer ${sandboxTokens.admin}` };

/** A POST of the sandbox's administrator. */
export const post = (body: object): RawRequest => ({ headers: admin, body: JSON.stringify(body) });

/** A GET of the sandbox's administrator. */
export const get = (parameters: Record<string, string>): RawRequest => ({
  method: 'GET',
  path: `/graphql?${new URLSearchParams(parameters)}`,
  headers: { ...admin, 'content-type': 'application/json' },
  body: '',
});

let documents = 0;

/** The same query as a text that was never sent before. */
export const unseen = (query: string) => `${query} # ${documents++}`;

/** Counts the requests that go through Apollo's pipeline: from outside, nobody can tell. */
export const spyOnApollo = () => vi.spyOn(ApolloServer.prototype, 'executeHTTPGraphQLRequest').mockClear();

/** A gateway, and beside it one that sends every request through Apollo to graphql-js. */
export class FastPathPair {
  readonly gateway: TestGateway;
  readonly throughApollo = spyOnApollo();
  readonly #reference: TestGateway;
  readonly #services: readonly { close(): Promise<void> }[];

  constructor(gateway: TestGateway, reference: TestGateway, services: readonly { close(): Promise<void> }[]) {
    this.gateway = gateway;
    this.#reference = reference;
    this.#services = services;
  }

  static async start(): Promise<FastPathPair> {
    const sandbox = await createSandbox();
    // It removes the sandbox's own headers, which differ each time.
    const proxy = await startProxy(await sandbox.listen());
    const gateway = await startGateway(proxy.url, { EXECUTOR: 'compiled' });
    const reference = await startGateway(proxy.url, { EXECUTOR: 'graphql-js' });
    return new FastPathPair(gateway, reference, [gateway, reference, proxy, sandbox]);
  }

  /** Lets the gateway learn how Apollo negotiates a request with these headers. */
  async negotiate(headers: Record<string, string> = {}): Promise<void> {
    const request = post({ query: '{ __typename }', extensions: { unknown: true } });
    await sendRaw(this.gateway.url, { ...request, headers: { ...admin, ...headers } });
    this.throughApollo.mockClear();
  }

  /**
   * Sends a request twice, and once to the reference: all responses must be the same to the last byte, and both log lines
   * alike. `apolloCalls` is how many of the two go through Apollo.
   */
  async expectSame(request: RawRequest, apolloCalls: 0 | 1 | 2): Promise<RawResponse> {
    const expected = await sendRaw(this.#reference.url, request);
    this.throughApollo.mockClear();
    const start = this.gateway.log.length;
    expect(await sendRaw(this.gateway.url, request)).toEqual(expected);
    const middle = this.gateway.log.length;
    expect(await sendRaw(this.gateway.url, request)).toEqual(expected);
    expect(this.throughApollo).toHaveBeenCalledTimes(apolloCalls);
    expect(this.#logged(middle)).toEqual(this.#logged(start, middle));
    expect(middle - start).toBeGreaterThan(0);
    return expected;
  }

  /** The response of the reference. */
  referenceTo(request: RawRequest): Promise<RawResponse> {
    return sendRaw(this.#reference.url, request);
  }

  async close(): Promise<void> {
    for (const service of this.#services) await service.close();
  }

  /** Log lines without what differs with time, and without the plan, which the first request of an operation has none of. */
  #logged(from: number, to?: number): unknown[] {
    const changing = { ms: 0, slowestMs: 0, time: 0, planned: 0 };
    return this.gateway.log.slice(from, to).map((line) => ({ ...JSON.parse(line), ...changing }));
  }
}

/** An answer with its errors in an order that does not depend on timing. */
export function withSortedErrors(result: RawResponse) {
  const { errors = [], ...rest } = JSON.parse(Buffer.from(result.body, 'latin1').toString());
  return { ...result, body: { ...rest, errors: errors.map((error: unknown) => JSON.stringify(error)).sort() } };
}
