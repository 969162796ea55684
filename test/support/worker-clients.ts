import { Client } from 'undici';
import { type Running, until, urlIn } from './command.ts';
import type { AnsweredError } from './gateway.ts';

/** A client with a connection of its own, which leads to one worker as long as that lives. */
export interface WorkerClient {
  pid: number;
  ask(query: string, variables?: Record<string, unknown>): Promise<WorkerAnswer>;
}

export interface WorkerAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into the data that it asked for
  data: any;
  errors: AnsweredError[] | undefined;
}

/** Clients of a gateway that runs in several processes, each of them connected to a known one. */
export class WorkerClients {
  readonly #gateway: Running;
  readonly #token: string;
  readonly #clients: Client[] = [];
  #asked = 0;

  constructor(gateway: Running, token: string) {
    this.#gateway = gateway;
    this.#token = token;
  }

  /** As many clients of each worker, in no order of workers. */
  async ofEach(workers: number, each: number): Promise<[WorkerClient[], ...WorkerClient[][]]> {
    const byWorker = new Map<number, WorkerClient[]>();
    const isEnough = () =>
      byWorker.size >= workers && [...byWorker.values()].every((clients) => clients.length >= each);
    while (!isEnough()) {
      const client = await this.connect();
      byWorker.set(client.pid, [...(byWorker.get(client.pid) ?? []), client]);
    }
    return [...byWorker.values()] as [WorkerClient[], ...WorkerClient[][]];
  }

  /** A client of some worker: the log tells which one answered it. */
  async connect(): Promise<WorkerClient> {
    const client = new Client(new URL(urlIn(this.#gateway.lines, 'GraphQL')).origin);
    this.#clients.push(client);
    const name = `Who${this.#asked++}`;
    await this.#ask(client, `query ${name} { organization(id: "marker-${name}") { title } }`);
    const pid = () => this.#gateway.log().find(({ operation }) => operation === name)?.pid;
    await until(() => pid() !== undefined);
    return { pid: pid() as number, ask: (query, variables) => this.#ask(client, query, variables) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.destroy()));
  }

  async #ask(client: Client, query: string, variables?: Record<string, unknown>): Promise<WorkerAnswer> {
    const { body } = await client.request({
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await body.json()) as WorkerAnswer;
  }
}
