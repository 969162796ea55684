import type { GraphQLResolveInfo } from 'graphql';
import { describeConformance, type Scenario } from '../../../support/execution/conformance.ts';

interface Being {
  __typename: string;
  name: string;
}

const schema = `
  interface Life { progeny: [Life] }
  interface Mammal implements Life { progeny: [Mammal] mother: Mammal father: Mammal }
  interface Named { name: String }
  type Dog implements Life & Mammal & Named { name: String barks: Boolean progeny: [Dog] mother: Dog father: Dog }
  type Cat implements Life & Mammal & Named { name: String purrs: Boolean progeny: [Cat] mother: Cat father: Cat }
  union Pet = Dog | Cat
  type Person implements Life & Mammal & Named {
    name: String pets: [Pet] friends: [Named!] progeny: [Person] mother: Person father: Person
  }
  type Query { person: Person any: Life introspected: String }
`;

const garfield: Record<string, unknown> = { __typename: 'Cat', name: 'Garfield', purrs: false, progeny: [] };
const odie: Record<string, unknown> = { __typename: 'Dog', name: 'Odie', barks: true };
garfield.mother = { ...garfield, name: 'Sonja', progeny: [garfield] };
odie.mother = { ...odie, name: 'Lady', progeny: [odie, Promise.resolve(odie)] };
const liz = { __typename: 'Person', name: 'Liz' };
const john = { __typename: 'Person', name: 'John', pets: [garfield, Promise.resolve(odie)], friends: [liz, odie] };

const scenario = (query: string, more: Partial<Scenario> = {}): Scenario => ({
  schema,
  query,
  root: () => ({ person: john, any: async () => odie }),
  ...more,
});

describeConformance('unions and interfaces', {
  'are introspected': scenario(`{
    ${['Named', 'Mammal', 'Pet', 'Dog', 'Query']
      .map(
        (name) => `${name}: __type(name: "${name}") {
          kind name fields { name type { name kind ofType { name } } } interfaces { name } possibleTypes { name }
          enumValues { name } inputFields { name } ofType { name } isOneOf specifiedByURL
        }`,
      )
      .join(' ')}
    __schema { types { name } directives { name args { name defaultValue } } mutationType { name } }
  }`),
  'unions select fields of any member': scenario('{ person { __typename name pets { __typename name barks purrs } } }'),
  'unions select by inline fragments': scenario(
    '{ person { pets { __typename ... on Dog { name barks } ... on Cat { name purrs } } } }',
  ),
  'interfaces select fields of any implementation': scenario(
    '{ person { friends { __typename name barks purrs pets { __typename } } } }',
  ),
  'interfaces select by inline fragments': scenario(`{ person { friends {
    __typename name ... on Dog { barks mother { __typename ... on Dog { name progeny { name } } } }
    ... on Mammal { mother { progeny { __typename } } }
  } } any { progeny { __typename } ... on Named { name } } }`),
  'interfaces select by named fragments': scenario(`
    { person { friends { name ...Dogs ...Mammals } } }
    fragment Dogs on Dog { barks mother { ...Mammals } }
    fragment Mammals on Mammal { mother { __typename progeny { ... on Named { name } } } }
  `),
  'fragments on abstract types apply to members': scenario(`
    { person { pets { ...Pets ...Mammals ... on Life { progeny { __typename } } } friends { ...Mammals ...Pets } } }
    fragment Pets on Pet { __typename ... on Dog { barks } ... on Cat { purrs } }
    fragment Mammals on Mammal { mother { __typename ... on Cat { name } ... on Dog { name } } }
  `),
  'the same alias has another field for each type': scenario(
    '{ person { pets { ... on Dog { sound: barks } ... on Cat { sound: purrs } } } }',
  ),
  'type resolvers get the value and the field’s info': scenario(
    '{ person { all: friends { name } } any { __typename } }',
    {
      resolvers: (note) => ({
        Named: {
          __resolveType: (
            value: Being,
            _context: unknown,
            { path, fieldName, parentType, returnType, variableValues }: GraphQLResolveInfo,
          ) => {
            note([value.name, path, fieldName, parentType.name, String(returnType), { ...variableValues }]);
            return value.__typename;
          },
        },
        Life: {
          __resolveType: async (value: Being, _context: unknown, { path, operation }: GraphQLResolveInfo) => {
            note([path, operation.operation]);
            return value.__typename;
          },
        },
      }),
    },
  ),
  'type checks get the value and the field’s info': scenario('{ person { pets { ... on Dog { name } } } }', {
    root: () => ({ person: { pets: [{ name: 'Rex' }] } }),
    resolvers: (note) => ({
      Dog: {
        __isTypeOf: (value: unknown, _context: unknown, { path, fieldName }: GraphQLResolveInfo) => {
          note([value, path, fieldName]);
          return true;
        },
      },
    }),
  }),
});
