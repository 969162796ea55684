import { getIntrospectionQuery } from 'graphql';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { nestedLists, nestedObjects } from '../../support/attacks/hostile-documents.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

let sandbox: Sandbox;
let sandboxUrl: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  sandboxUrl = await sandbox.listen();
});

afterAll(() => sandbox.close());

const manyValues = 'The request has more than 20000 values in its JSON. Split it into several requests.';
const deepValues = 'A value in the request is nested deeper than 100 levels. Send it with fewer levels.';

const modern = 'application/graphql-response+json';

describe.each(['compiled', 'graphql-js'])('with the executor %s', (EXECUTOR) => {
  const gateways: TestGateway[] = [];

  const start = async (environment: Record<string, string> = {}) => {
    const gateway = await startGateway(sandboxUrl, { EXECUTOR, ...environment });
    gateways.push(gateway);
    return gateway;
  };

  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.close();
  });

  const post = async ({ url }: TestGateway, body: string | object, accept = 'application/json') => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Bearer ${sandboxTokens.admin}` },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, text, ...JSON.parse(text) };
  };

  const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} }`;

  it('rejects a document beyond a limit with the status of an invalid one, each time', async () => {
    const gateway = await start({ MAX_ALIASES: '3' });
    expect((await post(gateway, { query: aliases(3) })).data).toEqual({ a0: 'Query', a1: 'Query', a2: 'Query' });
    const message = 'The operation has more than 3 aliases. Split it into several requests.';
    for (const [accept, status] of [
      ['application/json', 200],
      [modern, 422],
      ['application/json', 200],
    ] as const) {
      for (const extensions of [undefined, { explain: true }, { explain: 'plan' }]) {
        const { text, ...answer } = await post(gateway, { query: aliases(4), extensions }, accept);
        expect(answer).toEqual({ status, errors: [{ message, extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }] });
      }
    }
    expect(gateway.log.at(-1)).toContain('OPERATION_TOO_EXPENSIVE');
  });

  it('rejects it in a GET, and as a persisted query', async () => {
    const gateway = await start({ MAX_ALIASES: '3' });
    const url = `${gateway.url}/graphql?query=${encodeURIComponent(aliases(4))}`;
    const headers = { 'apollo-require-preflight': 'true' };
    const { errors } = (await (await fetch(url, { headers })).json()) as { errors: { extensions: object }[] };
    expect(errors[0]?.extensions).toEqual({ code: 'OPERATION_TOO_EXPENSIVE' });
    const { createHash } = await import('node:crypto');
    const sha256Hash = createHash('sha256').update(aliases(4)).digest('hex');
    const extensions = { persistedQuery: { version: 1, sha256Hash } };
    expect((await post(gateway, { query: aliases(4), extensions })).errors[0].extensions.code).toBe(
      'OPERATION_TOO_EXPENSIVE',
    );
    expect((await post(gateway, { extensions })).errors[0].extensions.code).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('answers the introspection of tools', async () => {
    const gateway = await start();
    const { data, errors } = await post(gateway, {
      query: getIntrospectionQuery({ oneOf: true, schemaDescription: true }),
    });
    expect(errors).toBeUndefined();
    expect(data.__schema.types.length).toBeGreaterThan(100);
  });

  it('rejects introspection whose lists multiply', async () => {
    const query = '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }';
    expect((await post(await start(), { query })).errors[0].message).toBe('Maximum introspection depth exceeded');
  });

  it('says of a document that validation gives up on that it is too expensive', async () => {
    const gateway = await start({ MAX_FIELDS: '100000', MAX_TOKENS: '100000', MAX_ALIASES: '100000' });
    const alias = (name: string) => Array.from({ length: 150 }, (_, i) => `${name}${i}: __typename`).join(' ');
    const fragments = Array.from({ length: 190 }, (_, i) => `fragment F${i} on Query { ${alias('a')} }`).join(' ');
    const query = `{ ...F0 } ${fragments.replace('{ a0', '{ ...F1 a0')}`;
    const { errors } = await post(gateway, { query });
    expect(errors[0].extensions.code).toMatch(/OPERATION_TOO_EXPENSIVE|GRAPHQL_VALIDATION_FAILED/);
  });

  it.each([
    ['200,000 lists', nestedLists(200_000), deepValues],
    ['100,000 objects', nestedObjects(100_000), deepValues],
    ['15,000 lists', nestedLists(15_000), deepValues],
    ['101 lists', nestedLists(101), deepValues],
  ])('rejects variables of nested %s, declared or not', async (_name, value, message) => {
    const gateway = await start();
    for (const query of ['{ __typename }', 'query ($v: [ID!]!) { nodes(ids: $v) { id } }']) {
      const { status, errors } = await post(gateway, `{"query":"${query}","variables":{"v":${value}}}`);
      expect(status).toBe(200);
      expect(errors).toEqual([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    const inExtensions = await post(gateway, `{"query":"{ __typename }","extensions":{"x":${value}}}`);
    expect(inExtensions.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });

  it('says what is wrong with large variables without repeating them', async () => {
    const query = 'mutation ($input: CreateSiteInput!) { createSite(input: $input) { clientMutationId } }';
    const input = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`unknown${i}`, 1]));
    const { status, text, errors } = await post(await start(), { query, variables: { input } });
    expect(status).toBe(200);
    expect(errors[0]).toMatchObject({ locations: [{ line: 1, column: 11 }], extensions: { code: 'BAD_USER_INPUT' } });
    expect(errors.map(({ message }: { message: string }) => message).slice(19)).toEqual([
      expect.stringMatching(
        /^Variable "\$input" got invalid value .*; Field "unknown18" is not defined by type "CreateSiteInput"\.$/,
      ),
      'At least 480 more values of the variables are invalid.',
    ]);
    expect(text.length).toBeLessThan(10_000);
  });

  it('counts the values of a request before they are parsed', async () => {
    const gateway = await start({ MAX_INPUT_VALUES: '200' });
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    // The body, the query, the variables and the list are values, too.
    const ids = (count: number) => Array.from({ length: count }, () => ', "[{'.repeat(100));
    const messageFor = async (count: number) =>
      (await post(gateway, { query, variables: { ids: ids(count) } })).errors[0].message;
    expect(await messageFor(196)).toMatch(/takes at most 100 ids/);
    expect(await messageFor(197)).toBe(manyValues.replace('20000', '200'));
  });

  it.each([
    ['a value', { ids: [{}] }],
    ['20 values', { ids: Array.from({ length: 20 }, () => ({})) }],
    ['21 values', { ids: Array.from({ length: 21 }, () => ({})) }],
    ['a null', { ids: null }],
    ['no value', {}],
  ])('says the same of %s behind many lines, but for the line', async (_name, variables) => {
    const gateway = await start();
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const near = await post(gateway, { query, variables });
    const far = await post(gateway, { query: '\n'.repeat(9_000) + query, variables });
    expect(near.status).toBe(200);
    expect({ ...far, text: far.text.replaceAll('"line":9001', '"line":1'), errors: [] }).toEqual({
      ...near,
      errors: [],
    });
  });

  it('rejects variables with more invalid values than graphql reports', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const { status, errors } = await post(await start(), {
      query,
      variables: { ids: Array.from({ length: 80 }, () => ({})) },
    });
    expect(status).toBe(200);
    expect(new Set(errors.map((error: { extensions: { code: string } }) => error.extensions.code))).toEqual(
      new Set(['BAD_USER_INPUT']),
    );
  });

  it('accepts variables of 100 levels', async () => {
    const { data } = await post(await start(), `{"query":"{ __typename }","variables":{"v":${nestedLists(100)}}}`);
    expect(data).toEqual({ __typename: 'Query' });
  });

  it('rejects too many ids before a call for them, and plans none', async () => {
    const gateway = await start({ MAX_NODE_IDS: '2' });
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const ids = ['a', 'b', 'c'];
    const { data, errors, extensions } = await post(gateway, {
      query,
      variables: { ids },
      extensions: { explain: true },
    });
    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({
      message: '"nodes" takes at most 2 ids. Split them into several requests.',
      path: ['nodes'],
      extensions: { code: 'BAD_USER_INPUT' },
    });
    expect(extensions.explain).toMatchObject({ plan: { calls: 0 }, calls: [] });
  });

  it('rejects an operation that may need more calls than planned, before the first one', async () => {
    const gateway = await start({ MAX_PLANNED_CALLS: '5' });
    const query = 'query ($n: Int) { organizations(first: $n) { nodes { sites { totalCount } } } }';
    const before = gateway.log.length;
    expect((await post(gateway, { query, variables: { n: 4 } })).errors).toBeUndefined();
    for (const [accept, status] of [
      ['application/json', 200],
      [modern, 422],
    ] as const) {
      const answer = await post(gateway, { query, variables: { n: 5 } }, accept);
      expect(answer).toMatchObject({ status, errors: [{ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }] });
      expect(answer.errors[0].extensions.cost).toEqual({ plannedCalls: 6, calls: 0, limit: 5 });
      expect(answer.errors[0].message).toContain('may need 6 REST calls');
      expect(answer).not.toHaveProperty('data');
    }
    expect(gateway.log.length).toBeGreaterThan(before);
  });

  it('replaces a response that is too large', async () => {
    const gateway = await start({ MAX_RESPONSE_BYTES: '1100' });
    const query = '{ organizations { nodes { id a: id b: id sites { nodes { id a: id b: id } } } } }';
    for (const extensions of [{}, { explain: true }]) {
      const { data, errors } = await post(gateway, { query, extensions });
      expect(data).toBeNull();
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({
        message: 'The response is larger than 1100 bytes. Select fewer fields or fewer items.',
        extensions: { code: 'OPERATION_TOO_EXPENSIVE' },
      });
    }
    expect(gateway.log.at(-1)).toContain('OPERATION_TOO_EXPENSIVE');
  });

  it('says that mutations were executed whose response is too large', async () => {
    const gateway = await start({ MAX_RESPONSE_BYTES: '1100' });
    const [id] = (
      await post(gateway, { query: '{ organizations(first: 1) { nodes { id } } }' })
    ).data.organizations.nodes.map((node: { id: string }) => node.id);
    const fields = Array.from({ length: 100 }, (_, i) => `a${i}: id`).join(' ');
    const query = `mutation ($id: ID!) { createSite(input: { organizationId: $id, title: "Site" }) { site { ${fields} } } }`;
    const { data, errors } = await post(gateway, { query, variables: { id } });
    expect(data).toBeNull();
    expect(errors[0].message).toContain('of the request were executed, and their writes were applied');
  });

  it('serializes a large response as a small one', async () => {
    const gateway = await start();
    const fields = Array.from({ length: 300 }, (_, i) => `a${i}: description`).join(' ');
    const query = `{ __type(name: "Query") { fields { name ${fields} } } }`;
    const { text, data } = await post(gateway, { query });
    expect(text.length).toBeGreaterThan(150_000);
    expect(text).toBe(`${JSON.stringify({ data })}\n`);
    expect((await post(gateway, { query })).text).toBe(text);
  });
});
