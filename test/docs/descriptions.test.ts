import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, isSpecifiedScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { sdlSchema } from './pages.ts';

interface Described {
  /** Such as `Site.sections.first`. */
  name: string;
  description?: string | null | undefined;
}

const described = Object.values(sdlSchema.getTypeMap())
  .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
  .flatMap((type) => [type, ...membersOf(type)]);
const textOf = new Map(described.map(({ name, description }) => [name, description]));

/** Fields with their arguments, or enum values. */
function membersOf(type: unknown): Described[] {
  if (isEnumType(type)) return below(type.name, type.getValues());
  if (isInputObjectType(type)) return below(type.name, Object.values(type.getFields()));
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    ...below(type.name, [field]),
    ...below(`${type.name}.${field.name}`, field.args),
  ]);
}

function below(parent: string, members: readonly Described[]): Described[] {
  return members.map(({ name, description }) => ({ name: `${parent}.${name}`, description }));
}

describe('every type, field, argument and enum value', () => {
  it('has a description of whole sentences', () => {
    expect(described.length).toBeGreaterThan(1000);
    expect(described.filter(({ description }) => !/^[A-Z].*\.$/s.test(description ?? ''))).toEqual([]);
  });
});

describe('mutations', () => {
  const mutations = [...textOf.keys()].flatMap((name) => /^Mutation\.(\w+)\.input$/.exec(name)?.[1] ?? []);

  it.each(mutations)('%s describes its input and its payload by its name', (name) => {
    const type = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
    expect(textOf.get(`Mutation.${name}.input`)).toBe(`Input for \`${name}\`.`);
    expect(textOf.get(`${type}Input`)).toBe(`Input for \`${name}\`.`);
    expect(textOf.get(`${type}Payload`)).toBe(`Payload of \`${name}\`.`);
  });
});

describe('fields and arguments that occur in many places', () => {
  const names = ['first', 'after', 'clientMutationId', 'userErrors', 'pageInfo', 'cursor'];

  it.each(names)('%s is described alike everywhere', (last) => {
    // `PositionInput.after` is a sibling, not a cursor.
    const groups = described.filter(({ name }) => name.endsWith(`.${last}`) && !name.startsWith('PositionInput'));
    const texts = new Set(groups.map(({ description }) => description));
    expect(groups.length).toBeGreaterThan(20);
    // The input's field takes the text of the client, and the payload's returns it.
    expect(texts.size).toBe(last === 'clientMutationId' ? 2 : 1);
  });
});
