import { CombinedGraphQLErrors, ServerError, ServerParseError } from '@apollo/client/errors';
import { FieldError } from 'docgraph/client';

const messages: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'The request is not valid.',
  FORBIDDEN: 'Your role does not allow it.',
  NOT_FOUND: 'It does not exist, or you cannot see it.',
  RATE_LIMITED: 'There were too many requests. Wait a moment.',
  UPSTREAM_TIMEOUT: 'The service took too long to respond.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached.',
  UPSTREAM_ERROR: 'The service reported an error.',
  WRITE_OUTCOME_UNKNOWN: 'The connection broke. It may have been saved: reload before you try again.',
};

/**
 * What to tell people about an error. The codes of the gateway are stable, its messages are for developers. A response that is not the
 * gateway's comes from a proxy before it.
 */
export function messageOf(error: unknown): string {
  const code = codeOf(error);
  if (code !== undefined) return messages[code] ?? 'Something went wrong.';
  const isOfConnection = error instanceof TypeError || ServerError.is(error) || ServerParseError.is(error);
  return isOfConnection ? 'The connection failed.' : 'Something went wrong.';
}

/** Whether an error says that an address names nothing: a look-up found no record, or the id in the address is no id. */
export function isMissing(error: unknown): boolean {
  return ['NOT_FOUND', 'BAD_USER_INPUT'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof FieldError) return error.code;
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  return String(error.errors[0]?.extensions?.code ?? 'UNKNOWN');
}
