import { readFile } from 'node:fs/promises';
import {
  buildSchema,
  extendSchema,
  type GraphQLSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  validateSchema,
} from 'graphql';
import { semanticToStrict } from 'graphql-sock';
import { describe, expect, it } from 'vitest';
import { printSdl, type SdlForm } from '../../../src/engine/sdl/print-sdl.ts';
import { createSchema } from '../../../src/resources/schema.ts';

const definition = 'directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION';

describe('the generated SDL', () => {
  const schema = createSchema();

  it.each([
    ['src/generated/schema.graphql', 'semantic'],
    ['src/generated/schema.strict.graphql', 'strict'],
  ] as const)('%s is the schema that the gateway executes', async (path, nullability) => {
    expect(printSdl(schema, nullability)).toBe(await readFile(path, 'utf8'));
  });

  it('defines each type once, and extends none', () => {
    const kinds = new Set(parse(printSdl(schema)).definitions.map(({ kind }) => kind));
    expect([...kinds].filter((kind) => kind.includes('Extension'))).toEqual([]);
  });

  it('describes the schema, but for tools that know no description of it', () => {
    const descriptionsOf = (form: SdlForm) =>
      parse(printSdl(schema, form)).definitions.flatMap((definition) =>
        definition.kind === 'SchemaDefinition' ? [definition.description?.value] : [],
      );
    expect(schema.description).toMatch(/^[A-Z].+/);
    expect(descriptionsOf('semantic')).toEqual([schema.description]);
    expect(descriptionsOf('2018')).toEqual([undefined]);
  });

  it('is the same schema when tools parse it', () => {
    const sorted = (one: GraphQLSchema) => printSchema(lexicographicSortSchema(one));
    expect(sorted(buildSchema(printSdl(schema)))).toBe(sorted(schema));
  });

  it('is valid in its strict form: fields agree with their interfaces', () => {
    const strict = buildSchema(printSdl(schema, 'strict'));
    expect(validateSchema(strict)).toEqual([]);
    expect(printSdl(strict)).not.toContain('semanticNonNull');
  });

  it('has nothing in its form of 2018 that came later', () => {
    const sdl = printSdl(schema, '2018');
    expect(sdl).not.toMatch(/@oneOf|@specifiedBy|^interface \w+ implements|repeatable/m);
    const types = Object.values(buildSchema(sdl).getTypeMap()).map(({ name }) => name);
    expect(types).toEqual(Object.values(buildSchema(printSdl(schema)).getTypeMap()).map(({ name }) => name));
    expect(sdl).toContain('@semanticNonNull(levels: [0, 1])');
    expect(sdl).toContain('type Space implements Content & Node {');
  });

  it('has the strict form that graphql-sock makes of it', () => {
    const expected = semanticToStrict(buildSchema(printSdl(schema)));
    expect(printSdl(schema, 'strict')).toBe(printSdl(expected));
  });
});

describe('the form of 2018', () => {
  it('leaves out locations, deprecations and repetitions that came later', () => {
    const schema = buildSchema(`
      directive @a repeatable on FIELD | VARIABLE_DEFINITION
      directive @b on VARIABLE_DEFINITION
      type Query { a(b: Int @deprecated): Int @deprecated(reason: "Old.") }
      input In { a: Int @deprecated }`);
    expect(printSdl(schema, '2018')).toBe(`directive @a on FIELD

input In {
  a: Int
}

type Query {
  a(b: Int): Int @deprecated(reason: "Old.")
}
`);
  });
});

describe('printSdl', () => {
  it('prints applied directives, and the types and fields of extensions', () => {
    const schema = buildSchema(`
      ${definition}
      type Query { b(by: By): B @semanticNonNull, a: Int @deprecated(reason: "Use \`b\`.") }
      input By @oneOf { id: ID, slug: String }
      scalar B @specifiedBy(url: "https://example.com/b")
    `);
    const extended = extendSchema(
      schema,
      parse('extend type Query { c: C @semanticNonNull } enum C { X @deprecated }'),
    );
    expect(printSdl(extended)).toBe(`directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION

scalar B @specifiedBy(url: "https://example.com/b")

input By @oneOf {
  id: ID
  slug: String
}

enum C {
  X @deprecated
}

type Query {
  a: Int @deprecated(reason: "Use \`b\`.")
  b(by: By): B @semanticNonNull
  c: C @semanticNonNull
}
`);
  });

  it('names root types that have unusual names', () => {
    expect(printSdl(buildSchema('schema { query: Root } type Root { a: Int }'))).toContain(
      'schema {\n  query: Root\n}',
    );
  });
});

describe('the strict form', () => {
  it.each([
    ['String @semanticNonNull', 'String!'],
    ['String', 'String'],
    ['String! @semanticNonNull', 'String!'],
    ['[String] @semanticNonNull', '[String]!'],
    ['[String] @semanticNonNull(levels: [0, 1])', '[String!]!'],
    ['[String] @semanticNonNull(levels: [1])', '[String!]'],
    ['[String] @semanticNonNull(levels: 1)', '[String!]'],
    ['[String]! @semanticNonNull(levels: [1])', '[String!]!'],
    ['[[String]!] @semanticNonNull(levels: [2])', '[[String!]!]'],
    ['String @semanticNonNull @deprecated', 'String! @deprecated'],
  ])('of %s is %s', (field, expected) => {
    const schema = buildSchema(`${definition} type Query { a(b: Int): ${field} }`);
    expect(printSdl(schema, 'strict')).toBe(`type Query {\n  a(b: Int): ${expected}\n}\n`);
  });
});
