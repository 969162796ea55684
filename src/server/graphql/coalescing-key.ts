import { hash } from 'node:crypto';
import {
  type Clock,
  type Credentials,
  canonicalVariables,
  type ErrorBehavior,
  type Variables,
  weigh,
} from '../../engine/engine.ts';

/** Variables that weigh more are not compared: that would take as long as all else that is done with them. */
const largeWeight = 5000;

/**
 * What tells a query from others of the same identity: the operation, by a name of it, its coerced variables, what errors do to the response, and
 * the client's user. Undefined where the variables have no canonical form, or a large one.
 */
export function queryText(
  operation: string | number,
  variables: Variables,
  onError: ErrorBehavior,
  { userId }: Pick<Credentials, 'userId'>,
): string | undefined {
  if (weigh(variables, largeWeight) >= largeWeight) return undefined;
  const canonical = canonicalVariables(variables);
  return canonical && `${operation} ${onError} ${JSON.stringify(userId)}\n${canonical}`;
}

/**
 * The key under which identical queries share one execution: the query, its place in the order of writes, and the client's
 * identity. A hash, so that neither a credential nor a large value stays in a map.
 */
export function coalescingKey(query: string, now: Clock, { identity }: Pick<Credentials, 'identity'>): string {
  return hash('sha256', `${now} ${identity.length} ${identity}\n${query}`, 'base64url');
}
