import { describe, expect, it } from 'vitest';
import { cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { explainOperation } from '../../../support/execution/explain.ts';
import type { TestGateway } from '../../../support/gateways/gateway.ts';

const start = cachedWorlds();

const title = '{ organization(id: "o1") { title } }';

describe('a plan', () => {
  interface Planned {
    readonly operation: string;
    readonly cache?: { readonly maxAge: number; readonly reason?: string };
    readonly next: readonly Planned[];
  }

  async function plannedOf(gateway: TestGateway, query: string): Promise<Record<string, Planned['cache']>> {
    const { extensions } = await explainOperation(gateway, { query }, 'plan');
    const calls = (tree: readonly Planned[]): Planned[] => tree.flatMap((call) => [call, ...calls(call.next)]);
    const tree = (extensions?.explain.plan?.tree ?? []) as readonly Planned[];
    return Object.fromEntries(calls(tree).map(({ operation, cache }) => [operation, cache]));
  }

  it('says of each call how long its response is kept at most, or why it is not', async () => {
    const { gateway } = await start({ CACHE_TTL: '20s', CACHE_TTLS: 'sites.list=5s,teams.list=0' });
    const query = `{ organizations { nodes {
      sites { nodes { title } } teams { nodes { title } } openApiSpecs { nodes { slug } }
    } } }`;
    expect(await plannedOf(gateway, query)).toEqual({
      'organizations.list': { maxAge: 20_000 },
      'sites.list': { maxAge: 5000 },
      'teams.list': { maxAge: 0, reason: 'CACHE_TTLS says so.' },
      'openapiSpecs.list': { maxAge: 0, reason: expect.stringContaining('By default') },
    });
    const write = `mutation { createChangeRequest(input: { spaceId: "${globalIdOf('Space', 's')}" }) { clientMutationId } }`;
    expect(await plannedOf(gateway, write)).toEqual({
      'changeRequests.create': { maxAge: 0, reason: 'It is a write.' },
    });
  });

  it('says nothing of it without a cache', async () => {
    const { gateway } = await start({ CACHE: 'off' });
    expect(await plannedOf(gateway, title)).toEqual({ 'organizations.get': undefined });
  });
});

describe('Server-Timing', () => {
  async function timingOf({ url }: TestGateway, body: object): Promise<string | null> {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a-secret-token' };
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.text();
    return response.headers.get('server-timing');
  }

  const shape = (header: string | null) => header?.replaceAll(/dur=[\d.]+/g, 'dur=N');

  it('has times and the numbers of calls, where explain is allowed', async () => {
    const { gateway } = await start({ EXPLAIN: 'true', CACHE_RESULTS: 'false' });
    const read = 'total;dur=N, calls;desc="1", slowest;dur=N;desc="organizations.get"';
    expect(shape(await timingOf(gateway, { query: title }))).toBe(read);
    expect(shape(await timingOf(gateway, { query: title }))).toBe(`${read}, cached;desc="1"`);
    const explained = { query: title, extensions: { explain: true } };
    expect(shape(await timingOf(gateway, explained))).toBe(
      `${read.replace('calls', 'plan;dur=N, calls')}, cached;desc="1"`,
    );
  });

  it('tells that a whole result was kept', async () => {
    const { gateway } = await start({ EXPLAIN: 'true' });
    for (let i = 0; i < 2; i++) await timingOf(gateway, { query: title });
    expect(shape(await timingOf(gateway, { query: title }))).toBe('total;dur=N, calls;desc="0", kept');
  });

  it('is not sent where explain is turned off', async () => {
    const { gateway } = await start({ EXPLAIN: 'false' });
    expect(await timingOf(gateway, { query: title })).toBeNull();
  });
});
