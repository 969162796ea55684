import { FieldError } from 'docgraph/client';
import { problemText } from './problems';

export type Attempt<Value> = { value: Value; problem?: undefined } | { value?: undefined; problem: string };

/** What `read` returns. If a field that it reads has failed, why: a failed field costs one part of the page. */
export function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** What to tell people about a field that failed. @throws any other error */
export function problemOf(error: unknown): string {
  if (!(error instanceof FieldError)) throw error;
  return problemText(error.code);
}
