import { isErrorBehavior, isJsonObject } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';
import type { OperationRequest } from './target.ts';

/** The GraphQL request that a JSON body is. Throws a usage error for a part that a gateway would not take, either. */
export function requestIn(body: unknown): OperationRequest {
  const { query, variables, operationName, extensions, onError } = isJsonObject(body) ? body : {};
  if (typeof query !== 'string') throw usageError('The JSON has no "query".');
  return {
    query,
    ...partOf('variables', variables, isJsonObject, 'a JSON object, such as {"id": "x"}'),
    ...partOf('operationName', operationName, isText, 'a text'),
    ...partOf('extensions', extensions, isJsonObject, 'a JSON object'),
    ...partOf('onError', onError, isErrorBehavior, '"PROPAGATE", "NULL" or "HALT"'),
  };
}

/** Null is the same as none, as it is for a gateway. */
function partOf<Name extends string, Value>(
  name: Name,
  value: unknown,
  isValid: (value: unknown) => value is Value,
  expected: string,
): { [Key in Name]?: Value } {
  if (value === undefined || value === null) return {};
  if (!isValid(value)) throw usageError(`The "${name}" of the request must be ${expected}.`);
  return { [name]: value } as { [Key in Name]?: Value };
}

const isText = (value: unknown): value is string => typeof value === 'string';
