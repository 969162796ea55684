import { z } from 'zod';
import { entityAt } from '../contract/entity.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { memoize } from '../contract/memoize.ts';
import type { Operation } from '../contract/operation.ts';
import { contractBroken, wrongJsonType } from './errors.ts';

/**
 * Checks the lists of records in a response, like a page's `items`, and its `next`. Throws UPSTREAM_CONTRACT if a list is
 * missing or holds anything but objects. The fields of a record are checked where they are resolved, so that a mistake costs one field.
 */
export function checkEnvelope(operation: Operation, body: JsonObject): void {
  const lists = listsOf(operation);
  for (const name of lists) {
    const items = body[name];
    if (items == null) throw contractBroken(operation, name, 'has no value');
    if (!Array.isArray(items) || !items.every(isJsonObject)) throw contractBroken(operation, name, wrongJsonType);
  }
  if (lists.length > 0 && body.next != null && !isNextPage(body.next)) {
    throw contractBroken(operation, 'next', wrongJsonType);
  }
}

/** The token of a next page; the last page of a list has none. */
function isNextPage(next: unknown): boolean {
  return isJsonObject(next) && (next.page == null || typeof next.page === 'string');
}

/** The fields of a response that must be lists of objects; none if the response is a record itself. */
const listsOf = memoize((operation: Operation) =>
  entityAt(operation) === undefined ? requiredLists(operation.result) : [],
);

function requiredLists(result: z.ZodType | undefined): string[] {
  if (!(result instanceof z.ZodObject)) return [];
  return Object.entries(result.shape)
    .filter(([, field]) => field instanceof z.ZodArray && field.element instanceof z.ZodObject)
    .map(([name]) => name);
}
