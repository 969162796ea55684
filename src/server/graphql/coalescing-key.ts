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

/** Longer keys are hashed, in characters: no large value is in a map. */
const longestKey = 1024;

/**
 * The key under which identical queries share one execution: the query, its place in the order of writes, and the client's
 * identity. Like those of the reads in flight, it holds the credentials of open requests.
 */
export function coalescingKey(query: string, now: Clock, { identity }: Pick<Credentials, 'identity'>): string {
  const key = `${now} ${identity.length} ${identity}
${query}`;
  return key.length <= longestKey ? key : hash('sha256', key, 'base64url');
}
