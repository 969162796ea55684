import type { ExecutionResult } from 'graphql';
import { isJsonObject } from '../../engine/contract/json.ts';

/** The result in the text of a response; undefined where it is none, such as the page of a proxy. */
export function resultIn(text: string): ExecutionResult | undefined {
  try {
    const result: unknown = JSON.parse(text);
    return isJsonObject(result) && hasErrorsOf(result) ? result : undefined;
  } catch {
    return undefined;
  }
}

/** Other services have `errors`, too, in other forms. */
function hasErrorsOf({ errors }: { errors?: unknown }): boolean {
  return errors === undefined || (Array.isArray(errors) && errors.every(isJsonObject));
}
