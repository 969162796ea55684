import { isNotFound } from '../http/errors.ts';

/** A value that may be a promise; null where that rejects as the service says that there is no such record. */
export function nullIfMissing(value: unknown): unknown {
  return value instanceof Promise ? value.catch(nullForMissing) : value;
}

/** Throws any other error. */
export function nullForMissing(error: unknown): null {
  if (isNotFound(error)) return null;
  throw error;
}
