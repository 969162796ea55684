import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { createSchema } from '../../../src/resources/schema.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { everyMutation, idOf, setIn } from '../resources/mutation-inputs.ts';
import type { SizedRequest } from './complexity.ts';

type Case = [name: string, sized: SizedRequest];

const schema = createSchema();
const times = <Item>(count: number, item: (i: number) => Item) => Array.from({ length: count }, (_, i) => item(i));

/** Items of a list by what they are: each is valid, or wrong in its own way. */
const kindsOfItems: Readonly<Record<string, Readonly<Record<string, (i: number) => unknown>>>> = {
  ID: {
    'plain ids': (i) => `id-${i}`,
    'ids of another type': (i) => globalIdOf('Revision', 'space', `${i}`),
    'ids that no URL can hold': (i) => `a/${i}`,
    'empty ids': () => '',
    'values of a wrong type': (i) => ({ i }),
  },
  String: { texts: (i) => `text-${i}`, 'empty texts': () => '', 'values of a wrong type': (i) => [i] },
  TeamMembershipInput: {
    members: (i) => ({ userId: `user-${i}`, role: 'MEMBER' }),
    'members of another type': (i) => ({ userId: idOf('Space').concat(String(i)), role: 'MEMBER' }),
    'members with an id of another type': (i) => ({ userId: globalIdOf('Revision', 'space', `${i}`), role: 'OWNER' }),
    'unknown roles': (i) => ({ userId: `user-${i}`, role: `ROLE_${i}` }),
    'unknown fields': (i) => ({ userId: `user-${i}`, [`field${i}`]: 1 }),
  },
};

/** The kinds of items of a list type. Throws for a type that has none, so that a new list is not left out. */
function kindsOf(type: GraphQLInputType): [string, (i: number) => unknown][] {
  const kinds = kindsOfItems[getNamedType(type).name];
  if (kinds === undefined) throw new Error(`Say what items lists of ${getNamedType(type).name} may have.`);
  return [...Object.entries(kinds), ['nulls', () => null]];
}

interface ListField {
  path: string[];
  type: GraphQLInputType;
}

/** The lists in an input, at any depth. */
function listsIn(type: GraphQLInputType, path: readonly string[] = []): ListField[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    const inner = [...path, field.name];
    if (isListType(getNullableType(field.type))) return [{ path: inner, type: field.type }];
    return listsIn(field.type, inner);
  });
}

/** Each list in the input of each mutation, with each kind of items. */
export function inputLists(): Case[] {
  return everyMutation().flatMap(({ name, minimal }) => {
    const type = schema.getMutationType()?.getFields()[name]?.args[0]?.type;
    if (type === undefined) throw new Error(`${name} has no input.`);
    const query = `mutation ($input: ${type}) { ${name}(input: $input) { userErrors { field message code } } }`;
    return listsIn(type).flatMap(({ path, type: list }) =>
      kindsOf(list).map(([kind, item]): Case => {
        const make = (size: number) => ({ query, variables: { input: setIn(minimal.input, path, times(size, item)) } });
        return [`${name}.${path.join('.')}: ${kind}`, { make }];
      }),
    );
  });
}

/** How a query reaches the fields of a type that have lists as arguments. */
const parents: Readonly<Record<string, (field: string) => string>> = {
  Query: (field) => field,
  Organization: (field) => `organization(id: "o") { ${field} }`,
  Space: (field) => `space(id: "s") { ${field} }`,
  Page: (field) => `space(id: "s") { page(id: "p") { ${field} } }`,
  ChangeRequest: (field) => `space(id: "s") { changeRequest(id: "c") { ${field} } }`,
};

/** Each list among the arguments of the queries, as a variable and in the document. */
export function argumentLists(): Case[] {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  return types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field) =>
      field.args
        .filter((argument) => isListType(getNullableType(argument.type)))
        .flatMap((argument) => {
          const within = parents[type.name];
          if (within === undefined) throw new Error(`Say how a query reaches ${type.name}.${field.name}.`);
          const place = `${type.name}.${field.name}(${argument.name}:)`;
          const call = (value: string) => `${field.name}(${argument.name}: ${value}) { __typename }`;
          return kindsOf(argument.type).flatMap(([kind, item]): Case[] => [
            [`${place}: ${kind}`, listVariable(`($v: ${argument.type}) { ${within(call('$v'))} }`, item)],
            [`${place} in the document: ${kind}`, listLiteral((list) => `{ ${within(call(list))} }`, item)],
          ]);
        }),
    ),
  );
}

function listVariable(document: string, item: (i: number) => unknown): SizedRequest {
  return { make: (size) => ({ query: `query ${document}`, variables: { v: times(size, item) } }) };
}

function listLiteral(document: (list: string) => string, item: (i: number) => unknown): SizedRequest {
  const literal = (i: number) => JSON.stringify(item(i)).replaceAll(/"(\w+)":/g, '$1:');
  const make = (size: number, unique: number) => ({ query: `${document(`[${times(size, literal)}]`)} #${unique}` });
  // An item has at most five tokens.
  return { max: 2_900, make };
}
