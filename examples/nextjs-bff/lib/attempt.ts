import { FieldError } from 'docgraph/client';

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
  return problems[error.code] ?? 'Something went wrong.';
}

/** The codes of the gateway are stable, its messages are for developers. */
const problems: Readonly<Record<string, string>> = {
  FORBIDDEN: 'Your role does not allow it.',
  NOT_FOUND: 'It does not exist, or you cannot see it.',
  UPSTREAM_TIMEOUT: 'The service took too long to respond.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached.',
  WRITE_OUTCOME_UNKNOWN: 'The connection broke. It may have been saved: reload before you try again.',
};
