import { z } from 'zod';
import { entityAt } from '../contract/entity.ts';
import { memoize } from '../contract/memoize.ts';
import type { Operation } from '../contract/operation.ts';
import { contractBroken } from './errors.ts';

/**
 * Checks the lists of records in a response, like a page's `items`. Throws UPSTREAM_CONTRACT if one is missing or holds
 * anything but objects. The fields of a record are checked where they are resolved, so that a mistake costs one field.
 */
export function checkEnvelope(operation: Operation, body: object): void {
  for (const name of listsOf(operation)) {
    const items = (body as Readonly<Record<string, unknown>>)[name];
    if (items == null) throw contractBroken(operation, name, 'has no value');
    if (!Array.isArray(items) || !items.every(isObject)) {
      throw contractBroken(operation, name, 'has a value of another type than the contract says');
    }
  }
}

const isObject = (item: unknown) => typeof item === 'object' && item !== null;

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
