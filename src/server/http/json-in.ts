import { HttpError } from './http-errors.ts';

/** The value of a body of JSON. Throws an HttpError with status 400 for any other text. */
export function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}
