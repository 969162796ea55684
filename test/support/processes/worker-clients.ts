import { Client } from 'undici';
import type { GraphQLResultError } from '../gateways/gateway.ts';
import { type Running, until, urlIn } from './command.ts';

/** A client with its own connection, which stays with one worker as long as that worker runs. */
export interface WorkerClient {
  pid: number;
  execute(query: string, variables?: Record<string, unknown>): Promise<WorkerResult>;
}

export interface WorkerResult {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  data: any;
  errors: GraphQLResultError[] | undefined;
}

/** Clients of a gateway that runs in several processes; the worker of each client is known. */
export class WorkerClients {
  readonly #gateway: Running;
  readonly #token: string;
  readonly #clients: Client[] = [];
  #connected = 0;

  constructor(gateway: Running, token: string) {
    this.#gateway = gateway;
    this.#token = token;
  }

  /** At least `each` clients for each of `workers` workers, in no particular order of workers. */
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

  /** A client of any worker; the log shows which one it is connected to. */
  async connect(): Promise<WorkerClient> {
    const client = new Client(new URL(urlIn(this.#gateway.lines, 'GraphQL')).origin);
    this.#clients.push(client);
    const name = `Marker${this.#connected++}`;
    await this.#execute(client, `query ${name} { organization(id: "marker-${name}") { title } }`);
    const pid = () => this.#gateway.log().find(({ operation }) => operation === name)?.pid;
    await until(() => pid() !== undefined);
    return { pid: pid() as number, execute: (query, variables) => this.#execute(client, query, variables) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.destroy()));
  }

  async #execute(client: Client, query: string, variables?: Record<string, unknown>): Promise<WorkerResult> {
    const { body } = await client.request({
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await body.json()) as WorkerResult;
  }
}
