import { type Endpoint, userParams } from '../contract/endpoint.ts';
import type { Query } from '../data/cached-read.ts';

/** What names the client's user in a filter. */
const viewer = 'VIEWER';

/**
 * A list's query with the id of the client's user in place of `VIEWER`. Undefined where a filter names no user, as its list is empty or
 * the client's user is not known: no item matches it.
 */
export function withCurrentUser(endpoint: Endpoint, query: Query, userId: string | undefined): Query | undefined {
  let result = query;
  for (const param of userParams(endpoint)) {
    const value = query[param];
    if (!isToReplace(value)) continue;
    const users = [value].flat().flatMap((id) => (id === viewer ? (userId ?? []) : [id]));
    if (users.length === 0) return undefined;
    result = { ...result, [param]: Array.isArray(value) ? users : users[0] };
  }
  return result;
}

function isToReplace(value: unknown): boolean {
  return value === viewer || (Array.isArray(value) && (value.length === 0 || value.includes(viewer)));
}
