import { isJsonObject } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';
import { type DocumentOperation, operationsOf } from './openapi-operation.ts';
import { References } from './references.ts';
import { SchemaReader } from './schema-reader.ts';

export interface OpenApiDocument {
  readonly operations: readonly DocumentOperation[];
  readonly reader: SchemaReader;
}

const maxOperations = 10_000;

/** Reads a parsed OpenAPI document. Throws a usage error for one that is not of version 3.0 or 3.1, or not valid. */
export function readOpenApi(document: unknown): OpenApiDocument {
  if (!isJsonObject(document)) throw usageError('The file is no OpenAPI document: it has to be an object.');
  const { openapi, paths } = document;
  if (typeof openapi !== 'string' || !/^3\.[01](\.|$)/.test(openapi)) {
    throw usageError('The file is no OpenAPI document of version 3.0 or 3.1: see its "openapi" field.');
  }
  if (!isJsonObject(paths)) throw usageError('The OpenAPI document has no "paths".');
  const references = new References(document);
  const operations = Object.entries(paths).flatMap(([path, item]) => operationsOf(path, item, document, references));
  if (operations.length > maxOperations) {
    throw usageError(`The OpenAPI document has more than ${maxOperations} operations.`);
  }
  return { operations, reader: new SchemaReader(references) };
}
