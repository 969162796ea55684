import fc from 'fast-check';
import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { coerceVariables } from '../../../src/server/graphql/variables.ts';
import { countReads } from '../../support/execution/count-reads.ts';

const schema = buildSchema('type Query { field(id: ID, name: String, first: Int): String }');

function operationWith(definitions: string): OperationDefinitionNode {
  const [operation] = parse(`query Q(${definitions}) { field }`).definitions;
  return operation as OperationDefinitionNode;
}

const value = fc.oneof(fc.string(), fc.constant(null), fc.integer(), fc.constant(['x']), fc.constant({}));
const values = fc.dictionary(fc.constantFrom('id', 'name', 'first', '__proto__', 'other'), value);

describe('the variables of an operation', () => {
  it.each([
    '$id: ID!',
    '$id: ID',
    '$id: ID!, $name: String',
    '$name: String = "default"',
    '$id: ID!, $first: Int',
    '$id: [ID!]',
    '$__proto__: String',
  ])('are coerced as graphql does it: %s', (definitions) => {
    const operation = operationWith(definitions);
    fc.assert(
      fc.property(values, (given) => {
        const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: 0 });
        expect(coerceVariables(schema, operation, given)).toEqual(coerced);
      }),
      { numRuns: 100 },
    );
  });

  it('are invalid without a line of the document being counted', () => {
    const operation = operationWith(`${'\n'.repeat(1_000)}$ids: [ID!]!`);
    const reads = countReads(operation.loc);
    expect(coerceVariables(schema, operation, { ids: [{}] })).toBeUndefined();
    expect(reads()).toBe(0);
  });

  it('are not those of another request for the same operation', () => {
    const operation = operationWith('$id: ID!');
    const first = coerceVariables(schema, operation, { id: 'a' });
    expect(coerceVariables(schema, operation, { id: 'b' })).toEqual({ id: 'b' });
    expect(first).toEqual({ id: 'a' });
  });
});
