import { buildSchema, parse, print, validateSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { describeKnownValues } from '../../scripts/known-values.ts';
import { knownValues } from '../../src/codegen/index.ts';
import { printSdl } from '../../src/engine/sdl/print-sdl.ts';
import { createSchema } from '../../src/resources/schema.ts';

const directive =
  'directive @knownValues(values: [String!]!) on FIELD_DEFINITION | ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION';

describe('the types of known values', () => {
  it('are scalars that accept any string, one for each set of values', () => {
    const { schema, scalars } = knownValues(`${directive}
      type Query { a: String @knownValues(values: ["b", "a"]) b(c: String @knownValues(values: ["a"])): [String!]! @knownValues(values: ["a", "b"]) }`);
    expect(scalars).toEqual({ KnownAB: "'a' | 'b' | (string & {})" });
    const { a, b } = buildSchema(schema).getQueryType()?.getFields() ?? {};
    expect([a, b].map((field) => String(field?.type))).toEqual(['KnownAB', '[KnownAB!]!']);
    expect(String(b?.args[0]?.type)).toBe('String');
  });

  it('of input fields are scalars if that is wanted', () => {
    const sdl = `${directive} type Query { a(b: In): String } input In { b: String! @knownValues(values: ["it's"]) }`;
    expect(knownValues(sdl).scalars).toEqual({});
    const { schema, scalars } = knownValues(sdl, { inputs: true });
    expect(schema).toContain('b: KnownItS!');
    expect(scalars).toEqual({ KnownItS: "'it\\'s' | (string & {})" });
  });

  it('have names of their own where values differ in signs only', () => {
    const sdl = `${directive} type Query { a: String @knownValues(values: ["a:b"]) b: String @knownValues(values: ["a-b"]) }`;
    expect(Object.keys(knownValues(sdl).scalars)).toEqual(['KnownAB', 'KnownAB2']);
  });

  it.each(['semantic', 'strict', '2018'] as const)('leave the schema valid in its form %s', (form) => {
    const sdl = printSdl(createSchema(), form);
    expect(sdl.match(/ @knownValues\(/g)?.length).toBeGreaterThan(40);
    const { schema, scalars } = knownValues(sdl, { inputs: true });
    expect(validateSchema(buildSchema(schema))).toEqual([]);
    expect(Object.keys(scalars).length).toBeGreaterThan(20);
  });
});

describe('descriptions', () => {
  it('end with the known values', () => {
    const source = `${directive} type Query { "A." a("B." b: Int): String @knownValues(values: ["x", "y"]) }`;
    expect(print(describeKnownValues(parse(source)))).toContain(
      '"A. Known values: `x`, `y`; others are possible."\n  a(\n    "B."\n    b: Int',
    );
  });

  it('of the served schema do', () => {
    const { status } = fieldsOf('ChangeRequest');
    expect(status?.description).toBe(
      'Where it stands between draft and merge. Known values: `draft`, `open`; others are possible.',
    );
  });
});

function fieldsOf(type: string) {
  const found = createSchema().getType(type);
  return found && 'getFields' in found ? found.getFields() : {};
}
