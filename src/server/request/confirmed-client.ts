import type { RequestState } from './request-state.ts';

/**
 * Whether the REST service has answered an operation without an error: what a client chose in it, such as the operation's name,
 * is then more than a text that anyone can send.
 */
export function isConfirmed({ statistics, result }: RequestState): boolean {
  return statistics.made > 0 && result !== undefined && result.errors === undefined;
}

/**
 * The client of an operation, where the REST service has answered it without an error and the client sent credentials. Never
 * empty. Credentials that are made up are never confirmed.
 */
export function confirmedClientOf(state: RequestState): string | undefined {
  const { client } = state.caller.credentials;
  return client !== '' && isConfirmed(state) ? client : undefined;
}
