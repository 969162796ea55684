import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import { memoize } from '../contract/memoize.ts';
import { contractBroken, wrongJsonType } from './errors.ts';

/**
 * Checks the lists of records in a response, like the items of a page, and what leads to the next page. Throws UPSTREAM_CONTRACT if a list is
 * missing or holds anything but objects. The fields of a record are checked where they are resolved, so that a mistake costs one field.
 */
export function checkEnvelope(endpoint: Endpoint, body: JsonObject): void {
  const lists = listsOf(endpoint);
  for (const name of lists) {
    const items = body[name];
    if (items == null) throw contractBroken(endpoint, name, 'has no value');
    if (!Array.isArray(items) || !items.every(isJsonObject)) throw contractBroken(endpoint, name, wrongJsonType);
  }
  const invalid = lists.length > 0 ? endpoint.contract.pageFormat.invalidFieldIn(body) : undefined;
  if (invalid !== undefined) throw contractBroken(endpoint, invalid, wrongJsonType);
}

/** The fields of a response that must be lists of objects; none if the response is a record itself. */
const listsOf = memoize((endpoint: Endpoint) =>
  endpoint.contract.entityAt(endpoint) === undefined ? requiredLists(endpoint.result) : [],
);

function requiredLists(result: z.ZodType | undefined): string[] {
  if (!(result instanceof z.ZodObject)) return [];
  return Object.entries(result.shape)
    .filter(([, field]) => field instanceof z.ZodArray && field.element instanceof z.ZodObject)
    .map(([name]) => name);
}
