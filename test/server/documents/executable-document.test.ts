import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/engine.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { ExecutableDocument, type ExecutableOperation } from '../../../src/server/documents/executable-document.ts';

const engine = createEngine({ contract: restContract, schema: createSchema() });

/** The operation "Test" of a document whose other operation has conditions on `$x`, `$y` and `$z`. */
function operation(declarations: string, selection = '__typename'): ExecutableOperation {
  const text = `query Other($x: Boolean!, $y: Boolean!, $z: Boolean!) {
      a: __typename @skip(if: $x) b: __typename @include(if: $y) c: __typename @skip(if: $z) }
    query Test(${declarations}) { ${selection} }`;
  const document = new ExecutableDocument({ engine, onGrowth: () => {} }, text, parse(text));
  return document.operation('Test') as ExecutableOperation;
}

const keys = (executable: ExecutableOperation, variables: object) =>
  executable
    .compiledFor({ ...variables })
    .root()
    .fields.map(({ key }) => key);

describe('an operation', () => {
  const conditional = 'a: __typename @skip(if: $x) b: __typename @include(if: $y)';

  it('has a variant for each outcome of its conditions', () => {
    const executable = operation('$x: Boolean!, $y: Boolean = true', conditional);
    expect(keys(executable, { x: true, y: true })).toEqual(['b']);
    expect(keys(executable, { x: false, y: true })).toEqual(['a', 'b']);
    expect(keys(executable, { x: false, y: false })).toEqual(['a']);
    expect(executable.compiledFor({ x: true, y: true })).toBe(executable.compiledFor({ x: true, y: true }));
  });

  it('has one variant where another operation has conditions on variables of the same names', () => {
    const executable = operation('$x: ID!, $y: JSONObject', 'node(id: $x) { id }');
    const compiled = executable.compiledFor({ x: 'a', y: {} });
    expect(executable.compiledFor({ x: 'b', y: { toString: 1 } })).toBe(compiled);
  });

  it('tells outcomes apart where variables of the same names have texts', () => {
    const executable = operation('$x: String, $y: Boolean!, $z: String', '__typename @include(if: $y)');
    expect(keys(executable, { x: 'a true', y: false, z: 'b' })).toEqual([]);
    expect(keys(executable, { x: 'a', y: true, z: 'false b' })).toEqual(['__typename']);
  });

  it('is compiled in advance for the outcomes of its own conditions alone', () => {
    const executable = operation('$x: ID!', 'node(id: $x) { id }');
    executable.compile();
    const fields = executable.weight;
    expect(fields).toBeGreaterThan(1);
    executable.compiledFor({ x: 'a' }).root();
    expect(executable.weight).toBe(fields);
  });
});
