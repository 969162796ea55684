import { hash } from 'node:crypto';
import {
  type Credentials,
  canonicalVariables,
  type ErrorBehavior,
  type Variables,
  weigh,
} from '../../engine/engine.ts';
import type { ExecutableOperation } from './executable-document.ts';

/** Variables that weigh more are not compared: that would take as long as all else that is done with them. */
const largeWeight = 5000;

/**
 * The key under which identical queries share one execution: the operation, its coerced variables, the number of
 * writes that had ended, what errors do to the response, the client's identity, and its user. A hash, so that neither a credential nor
 * a large value stays in a map.
 * Undefined where the variables have no canonical form, or a large one; such a query is executed by itself.
 */
export function coalescingKey(
  { number }: ExecutableOperation,
  variables: Variables,
  writesEnded: number,
  onError: ErrorBehavior,
  { identity, userId }: Pick<Credentials, 'identity' | 'userId'>,
): string | undefined {
  if (weigh(variables, largeWeight) >= largeWeight) return undefined;
  const canonical = canonicalVariables(variables);
  if (canonical === undefined) return undefined;
  const request = `${number} ${writesEnded} ${onError} ${JSON.stringify(userId)} ${identity}`;
  return hash('sha256', `${request}\n${canonical}`, 'base64url');
}
