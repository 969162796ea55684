import { buildSchema, type DocumentNode, type GraphQLFormattedError, parse } from 'graphql';
import { expect, it } from 'vitest';
import { createEngine, documentFacts, runAtOnce, validationOf } from '../../../src/engine/engine.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';
import { DocumentCheck, InvalidDocument } from '../../../src/server/documents/document-check.ts';
import { countReads } from '../../support/execution/count-reads.ts';

const schema = buildSchema('type Query { field: Int }');

it('has the errors of validation with a code, and counts no line for them', () => {
  const document = parse(`${'\n'.repeat(1_000)}{ unknown1 unknown2 }`);
  const errors = runAtOnce(validationOf(schema, document));
  const found = errors.map((error) => error.toJSON());
  const reads = countReads(document.loc);
  const invalid = new InvalidDocument(errors, 'GRAPHQL_VALIDATION_FAILED');
  const withCode = (error: GraphQLFormattedError) => ({ ...error, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
  expect(invalid.errors.map((error) => error.toJSON())).toEqual(found.map(withCode));
  expect(found).toHaveLength(2);
  expect(reads()).toBe(0);
});

it('finds the facts of a valid document as a part of its check', () => {
  const engine = createEngine({ contract: restContract, schema: createSchema() });
  const document = runAtOnce(
    new DocumentCheck({ engine, validationRules: [] }).steps('{ organizations { totalCount } }'),
  );
  Object.defineProperty(document, 'definitions', {
    get: () => {
      throw new TypeError('The document is visited once more.');
    },
  });
  expect(documentFacts(document as DocumentNode).fieldNames).toEqual(new Set(['organizations', 'totalCount']));
});
