import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { postQuery, startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { record, respondsWith, succeeds } from '../support/resources/write-cases.ts';
import { cut, json, never } from '../support/upstreams/fault-upstream.ts';
import { type WriteBehavior, WriteUpstream } from '../support/upstreams/write-upstream.ts';

const behaviors = new Map<string, WriteBehavior>();
const upstream = new WriteUpstream((id) => behaviors.get(id) ?? succeeds);

beforeAll(() => upstream.open());
afterAll(() => upstream.close());

const idOf = (id: string) => globalIdOf('ChangeRequest', 's', id);
const sent = () => upstream.writeLog.map(({ id }) => id);

const document = (directive = '') => `mutation Batch($ids: [ID!]!) ${directive} {
  updateChangeRequests(input: { ids: $ids, status: "draft", clientMutationId: "form" }) {
    results { changeRequest { restId } userErrors { field code } error { code message } }
    userErrors { field message code }
    clientMutationId
  }
}`;

interface ItemResult {
  changeRequest: { restId: string } | null;
  userErrors: { code: string }[];
  error: { code: string; message: string } | null;
}

/** One word for each result: the record's id, or the code of what is wrong. */
function outcomesOf(results: readonly ItemResult[]): string[] {
  return results.map(
    ({ changeRequest, userErrors: [userError], error }) =>
      changeRequest?.restId ?? userError?.code ?? error?.code ?? 'none',
  );
}

describe.each(['compiled', 'graphql-js'])('a batch of writes, executed by %s', (EXECUTOR) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(upstream.url, { EXECUTOR });
  });

  afterAll(() => gateway.close());

  beforeEach(() => {
    behaviors.clear();
    upstream.writeLog.length = 0;
  });

  const execute = (ids: readonly string[], directive?: string, at = gateway) =>
    at.execute(document(directive), { variables: { ids } });

  it('sends one write for each id, in their order, and has a result for each', async () => {
    const { data, errors } = await execute(['w3', 'w1', 'w2'].map(idOf));
    expect(errors).toBeUndefined();
    expect(sent()).toEqual(['w3', 'w1', 'w2']);
    expect(outcomesOf(data.updateChangeRequests.results)).toEqual(['w3', 'w1', 'w2']);
    expect(data.updateChangeRequests).toMatchObject({ userErrors: [], clientMutationId: 'form' });
  });

  it('goes on after a write that fails, and tells of each what is known', async () => {
    behaviors.set('w1', respondsWith(json({}, 403)));
    behaviors.set('w2', respondsWith(json({}, 409)));
    behaviors.set('w3', respondsWith(cut, true));
    const { data, errors } = await execute(['w1', 'w2', 'w3', 'w4'].map(idOf));
    const expected = ['FORBIDDEN', 'CONFLICT', 'WRITE_OUTCOME_UNKNOWN', 'w4'];
    expect(outcomesOf(data.updateChangeRequests.results)).toEqual(expected);
    expect([errors, sent()]).toEqual([undefined, ['w1', 'w2', 'w3', 'w4']]);
  });

  it.each([
    ['429 with a time', respondsWith(json({}, 429, { 'retry-after': '30' })), 'RATE_LIMITED', 30],
    ['429 without a time', respondsWith(json({}, 429)), 'RATE_LIMITED', null],
    ['503 with a time', respondsWith(json({}, 503, { 'retry-after': '30' })), 'UPSTREAM_UNAVAILABLE', 30],
  ])('sends no item after %s, and tells when to try again', async (_, behavior, code, retryAfter) => {
    behaviors.set('w2', behavior);
    const ids = ['w1', 'w2', 'w3', 'w4'].map(idOf);
    const query = `mutation ($ids: [ID!]!) { updateChangeRequests(input: { ids: $ids, status: "draft" }) {
      results { error { code message retryAfter } } } }`;
    const { data, errors } = await gateway.execute(query, { variables: { ids } });
    const unsent = {
      error: { code: 'NOT_EXECUTED', message: 'Not executed: item 1 has to be sent again later.', retryAfter },
    };
    expect(errors).toBeUndefined();
    expect(data.updateChangeRequests.results).toEqual([
      { error: null },
      { error: { code, message: expect.any(String), retryAfter } },
      unsent,
      unsent,
    ]);
    expect(sent()).toEqual(['w1', 'w2']);
  });

  it('sends no item after the service has rejected the token', async () => {
    behaviors.set('w2', respondsWith(json({}, 401)));
    const { data } = await execute(['w1', 'w2', 'w3'].map(idOf));
    const { results } = data.updateChangeRequests;
    expect(outcomesOf(results)).toEqual(['w1', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(results[2].error.message).toContain('The write was not sent.');
    expect(sent()).toEqual(['w1', 'w2']);
  });

  it.each([
    ['fails', respondsWith(json({}, 403)), 'FORBIDDEN'],
    ['has user errors', respondsWith(json({}, 422)), 'INVALID'],
    ['has no known outcome', respondsWith(cut, true), 'WRITE_OUTCOME_UNKNOWN'],
  ])('stops with @stopOnFailure at an item that %s', async (_, behavior, code) => {
    behaviors.set('w2', behavior);
    const { data } = await execute(['w1', 'w2', 'w3'].map(idOf), '@stopOnFailure');
    expect(outcomesOf(data.updateChangeRequests.results)).toEqual(['w1', code, 'NOT_EXECUTED']);
    expect(sent()).toEqual(['w1', 'w2']);
  });

  it.each([
    ['an id of another type', [idOf('w1'), globalIdOf('Site', 'o', 's')], 'INVALID', ['ids', '1']],
    ['what is no id', [idOf('w1'), idOf('w2'), 'x'], 'INVALID', ['ids', '2']],
    ['a record that is named twice', [idOf('w1'), idOf('w2'), idOf('w1')], 'INVALID', ['ids', '2']],
    ['no id', [], 'TOO_SHORT', ['ids']],
    ['101 ids', Array.from({ length: 101 }, (_, i) => idOf(`w${i}`)), 'TOO_LONG', ['ids']],
  ])('sends nothing for %s', async (_, ids, code, field) => {
    const { data } = await execute(ids);
    expect(data.updateChangeRequests.results).toBeNull();
    expect(data.updateChangeRequests.userErrors).toEqual([{ field, code, message: expect.any(String) }]);
    expect(sent()).toEqual([]);
  });

  it('sends as many as 100', async () => {
    const { data } = await execute(Array.from({ length: 100 }, (_, i) => idOf(`w${i}`)));
    expect(data.updateChangeRequests.results).toHaveLength(100);
    expect(sent()).toHaveLength(100);
  });

  it('finds a record that is named by its global id and by its REST id', async () => {
    const ids = [globalIdOf('Space', 'w1'), 'w1'];
    const query = 'mutation ($ids: [ID!]!) { deleteSpaces(input: { ids: $ids }) { userErrors { field message } } }';
    const { data } = await gateway.execute(query, { variables: { ids } });
    const message = 'It names the same record as item 0. Name each record once.';
    expect(data.deleteSpaces.userErrors).toEqual([{ field: ['ids', '1'], message }]);
    expect(sent()).toEqual([]);
  });

  it('is not sent where another mutation of the document is rejected', async () => {
    const both = `mutation ($ids: [ID!]!) {
      deleteSpaces(input: { ids: $ids }) { results { error { code } } }
      updateSpace(input: { id: "${idOf('w1')}", title: "x" }) { userErrors { code } }
    }`;
    const { data, errors } = await gateway.execute(both, { variables: { ids: ['w1'] } });
    expect([data.deleteSpaces, errors?.map(({ extensions }) => extensions.code)]).toEqual([null, ['NOT_EXECUTED']]);
    expect(sent()).toEqual([]);
  });

  it('sends no more writes than one request may make calls', async () => {
    const limited = await startGateway(upstream.url, { EXECUTOR, MAX_CALLS: '2' });
    const { data } = await execute(['w1', 'w2', 'w3'].map(idOf), '', limited);
    await limited.close();
    expect(outcomesOf(data.updateChangeRequests.results)).toEqual(['w1', 'w2', 'OPERATION_TOO_EXPENSIVE']);
  });

  it('is rejected before its first write where its plan has too many calls', async () => {
    const limited = await startGateway(upstream.url, { EXECUTOR, MAX_PLANNED_CALLS: '2' });
    const { errors } = await execute(['w1', 'w2', 'w3'].map(idOf), '', limited);
    await limited.close();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'OPERATION_TOO_EXPENSIVE', cost: { plannedCalls: 3 } });
    expect(sent()).toEqual([]);
  });

  it('tells at the deadline which writes were made, and sends no other', async () => {
    behaviors.set('w2', respondsWith(never));
    const hurried = await startGateway(upstream.url, { EXECUTOR, REQUEST_TIMEOUT: '400', UPSTREAM_TIMEOUT: '10000' });
    const query = document().replace(
      '}\n}',
      `}\n after: deleteSpaces(input: { ids: ["w9"] }) { results { error { code } } }\n}`,
    );
    const { data, errors } = await hurried.execute(query, { variables: { ids: ['w1', 'w2', 'w3'].map(idOf) } });
    await hurried.close();
    expect(outcomesOf(data.updateChangeRequests.results)).toEqual(['w1', 'WRITE_OUTCOME_UNKNOWN', 'NOT_EXECUTED']);
    expect(data.after.results).toEqual([{ error: { code: 'NOT_EXECUTED' } }]);
    expect([errors, sent()]).toEqual([undefined, ['w1', 'w2']]);
  });
});

describe('the client of a batch', () => {
  let gateway: TestGateway;
  let release = () => {};

  beforeEach(async () => {
    behaviors.clear();
    upstream.writeLog.length = 0;
    gateway = await startGateway(upstream.url);
  });

  afterEach(() => gateway.close());

  it('may leave: the write in flight ends, and no other is sent', async () => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const arrived = new Promise<void>((resolve) => {
      behaviors.set('w1', {
        executes: true,
        reply: (response, request) => {
          resolve();
          void released.then(() => record(response, request));
        },
      });
    });
    const client = new AbortController();
    const body = JSON.stringify({ query: document(), variables: { ids: ['w1', 'w2'].map(idOf) } });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer x' };
    const left = fetch(`${gateway.url}/graphql`, { method: 'POST', body, headers, signal: client.signal });
    await arrived;
    client.abort();
    await left.catch(() => undefined);
    // A later request is answered after the gateway has noticed that the client has left.
    await postQuery(`${gateway.url}/graphql`, '{ __typename }');
    release();
    await gateway.close();
    expect(sent()).toEqual(['w1']);
  });
});
