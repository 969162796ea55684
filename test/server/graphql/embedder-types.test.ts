import { describe, expect, it } from 'vitest';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';

const createGateway = embeddedGateways();

const typeDefs = `
  interface Animal { name: String }
  type Dog implements Animal { name: String barks: Boolean }
  type Cat implements Animal { name: String purrs: Boolean }
  union Pet = Dog | Cat
  extend type Query { animals: [Animal] pets: [Pet] }
`;
const query = '{ animals { __typename name } pets { __typename ... on Dog { barks } ... on Cat { purrs } } }';
const all = [
  { name: 'Rex', barks: true },
  { name: 'Tom', purrs: true },
];
const named = all.map((one) => ({ ...one, __typename: one.barks ? 'Dog' : 'Cat' }));
const data = {
  animals: [
    { __typename: 'Dog', name: 'Rex' },
    { __typename: 'Cat', name: 'Tom' },
  ],
  pets: [
    { __typename: 'Dog', barks: true },
    { __typename: 'Cat', purrs: true },
  ],
};

type Value = (typeof all)[number];
const checks = {
  Dog: { __isTypeOf: (value: Value) => 'barks' in value },
  Cat: { __isTypeOf: (value: Value) => 'purrs' in value },
};
const asyncChecks = {
  Dog: { __isTypeOf: async (value: Value) => 'barks' in value },
  Cat: { __isTypeOf: async (value: Value) => 'purrs' in value },
};
const resolveType = async (value: Value) => ('barks' in value ? 'Dog' : 'Cat');

describe.each(['compiled', 'graphql-js'])('abstract types of an embedder, by %s', (executor) => {
  it.each([
    ['__typename of the value', named, {}],
    ['__isTypeOf', all, checks],
    ['an async __isTypeOf', all, asyncChecks],
    ['an async __resolveType', all, { Animal: { __resolveType: resolveType }, Pet: { __resolveType: resolveType } }],
  ])('are told by %s', async (_, values, resolvers) => {
    const Query = { animals: () => values, pets: () => values };
    const { gateway } = await createGateway({ typeDefs, resolvers: { Query, ...resolvers } }, { EXECUTOR: executor });
    expect(await gateway.execute({ query })).toEqual({ data });
  });
});
