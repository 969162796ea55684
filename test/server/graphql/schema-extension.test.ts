import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/server/gateway.ts';
import { withRecord } from '../../../src/server/graphql/schema-extension.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

describe('a schema extension', () => {
  const typeDefs = `
    extend type Query { session: Session mood: Mood pet: Pet }
    extend type Organization { rating(scale: Int = 5): Int }
    type Session { name: String! }
    enum Mood { GOOD BAD }
    union Pet = Session
    extend type Mutation { rate(stars: Int!): Int }
  `;
  const options: GatewayOptions = {
    typeDefs,
    resolvers: {
      Query: {
        session: async () => ({ name: 'Ann' }),
        mood: () => 1,
        pet: () => ({ __typename: 'Session', name: 'Rex' }),
      },
      Mood: { GOOD: 1, BAD: 2 },
      Mutation: { rate: (_parent: unknown, { stars }: { stars: number }) => stars },
      Organization: {
        rating: ({ key }: { key: { organizationId: string } }, { scale }: { scale: number }) =>
          key.organizationId === 'a' ? scale : 0,
      },
    },
  };

  it.each(['compiled', 'graphql-js'])('answers with own types and fields, executed by %s', async (EXECUTOR) => {
    const { gateway, upstream } = await startWorld(options, { EXECUTOR });
    const text = `{ session { name } mood pet { ... on Session { name } } organization(id: "a") { title rating rated: rating(scale: 9) } }`;
    for (let time = 0; time < 2; time++) {
      expect(await gateway.execute({ query: text })).toEqual({
        data: {
          session: { name: 'Ann' },
          mood: 'GOOD',
          pet: { name: 'Rex' },
          organization: { title: 'Acme', rating: 5, rated: 9 },
        },
      });
    }
    expect(await gateway.execute({ query: 'mutation { rate(stars: 3) }' })).toEqual({ data: { rate: 3 } });
    expect(upstream.arrived).toHaveLength(2);
  });

  it('is planned as no calls', async () => {
    const { gateway } = await startWorld(options);
    const text = '{ session { name } organization(id: "a") { title rating } }';
    const { extensions } = await gateway.execute({ query: text, extensions: { explain: 'plan' } });
    expect(extensions).toMatchObject({ explain: { plan: { calls: 1, levels: 1 } } });
  });

  it('is part of the schema', async () => {
    const { gateway } = await startWorld(options);
    expect(gateway.schema.getType('Session')).toBeDefined();
    const text = '{ __type(name: "Session") { fields { name } } }';
    expect(await gateway.execute({ query: text })).toEqual({ data: { __type: { fields: [{ name: 'name' }] } } });
  });

  it.each([
    [
      'with its own code',
      () => new GraphQLError('Not today.', { extensions: { code: 'CLOSED' } }),
      'Not today.',
      'CLOSED',
    ],
    ['without a code', () => new GraphQLError('sekret'), expect.stringMatching(/^Internal/), 'INTERNAL_SERVER_ERROR'],
    ['of any kind', () => new TypeError('sekret'), expect.stringMatching(/^Internal/), 'INTERNAL_SERVER_ERROR'],
    [
      'with a path of its own',
      () => Object.assign(new Error('sekret'), { path: ['email'] }),
      expect.stringMatching(/^Internal/),
      'INTERNAL_SERVER_ERROR',
    ],
  ])('that fails %s gives that error', async (_, error, message, code) => {
    const fail = () => {
      throw error();
    };
    const resolvers = { Query: { now: fail, later: async () => fail() } };
    const { gateway } = await startWorld({ typeDefs: 'extend type Query { now: Int later: Int }', resolvers });
    const { data, errors } = await gateway.execute({ query: '{ now later }' });
    expect(data).toEqual({ now: null, later: null });
    expect(errors).toMatchObject([
      { message, path: ['now'], extensions: { code } },
      { message, path: ['later'], extensions: { code } },
    ]);
  });

  it.each(['compiled', 'graphql-js'])(
    'blames no service for a value of another type, executed by %s',
    async (EXECUTOR) => {
      const typeDefs = 'extend type Query { now: Int later: Int many: [Int!] }';
      const resolvers = { Query: { now: () => 'soon', later: async () => 'soon', many: () => [1, 'soon'] } };
      const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR });
      const { errors } = await gateway.execute({ query: '{ now later many }' });
      expect(errors?.map(({ path, extensions }) => [path?.[0], extensions?.code]).sort()).toEqual([
        ['later', 'INTERNAL_SERVER_ERROR'],
        ['many', 'INTERNAL_SERVER_ERROR'],
        ['now', 'INTERNAL_SERVER_ERROR'],
      ]);
    },
  );

  it.each(['compiled', 'graphql-js'])('takes thenables that are no promises, executed by %s', async (EXECUTOR) => {
    // biome-ignore lint/suspicious/noThenProperty: as query builders have it
    const thenable = (value: unknown) => ({ then: (resolve: (value: unknown) => void) => resolve(value) });
    const typeDefs = 'extend type Query { now: Int later: Int many: [Int!] }';
    const resolvers = {
      Query: { now: () => thenable(1), later: () => thenable('soon'), many: () => [1, thenable(2)] },
    };
    const { gateway } = await startWorld({ typeDefs, resolvers }, { EXECUTOR });
    const { data, errors } = await gateway.execute({ query: '{ now later many }' });
    expect(data).toEqual({ now: 1, later: null, many: [1, 2] });
    expect(errors).toMatchObject([{ path: ['later'], extensions: { code: 'INTERNAL_SERVER_ERROR' } }]);
  });

  it.each(['compiled', 'graphql-js'])(
    'gives the record to a resolver made by withRecord, executed by %s',
    async (EXECUTOR) => {
      const shout = withRecord(({ title }: { title: string }) => title.toUpperCase());
      const { gateway, upstream } = await startWorld(
        { typeDefs: 'extend type Organization { shout: String }', resolvers: { Organization: { shout } } },
        { EXECUTOR },
      );
      const query = '{ organization(id: "a") { shout restId } }';
      expect(await gateway.execute({ query })).toEqual({ data: { organization: { shout: 'ACME', restId: 'a' } } });
      expect(upstream.arrived.map(({ url }) => url)).toEqual(['/v1/orgs/a']);
      const { extensions } = await gateway.execute({ query, extensions: { explain: 'plan' } });
      expect(extensions).toMatchObject({ explain: { plan: { calls: 1 } } });
    },
  );

  it.each<[string, Pick<GatewayOptions, 'typeDefs' | 'resolvers'>, RegExp]>([
    ['invalid SDL', { typeDefs: 'type {' }, /Syntax Error/],
    ['an unknown type', { typeDefs: 'extend type Query { x: Unknown }' }, /Unknown type/],
    ['a field that exists', { typeDefs: 'extend type Query { space: Int }' }, /already exists/],
    [
      'a resolver of no field',
      { resolvers: { Query: { unknown: () => 1 } } },
      /defined in resolvers, but not in schema/,
    ],
    [
      'a resolver of a field of the gateway',
      { resolvers: { Query: { space: () => 1 } } },
      /Query\.space belongs to the gateway/,
    ],
  ])('with %s is an error', async (_, extension, message) => {
    await expect(createGateway({ upstreamUrl: 'http://127.0.0.1:1', ...extension })).rejects.toThrow(message);
  });
});
