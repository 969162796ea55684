import { parse } from 'secure-json-parse';
import { HttpError } from './http-errors.ts';

/** The value of a body of JSON. Throws an HttpError with status 400 for any other text, and for keys that reach a prototype. */
export function jsonIn(body: string): unknown {
  try {
    return parse(body);
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}
