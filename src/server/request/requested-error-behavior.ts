import {
  badUserInput,
  type ErrorBehavior,
  type GatewayError,
  isErrorBehavior,
  isJsonObject,
} from '../../engine/engine.ts';

/** What errors do to the response, as `onError` of the request says; undefined where it says nothing. */
export function requestedErrorBehavior(
  { method, search }: { method: string; search: string },
  body: unknown,
): ErrorBehavior | GatewayError | undefined {
  const value = method === 'GET' ? parameterOf(search) : propertyOf(body);
  if (value === undefined || value === null) return undefined;
  return isErrorBehavior(value) ? value : badUserInput('"onError" must be "PROPAGATE", "NULL" or "HALT".');
}

/** Undefined where there is none, or an empty one; a list where there are several. */
function parameterOf(search: string): unknown {
  if (!search.includes('onError')) return undefined;
  const values = new URLSearchParams(search).getAll('onError').filter((value) => value !== '');
  return values.length > 1 ? values : values[0];
}

function propertyOf(body: unknown): unknown {
  return isJsonObject(body) ? body.onError : undefined;
}
