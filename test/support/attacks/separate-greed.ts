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

/** Greedy clients in a process of their own, each of which sends the next message as soon as the one before is answered. */
export class SeparateGreed {
  readonly #process: HelperProcess;

  private constructor(process: HelperProcess) {
    this.#process = process;
  }

  static async start(url: string): Promise<SeparateGreed> {
    return new SeparateGreed(await HelperProcess.start('greedy-process', [url]));
  }

  /** Resolves when the clients send that. */
  async send(greed: Greed): Promise<void> {
    await this.#process.ask(JSON.stringify(greed));
  }

  /** Resolves when no client sends any more. */
  async stop(): Promise<void> {
    await this.#process.ask('');
  }

  async end(): Promise<void> {
    await this.#process.end();
  }
}

/** Resolves when the clients send that. */
export async function startGreed(url: string, greed: Greed): Promise<SeparateGreed> {
  const clients = await SeparateGreed.start(url);
  await clients.send(greed);
  return clients;
}
