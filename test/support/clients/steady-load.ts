import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';

/** How a request is sent: a read by GET or by POST, or a write. */
export type Kind = 'get' | 'post' | 'write';

export interface LoadReport {
  reads: number;
  writes: number;
  /** Reads without their data, and writes with an outcome that the service contradicts. */
  wrong: string[];
  /** Writes whose outcome the client does not know. */
  unknown: number;
}

interface Reply {
  data?: { organization?: { title: string } | null; updateOrganization?: { userErrors: unknown[] } | null };
  errors?: { extensions: { code: string } }[];
}

const read = '{ organization(id: "a") { title } }';
const write =
  'mutation ($title: String) { updateOrganization(input: { id: "a", title: $title }) { userErrors { code } } }';
const json = { 'content-type': 'application/json', authorization: 'Bearer t' };

/** Clients that send requests one after the other, on connections that are kept alive, until they are stopped. */
export class SteadyLoad {
  readonly report: LoadReport = { reads: 0, writes: 0, wrong: [], unknown: 0 };
  readonly #pool: Pool;
  readonly #name: string;
  /** How often the service has done the write with a title. */
  readonly #done: ReadonlyMap<string, number>;
  readonly #clients: Promise<void>[];
  #isStopped = false;

  /** `kinds` are sent in turn by each of the clients. */
  constructor(name: string, url: string, done: ReadonlyMap<string, number>, clients: number, kinds: readonly Kind[]) {
    this.#name = name;
    this.#done = done;
    this.#pool = new Pool(url, { connections: clients, pipelining: 1 });
    this.#clients = Array.from({ length: clients }, (_, client) => this.#run(client, kinds));
  }

  /** Waits for the responses of all requests. */
  async stop(): Promise<LoadReport> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
    await this.#pool.close();
    return this.report;
  }

  async #run(client: number, kinds: readonly Kind[]): Promise<void> {
    for (let i = client; !this.#isStopped; i++) {
      const kind = kinds[i % kinds.length] as Kind;
      if (kind === 'write') await this.#write(`${this.#name} ${client} ${i}`);
      else await this.#read(kind);
      // Some connections are idle for a moment.
      if (i % 5 === 0) await setTimeout(client);
    }
  }

  async #read(kind: Kind): Promise<void> {
    this.report.reads++;
    const reply = await (kind === 'get' ? this.#send('GET') : this.#send('POST', JSON.stringify({ query: read })));
    if (typeof reply === 'string') this.report.wrong.push(`${this.#name} ${kind}: ${reply}`);
    else if (reply.data?.organization?.title !== 'Acme') this.report.wrong.push(`${kind}: ${JSON.stringify(reply)}`);
  }

  async #write(title: string): Promise<void> {
    this.report.writes++;
    const reply = await this.#send('POST', JSON.stringify({ query: write, variables: { title } }));
    const times = this.#done.get(title) ?? 0;
    const isUnknown = typeof reply === 'string' || reply.errors?.[0]?.extensions.code === 'WRITE_OUTCOME_UNKNOWN';
    if (isUnknown) this.report.unknown++;
    const expected = isUnknown ? [0, 1] : [reply.errors === undefined ? 1 : 0];
    if (!expected.includes(times)) this.report.wrong.push(`done ${times} times: ${JSON.stringify(reply)}`);
  }

  /** The result; without one, what there was instead. */
  async #send(method: 'GET' | 'POST', body: string | null = null): Promise<Reply | string> {
    const path = body === null ? `/graphql?query=${encodeURIComponent(read)}` : '/graphql';
    try {
      const response = await this.#pool.request({ method, path, body, headers: json });
      const text = await response.body.text();
      return response.statusCode === 200
        ? (JSON.parse(text) as Reply)
        : `status ${response.statusCode} ${text.slice(0, 80)}`;
    } catch (error) {
      return String(error);
    }
  }
}
