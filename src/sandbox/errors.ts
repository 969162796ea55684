/**
 * An error response. Handlers throw it, and the app sends `{ error: { code, message } }` with its status. The contract
 * does not define error bodies, so codes and messages are the sandbox's own.
 */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** 400: the request is invalid; `message` names the parameter or field. */
export const badRequest = (message: string) => new RestError(400, 'invalid_request', message);
/** 401: the token is missing or unknown. */
export const unauthenticated = (message: string) => new RestError(401, 'unauthenticated', message);
/** 403: the caller can see the record but lacks the permission. */
export const forbidden = (message: string) => new RestError(403, 'forbidden', message);
/** 404: the record does not exist, or the caller cannot see it. */
export const notFound = (what: string, id: string) => new RestError(404, 'not_found', `There is no ${what} "${id}".`);
/** 409: the record's current state does not allow the action. */
export const conflict = (message: string) => new RestError(409, 'conflict', message);
/** 412: a setting must be changed before the action is possible. */
export const preconditionFailed = (message: string) => new RestError(412, 'precondition_failed', message);

/**
 * Narrows a string that the contract leaves open to the values that the sandbox supports.
 * @throws 400 that names the parameter and lists the allowed values.
 */
export function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) throw badRequest(`${name}: "${value}" is not one of ${allowed.join(', ')}.`);
  return found;
}
