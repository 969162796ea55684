import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { describe, expect, it } from 'vitest';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

/** What both executors mean by the functions of an embedder. */
describe.each(['compiled', 'graphql-js'])("an embedder's functions, executed by %s", (EXECUTOR) => {
  it('get fresh arguments at each call', async () => {
    const typeDefs =
      'input Deep { list: [Int] } extend type Query { count(n: Int = 4, deep: Deep = { list: [] }): Int }';
    const count = (_: unknown, args: { n: number; deep: { list: number[] } }) => {
      args.n += 1;
      args.deep.list.push(1);
      return args.n + args.deep.list.length;
    };
    const { gateway } = await startWorld({ typeDefs, resolvers: { Query: { count } } }, { EXECUTOR });
    const query =
      'query ($deep: Deep = { list: [] }) { a: count b: count(n: 4) c: count(deep: $deep) d: count(deep: $deep) }';
    for (let time = 0; time < 3; time++) {
      expect(await gateway.execute({ query })).toEqual({ data: { a: 6, b: 6, c: 6, d: 6 } });
    }
  });

  it('get the true path', async () => {
    const pathOf = (_: unknown, __: unknown, { path }: GraphQLResolveInfo) => responsePathAsArray(path).join('.');
    const typeDefs = 'extend type Query { boxes: [[Box]] } type Box { path: String boxes: [Box] }';
    const boxes = () => [{ path: 0 }, { path: 1 }];
    const resolvers = {
      Query: { boxes: () => [boxes(), boxes()] },
      Box: {
        boxes,
        path: (source: unknown, args: unknown, _: unknown, info: GraphQLResolveInfo) => pathOf(source, args, info),
      },
    };
    const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR });
    const { data } = await gateway.execute({ query: '{ all: boxes { boxes { p: path } path } }' });
    const item = (path: string) => ({
      boxes: [0, 1].map((i) => ({ p: `${path}.boxes.${i}.p` })),
      path: `${path}.path`,
    });
    expect(data).toEqual({ all: [0, 1].map((i) => [0, 1].map((j) => item(`all.${i}.${j}`))) });
  });

  it('may tell types later, and reject a value', async () => {
    const typeDefs = `extend type Query { pets: [Pet] cats: [Cat] } union Pet = Dog | Cat type Dog { name: String } type Cat { name: String }`;
    const pets = () => [
      { kind: 'Dog', name: 'Rex' },
      { kind: 'Cat', name: 'Tom' },
      { kind: 'None', name: 'x' },
    ];
    const isTypeOf = (kind: string) => async (value: { kind: string }) => value.kind === kind;
    const resolvers = {
      Query: { pets, cats: pets },
      Pet: { __resolveType: async ({ kind }: { kind: string }) => kind },
      Dog: { __isTypeOf: isTypeOf('Dog') },
      Cat: { __isTypeOf: isTypeOf('Cat') },
    };
    const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR });
    const { data, errors } = await gateway.execute({
      query: '{ pets { __typename ... on Dog { name } ... on Cat { name } } cats { name } }',
    });
    expect(data).toEqual({
      pets: [{ __typename: 'Dog', name: 'Rex' }, { __typename: 'Cat', name: 'Tom' }, null],
      cats: [null, { name: 'Tom' }, null],
    });
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual(['cats.0', 'cats.2', 'pets.2']);
  });

  it('that never settle end at the deadline, and so does the gateway', async () => {
    const typeDefs = 'extend type Query { now: Int never: Int list: [Int] }';
    const never = () => new Promise(() => {});
    const resolvers = { Query: { now: () => 1, never, list: () => [1, never()] } };
    const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR, REQUEST_TIMEOUT: '1000' });
    const result = gateway.execute({ query: '{ now never list organization(id: "a") { title } }' });
    await gateway.close();
    const { data, errors } = await result;
    expect(data).toEqual({ now: 1, never: null, list: [1, null], organization: { title: 'Acme' } });
    expect(errors?.map(({ path, message, extensions }) => [path?.join('.'), message, extensions?.code])).toEqual(
      ['never', 'list.1'].map((path) => [path, 'The request was not complete within 1000 ms.', 'UPSTREAM_TIMEOUT']),
    );
  });

  it('fail as often as they like: the response lists 1,000 errors, and counts the others', async () => {
    const typeDefs = 'extend type Query { boxes(count: Int!): [Box] } type Box { fail: Int }';
    const fail = () => {
      throw new Error('sekret');
    };
    const resolvers = {
      Query: { boxes: (_: unknown, { count }: { count: number }) => Array.from({ length: count }, () => ({})) },
      Box: { fail },
    };
    const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR });
    const some = await gateway.execute({ query: '{ boxes(count: 1600) { fail } }' });
    expect(some.errors).toHaveLength(1_000);
    expect(some.errors?.[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', omitted: 600 });
    const many = await gateway.execute({ query: '{ boxes(count: 6000) { fail } }' });
    expect(many.errors).toHaveLength(1_001);
    expect(many.errors?.at(-1)).toMatchObject({ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } });
    expect(many.data?.boxes).toHaveLength(6_000);
  });
});

it('an authentication that never settles ends at the deadline', async () => {
  const { gateway, log } = await startWorld({ authenticate: () => new Promise(() => {}) }, { REQUEST_TIMEOUT: '100' });
  const request = new Request('http://gateway/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ __typename }"}',
  });
  const response = await gateway.fetch(request);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('SERVICE_UNAVAILABLE');
  expect(log.join('')).toContain('TimeoutError');
});
