/**
 * An answer other than the documented success. Handlers throw it; the server turns it into
 * `{ error: { code, message } }` with its status. The contract leaves failures open, so these are the sandbox's own.
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

/** 400: the request itself is wrong; `message` names the parameter or field. */
export const badRequest = (message: string) => new RestError(400, 'invalid_request', message);
/** 401: no token, or one that nobody holds. */
export const unauthenticated = (message: string) => new RestError(401, 'unauthenticated', message);
/** 403: the caller sees the record but lacks the right. */
export const forbidden = (message: string) => new RestError(403, 'forbidden', message);
/** 404: there is no such record, or the caller may not know of it. */
export const notFound = (what: string, id: string) => new RestError(404, 'not_found', `There is no ${what} "${id}".`);
/** 409: the record's present state does not allow it. */
export const conflict = (message: string) => new RestError(409, 'conflict', message);
/** 412: a setting must be changed before this can be done. */
export const preconditionFailed = (message: string) => new RestError(412, 'precondition_failed', message);

/**
 * Narrows a value of a set that the contract leaves open to those that the sandbox knows.
 * @throws 400 that names the parameter and lists the known values.
 */
export function oneOf<const Value extends string>(name: string, value: string, known: readonly Value[]): Value {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw badRequest(`${name}: "${value}" is not one of ${known.join(', ')}.`);
  return found;
}
