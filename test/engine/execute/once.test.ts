import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallCounter } from '../../support/execution/call-counter.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

// The engine's own functions are counted, as V8 counts how often it calls each.
const counter = new CallCounter();
let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
  await counter.start();
});

afterAll(async () => {
  await counter.stop();
  await world.close();
});

const perList = {
  'engine/relay/connection.ts': ['windowOf'],
  'engine/relay/cursor.ts': ['decodeCursor', 'parseCursor'],
  'engine/relay/rest-list.ts': ['RestList'],
  // `request` is the function that a resolver map gives to `connection`.
  'engine/fields/connection.ts': ['OpenedConnection', 'request'],
};
const perRequest = {
  'engine/execute/context.ts': ['createOperationContext'],
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
    const post = (name: string) => {
      const query = `query ${name}($id: ID!, $after: String) {
        organization(id: $id) { title sites(first: 1, after: $after) { nodes { restId } } } }`;
      return fetch(`${world.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer nobody' },
        body: JSON.stringify({ query, variables }),
      }).then((response) => response.text());
    };
    const isWarm = temperature === 'warm';
    // The second request counts the operation's planned calls for the log.
    if (isWarm) for (let i = 0; i < 2; i++) await post('Warm');
    const action = (run: number) => post(isWarm ? 'Warm' : `Cold${run}`);
    expect(await counter.duringEach(action, { ...perList, ...perRequest })).toEqual({
      windowOf: 1,
      decodeCursor: 1,
      // Its form is checked once for all parents of the field.
      parseCursor: 2,
      RestList: 1,
      OpenedConnection: 1,
      request: 1,
      createOperationContext: 1,
      RequestCache: 1,
      RestClient: 1,
    });
  });

  it('computes the URL of its list once', async () => {
    const { data } = await world.execute('{ organizations(first: 1) { nodes { restId } } }');
    const id = JSON.stringify(data.organizations.nodes[0].restId);
    const action = (run: number) =>
      world.execute(`query Run${run} { organization(id: ${id}) { sites(first: 1) { nodes { restId } } } }`);
    const count = await counter.duringEach(action, { 'engine/http/url.ts': ['urlOf', 'withPage'] });
    expect(count).toEqual({ urlOf: 1, withPage: 1 });
  });
});

describe('a response', () => {
  it('is parsed once more for all records that read it after its call has ended', async () => {
    const { data } = await world.execute(
      '{ organizations(first: 1) { nodes { sites(first: 1) { nodes { siteSpaces(first: 1) { nodes { space { id } } } } } } } }',
    );
    const id = JSON.stringify(data.organizations.nodes[0].sites.nodes[0].siteSpaces.nodes[0].space.id);
    let pages = 0;
    const action = async (run: number) => {
      const query = `query Pages${run} { space(id: ${id}) { pageList { page { breadcrumb { title } } } } }`;
      const { data } = await world.execute(query);
      pages = data.space.pageList.length;
    };
    const { parseBody } = await counter.duringEach(action, { 'engine/http/parse-body.ts': ['parseBody'] });
    expect(pages).toBeGreaterThan(8);
    expect(parseBody).toBeLessThanOrEqual(3);
  });
});
