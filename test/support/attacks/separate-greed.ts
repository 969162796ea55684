import type { HttpMessage } from './attacks.ts';
import { HelperProcess } from './helper-process.ts';

/** Stands for the name of the client in a body or token. Names of GraphQL, of nine characters. */
export const anyClient = 'c99999999';
/** Stands for a name that differs in each message. */
export const anyTurn = 'u99999999';

/** What greedy clients send, all of them the same but for these names. */
export interface Greed {
  clients: number;
  /** Each client sends all of them in turn. */
  messages: readonly HttpMessage[];
  /** Where they come from; without them, from anywhere on this machine. */
  addresses?: readonly string[];
}

/**
 * Greedy clients in a process of their own, each of which sends the next message as soon as the one before is answered. Resolves when
 * they send.
 */
export function startGreed(url: string, greed: Greed): Promise<HelperProcess> {
  return HelperProcess.start('greedy-process', [url], JSON.stringify(greed));
}
