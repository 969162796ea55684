import { hash } from 'node:crypto';
import type { Variables } from '../../engine/operation/document-facts.ts';
import type { ExecutableOperation } from './executable-document.ts';

/**
 * The key under which identical queries share one execution: the operation, its declared variables, the number of
 * writes that had ended, and the client's identity. A hash, so that neither a credential nor a large value stays in a map.
 * Undefined where the variables cannot be serialized; such a query is executed by itself.
 */
export function coalescingKey(
  { number, operation }: ExecutableOperation,
  values: Variables | undefined,
  writesEnded: number,
  identity: string,
): string | undefined {
  const declared = operation.variableDefinitions?.map(({ variable }) => values?.[variable.name.value]) ?? [];
  let serialized: string;
  try {
    serialized = JSON.stringify(declared);
  } catch {
    return undefined;
  }
  return hash('sha256', `${number} ${writesEnded} ${identity}\n${serialized}`, 'base64url');
}
