import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

const write = vi.fn(() => 1);
const typeDefs = 'extend type Mutation { write: Int }';
const resolvers = { Mutation: { write }, Query: {} };
const mutation = 'mutation { write }';
const query = '{ __typename }';
const documents = [{ id: 'trusted', text: mutation, file: 'a.json' }];

const invalid = ['Plan', 'plans', 'only', 'true', '', 1, 0, ['plan'], { plan: true }];
const rejected = {
  status: 422,
  data: undefined,
  errors: [{ message: '"explain" must be true, false or "plan".', extensions: { code: 'BAD_USER_INPUT' } }],
};

describe.each(['compiled', 'graphql-js'])('the value of explain, executed by %s', (executor) => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await createGateway({
      upstreamUrl: 'http://127.0.0.1:9',
      settings: readSettings({ EXECUTOR: executor, CACHE: 'memory', LOG_LEVEL: 'silent' }),
      typeDefs,
      resolvers,
      trustedDocuments: { mode: 'report', documents },
    });
    // From here on, the gateway knows the documents.
    for (const known of [mutation, mutation, query, query]) await post({ query: known });
    write.mockClear();
  });
  afterEach(() => void write.mockClear());
  afterAll(() => gateway.close());

  const accept = 'application/graphql-response+json';
  const url = 'http://gateway.example/graphql';

  async function send(request: Request) {
    const response = await gateway.fetch(request);
    const { data, errors, extensions } = await response.json();
    return { status: response.status, data, errors, extensions };
  }

  function post(body: object) {
    const headers = { accept, 'content-type': 'application/json' };
    return send(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  it.each(invalid)('is rejected, and nothing is executed: %j', async (explain) => {
    const extensions = { explain };
    const parameters = new URLSearchParams({ query, extensions: JSON.stringify(extensions) });
    for (const response of [
      post({ query: mutation, extensions }),
      post({ documentId: 'trusted', extensions }),
      post({ query, extensions }),
      send(new Request(`${url}?${parameters}`, { headers: { accept } })),
    ]) {
      expect(await response).toEqual(rejected);
    }
    const { data, errors } = await gateway.execute({ query: mutation, extensions });
    expect({ data, errors }).toEqual({ data: undefined, errors: rejected.errors });
    expect(write).not.toHaveBeenCalled();
  });

  it.each([null, false])('may decline it: %j', async (explain) => {
    const { data, extensions } = await post({ query: mutation, extensions: { explain } });
    expect({ data, extensions }).toEqual({ data: { write: 1 }, extensions: undefined });
    expect(write).toHaveBeenCalledTimes(1);
  });

  it('may be "plan", which executes nothing', async () => {
    const { data, extensions } = await post({ query: mutation, extensions: { explain: 'plan' } });
    expect({ data, extensions }).toEqual({ data: null, extensions: { explain: { plan: expect.anything() } } });
    expect(write).not.toHaveBeenCalled();
  });
});
