import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

const typeDefs = `
  extend type Query { outer: Outer counted: Outer }
  extend type Mutation { one: Int two: Int three: Int }
  type Outer { inner: Inner! items: [String!] }
  type Inner { must: String! may: String }
`;
const query = '{ outer { inner { must may } items } }';
const mutation = 'mutation { one two three }';
const fixed = `${query} # fixed`;

/** How often each resolver has run. */
const runs = new Map<string, number>();

function ran<Value>(name: string, value: Value): Value {
  runs.set(name, (runs.get(name) ?? 0) + 1);
  return value;
}

const failure = () => new Error('It fails.');
const inner = { must: failure, may: 'fine' };
const outer = { inner, items: ['first', failure(), 'last'] };
const resolvers = {
  Query: { outer: () => outer, counted: () => ran('counted', delay(20, outer)) },
  Mutation: {
    one: () => ran('one', 1),
    two: () => {
      throw ran('two', failure());
    },
    three: () => ran('three', 3),
  },
};

const documents = [
  { id: 'fixed', text: fixed, onError: 'NULL' as const, file: 'a.json' },
  { id: 'free', text: query, file: 'a.json' },
];

const gateways = new Map<string, Gateway>();

beforeAll(async () => {
  for (const executor of ['compiled', 'graphql-js']) {
    const gateway = await createGateway({
      upstreamUrl: 'http://127.0.0.1:9',
      settings: readSettings({ EXECUTOR: executor }),
      typeDefs,
      resolvers,
      trustedDocuments: { mode: 'report', documents },
    });
    gateways.set(executor, gateway);
  }
});

afterAll(async () => {
  for (const gateway of gateways.values()) await gateway.close();
});

const accept = 'application/graphql-response+json';

async function send(request: Request, executor = 'compiled') {
  const gateway = gateways.get(executor);
  if (gateway === undefined) throw new Error(`There is no gateway with ${executor}.`);
  const response = await gateway.fetch(request);
  const { data, errors = [] } = await response.json();
  return { status: response.status, data, errors };
}

const url = 'http://gateway.example/graphql';
const post = (body: object, executor?: string) =>
  send(
    new Request(url, {
      method: 'POST',
      headers: { accept, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
    executor,
  );
const get = (search: string) => send(new Request(`${url}?${search}`, { headers: { accept } }));

const pathsOf = (errors: readonly { path: unknown }[]) => errors.map(({ path }) => path);
const must = ['outer', 'inner', 'must'];
const item = ['outer', 'items', 1];
const withNulls = { outer: { inner: { must: null, may: 'fine' }, items: ['first', null, 'last'] } };

const results = {
  PROPAGATE: { data: { outer: null }, paths: [must] },
  NULL: { data: withNulls, paths: [must, item] },
  HALT: { data: null, paths: [must] },
} as const;

describe('onError', () => {
  it.each(Object.entries(results))(
    '%s is the same in a POST, a GET, new, cached, and with explain',
    async (onError, result) => {
      const own = `${query} # ${onError}`;
      const extensions = { explain: true };
      const parameters = new URLSearchParams({ query: own, onError });
      for (const sent of [
        post({ query: own, onError }),
        post({ query: own, onError }),
        post({ query: own, onError, extensions }),
        get(String(parameters)),
        post({ documentId: 'free', onError }),
      ]) {
        const { status, data, errors } = await sent;
        expect({ status, data, paths: pathsOf(errors) }).toEqual({ status: 294, ...result });
      }
      const executed = await gateways
        .get('compiled')
        ?.execute({ query: own, onError: onError as keyof typeof results });
      expect(executed?.data).toEqual(result.data);
    },
  );

  it.each([[{}], [{ onError: null }]])('is PROPAGATE where it is not given: %j', async (more) => {
    const { data, errors } = await post({ query, ...more });
    expect({ data, paths: pathsOf(errors) }).toEqual(results.PROPAGATE);
  });

  it('is PROPAGATE where a GET has an empty one', async () => {
    expect((await get(`query=${encodeURIComponent(query)}&onError=`)).data).toEqual(results.PROPAGATE.data);
  });

  it.each([['null'], ['ABORT'], [''], [false], [0], [['NULL']], [{ NULL: 1 }]])(
    'is rejected where it is no behaviour: %j',
    async (onError) => {
      runs.clear();
      const { status, data, errors } = await post({ query: mutation, onError });
      expect({ status, data }).toEqual({ status: 422, data: undefined });
      expect(errors).toEqual([
        { message: '"onError" must be "PROPAGATE", "NULL" or "HALT".', extensions: { code: 'BAD_USER_INPUT' } },
      ]);
      expect(runs.size).toBe(0);
    },
  );

  it('is rejected where a GET has two of them', async () => {
    expect((await get(`query={outer{items}}&onError=NULL&onError=HALT`)).status).toBe(422);
  });

  it('is not shared by identical queries with another one', async () => {
    const counted = '{ counted { inner { must may } items } }';
    await post({ query: counted });
    runs.clear();
    const sent = ['NULL', 'HALT', undefined, 'NULL', 'HALT', 'PROPAGATE'].map((onError) =>
      post({ query: counted, onError }),
    );
    const data = (await Promise.all(sent)).map((result) => result.data);
    const nulls = { counted: withNulls.outer };
    expect(data).toEqual([nulls, null, { counted: null }, nulls, null, { counted: null }]);
    expect(runs.get('counted')).toBe(3);
  });

  it.each([
    ['NULL', ['one', 'two', 'three'], { one: 1, two: null, three: 3 }],
    ['HALT', ['one', 'two'], null],
  ])('%s decides which mutations are executed', async (onError, executed, data) => {
    runs.clear();
    expect((await post({ query: mutation, onError })).data).toEqual(data);
    expect([...runs.keys()]).toEqual(executed);
  });

  it('of a trusted document takes precedence', async () => {
    for (const onError of [undefined, 'PROPAGATE', 'HALT', 'NULL']) {
      expect((await post({ documentId: 'fixed', onError })).data).toEqual(withNulls);
      expect((await post({ query: fixed, onError })).data).toEqual(withNulls);
    }
  });
});

describe('onError of reloaded documents', () => {
  it('is that of the new ones', async () => {
    const gateway = gateways.get('compiled');
    const changed = documents.map((document) => ({ ...document, onError: 'HALT' as const }));
    await gateway?.reloadTrustedDocuments(changed);
    expect((await post({ documentId: 'fixed' })).data).toBeNull();
    await gateway?.reloadTrustedDocuments(documents);
    expect((await post({ documentId: 'fixed' })).data).toEqual(withNulls);
  });
});

describe('onError where graphql-js executes', () => {
  it.each([{ query, onError: 'NULL' }, { query, onError: 'HALT' }, { documentId: 'fixed' }])(
    'is rejected unless it is PROPAGATE: %j',
    async (request) => {
      const { status, errors } = await post(request, 'graphql-js');
      const message =
        'This gateway executes operations by graphql-js, which knows no other "onError" than "PROPAGATE".';
      expect({ status, errors }).toEqual({
        status: 422,
        errors: [{ message, extensions: { code: 'BAD_USER_INPUT' } }],
      });
    },
  );

  it('may be PROPAGATE', async () => {
    expect((await post({ query, onError: 'PROPAGATE' }, 'graphql-js')).data).toEqual({ outer: null });
  });
});
