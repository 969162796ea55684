import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type TestWorld } from '../../support/gateway.ts';

// The engine's own functions are counted, as V8 counts how often it calls each.
const session = new Session();
let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
  session.connect();
  await session.post('Profiler.enable');
});

afterAll(async () => {
  await session.post('Profiler.disable');
  session.disconnect();
  await world.close();
});

/** How often functions of a file are called while something is done; files by the end of their path. */
async function callsDuring(action: () => Promise<unknown>, counted: Readonly<Record<string, readonly string[]>>) {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  const calls: Record<string, number> = {};
  for (const [file, names] of Object.entries(counted)) {
    const functions = result.filter(({ url }) => url.endsWith(file)).flatMap((script) => script.functions);
    for (const name of names) {
      calls[name] = functions
        .filter(({ functionName }) => functionName === name)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    }
  }
  return calls;
}

const perList = {
  'engine/relay/connection.ts': ['windowOf'],
  'engine/relay/cursor.ts': ['decodeCursor', 'parseCursor'],
  'engine/relay/rest-list.ts': ['RestList'],
  'engine/operation/prefetch.ts': ['startConnection'],
  // The function that a resolver map gives to `connection`.
  'engine/fields/reads.ts': ['request'],
};
const perRequest = {
  'engine/operation/context.ts': ['createOperationContext'],
  'engine/data/request-cache.ts': ['RequestCache'],
  'engine/http/client.ts': ['RestClient'],
};

describe('a connection below a look-up', () => {
  it.each(['cold', 'warm'])('is prepared once for its field and parent, %s', async (temperature) => {
    const { data } = await world.execute(
      '{ organizations(first: 1) { nodes { restId sites(first: 1) { pageInfo { endCursor } } } } }',
    );
    const [{ restId, sites }] = data.organizations.nodes;
    const variables = { id: restId, after: sites.pageInfo.endCursor };
    const query = `query ${temperature}($id: ID!, $after: String) {
      organization(id: $id) { title sites(first: 1, after: $after) { nodes { restId } } } }`;
    const post = () =>
      fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer nobody' },
        body: JSON.stringify({ query, variables }),
      }).then((response) => response.text());
    if (temperature === 'warm') await post();
    expect(await callsDuring(post, { ...perList, ...perRequest })).toEqual({
      windowOf: 1,
      decodeCursor: 1,
      parseCursor: 1,
      RestList: 1,
      startConnection: 1,
      request: 1,
      createOperationContext: 1,
      RequestCache: 1,
      RestClient: 1,
    });
  });

  it('computes the URL of its list once', async () => {
    const { data } = await world.execute('{ organizations(first: 1) { nodes { restId } } }');
    const query = '{ organization(id: $id) { sites(first: 1) { nodes { restId } } } }'.replace(
      '$id',
      JSON.stringify(data.organizations.nodes[0].restId),
    );
    const count = await callsDuring(() => world.execute(query), { 'engine/http/url.ts': ['urlOf', 'withPage'] });
    expect(count).toEqual({ urlOf: 1, withPage: 1 });
  });
});
