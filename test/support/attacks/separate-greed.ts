import type { HttpMessage } from './attacks.ts';
import { HelperProcess } from './helper-process.ts';

/** Stands for the name of the client in a body or token. Names of GraphQL, of nine characters. */
export const anyClient = 'c99999999';
/** Stands for a name that differs in each message. */
export const anyTurn = 'u99999999';

/** What a greedy client sends, and what it does in place of reading the response. */
export interface GreedyMessage extends HttpMessage {
  client?: 'reads nothing' | 'sends no end' | 'leaves';
}

/** What greedy clients send, all of them the same but for these names. */
export interface Greed {
  clients: number;
  /** Each client sends all of them in turn. */
  messages: readonly GreedyMessage[];
  /** Where they come from; without them, from anywhere on this machine. */
  addresses?: readonly string[];
}

/** Starts a process for greedy clients, none of which sends anything yet. */
export const startGreedyProcess = (url: string) => HelperProcess.start('greedy-process', [url]);

/**
 * Resolves when the clients send that, in place of what they have sent before; each sends the next message as soon as the one before is
 * answered.
 */
export const sendGreed = (clients: HelperProcess, greed: Greed) => clients.ask(JSON.stringify(greed));

/** Resolves when no client sends any more. */
export const stopGreed = (clients: HelperProcess) => clients.ask('');

/** Starts a process of greedy clients. Resolves when they send that. */
export async function startGreed(url: string, greed: Greed): Promise<HelperProcess> {
  const clients = await startGreedyProcess(url);
  await sendGreed(clients, greed);
  return clients;
}
