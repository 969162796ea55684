import { FieldError } from 'docgraph/client';
import { problemText } from './problems';

export type Attempt<Value> =
  | { value: Value; problem?: undefined; isMissing?: undefined }
  | {
      value?: undefined;
      problem: string;
      /** Whether the id of a look-up names nothing, or is no id. Other problems may end. */
      isMissing: boolean;
    };

/** What `read` returns. If a field that it reads has failed, why: a failed field costs one part of the page. */
export function attempt<Value>(read: () => Value): Attempt<Value> {
  try {
    return { value: read() };
  } catch (error) {
    return { problem: problemOf(error), isMissing: isMissing(error) };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof FieldError && ['NOT_FOUND', 'BAD_USER_INPUT'].includes(error.code);
}

/** What to tell people about a field that failed. @throws any other error */
export function problemOf(error: unknown): string {
  if (!(error instanceof FieldError)) throw error;
  return problemText(error.code);
}
