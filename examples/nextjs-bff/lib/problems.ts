/** What to tell people about an error. The codes of the gateway are stable, its messages are for developers. */
export function problemText(code: string): string {
  return problems[code] ?? 'Something went wrong.';
}

const problems: Readonly<Record<string, string>> = {
  FORBIDDEN: 'Your role does not allow it.',
  NOT_FOUND: 'It does not exist, or you cannot see it.',
  UPSTREAM_TIMEOUT: 'The service took too long to respond.',
  UPSTREAM_UNAVAILABLE: 'The service cannot be reached.',
  WRITE_OUTCOME_UNKNOWN: 'The connection broke. It may have been saved: reload before you try again.',
};
