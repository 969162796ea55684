/** What is wrong with one field of a body: a JSON Pointer to it, and a sentence, as in the example of RFC 9457. */
interface InvalidField {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * An error response. Handlers throw it, and the app sends `{ error: { code, message, errors } }` with its status. The contract
 * does not define error bodies, so all of it is the sandbox's own.
 */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly InvalidField[] | undefined;

  constructor(status: number, code: string, message: string, errors?: readonly InvalidField[]) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** 400: the request is invalid; `message` names the parameter. */
export const badRequest = (message: string) => new RestError(400, 'invalid_request', message);
/**
 * 400: a field of the body is invalid. `field` is its path, such as `position.before`, or the parts of one whose names may
 * contain dots; `detail` is a sentence.
 */
export function badField(field: string | readonly string[], detail: string): RestError {
  const path = typeof field === 'string' ? field.split('.') : field;
  return badBody(`body field ${path.join('.')}: ${detail}`, [{ path, message: detail }]);
}
/** 401: the token is missing or unknown. */
export const unauthenticated = (message: string) => new RestError(401, 'unauthenticated', message);
/** 403: the caller can see the record but lacks the permission. */
export const forbidden = (message: string) => new RestError(403, 'forbidden', message);
/** 404: the record does not exist, or the caller cannot see it. */
export const notFound = (what: string, id: string) => new RestError(404, 'not_found', `There is no ${what} "${id}".`);
/** 409: the record's current state does not allow the action. */
export const conflict = (message: string) => new RestError(409, 'conflict', message);
/** 409: another record has the value of a field of the body. */
export const fieldConflict = (field: string, detail: string) =>
  new RestError(409, 'conflict', detail, [{ pointer: pointerTo(field.split('.')), detail }]);
/** 412: a setting must be changed before the action is possible. */
export const preconditionFailed = (message: string) => new RestError(412, 'precondition_failed', message);

/** What is wrong with a field: its path, and a text. */
interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** 400: a body breaks a schema. */
export function badBody(message: string, issues: readonly FieldIssue[]): RestError {
  const errors = issues.map((issue) => ({ pointer: pointerTo(issue.path), detail: sentence(issue.message) }));
  return new RestError(400, 'invalid_request', message, errors);
}

export const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

/** The JSON Pointer (RFC 6901) of a path. */
const pointerTo = (path: readonly PropertyKey[]) =>
  path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/**
 * Narrows a string that the contract leaves open to the values that the sandbox supports.
 * @throws 400 that names the parameter and lists the allowed values.
 */
export function oneOf<const Value extends string>(name: string, value: string, allowed: readonly Value[]): Value {
  if (isOneOf(value, allowed)) return value;
  throw badRequest(`${name}: ${notOneOf(value, allowed)}`);
}

/** The same for a field of the body. @throws 400 that names the field. */
export function fieldOneOf<const Value extends string>(field: string, value: string, allowed: readonly Value[]): Value {
  if (isOneOf(value, allowed)) return value;
  throw badField(field, notOneOf(value, allowed));
}

const isOneOf = <Value extends string>(value: string, allowed: readonly Value[]): value is Value =>
  allowed.some((candidate) => candidate === value);

const notOneOf = (value: string, allowed: readonly string[]) => `"${value}" is not one of ${allowed.join(', ')}.`;
