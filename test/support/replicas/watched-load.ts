import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import type { VersionedRecord } from './versioned-record.ts';

export interface WatchedReport {
  reads: number;
  writes: number;
  /** Writes that were rejected before they were sent to the service, and those of which the client does not know. */
  rejected: number;
  unknown: number;
  /** Reads without their data. */
  failed: string[];
  /** Reads of what was before a write, and those of them that the promise has no exception for. */
  stale: number;
  beyondPromise: string[];
  /** Writes whose outcome the service contradicts. */
  contradicted: string[];
}

interface Write {
  readonly version: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Fault {
  readonly startedAt: number;
  endedAt: number;
}

const tokens = ['one', 'two', 'three', 'four'];
/** Each reader has a token of its own, as far as there are so many. */
const ownToken = (reader: number) => tokens[reader % tokens.length] as string;
const read = `/graphql?query=${encodeURIComponent('{ organization(id: "a") { title } }')}`;
const write =
  'mutation ($name: String) { updateOrganization(input: { id: "a", title: $name }) { organization { title } } }';

/**
 * Readers and a writer that send one request after the other, and check each response. A read may miss a write only where a fault was there while the
 * write was made, and as long as it is there.
 */
export class WatchedLoad {
  readonly report: WatchedReport = {
    reads: 0,
    writes: 0,
    rejected: 0,
    unknown: 0,
    failed: [],
    stale: 0,
    beyondPromise: [],
    contradicted: [],
  };
  readonly #name: string;
  readonly #record: VersionedRecord;
  readonly #pool: Pool;
  readonly #clients: Promise<void>[];
  /** In the order of their versions. */
  readonly #writes: Write[] = [];
  #fault: Fault | undefined;
  #isStopped = false;

  /** `name` is part of what is written, so that no two loads write the same; `tokenOf` gives the token of a reader's next request. */
  constructor(name: string, url: string, record: VersionedRecord, tokenOf: (reader: number) => string = ownToken) {
    this.#name = name;
    this.#record = record;
    this.#pool = new Pool(url, { connections: 16, pipelining: 1 });
    const readers = Array.from({ length: 6 }, (_, i) => this.#readOn(() => tokenOf(i)));
    this.#clients = [...readers, this.#writeOn()];
  }

  /** Waits until so many more reads, and some writes, have their responses. */
  async progress(reads: number): Promise<void> {
    const { reads: before, writes } = this.report;
    const writesBefore = writes;
    while (this.report.reads < before + reads || this.report.writes < writesBefore + 3) await setTimeout(5);
  }

  /** From now on, writes may be missed as long as the fault lasts. */
  faultBegins(): void {
    this.#fault = { startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
  }

  faultEnds(): void {
    if (this.#fault?.endedAt === Number.POSITIVE_INFINITY) this.#fault.endedAt = performance.now();
  }

  async stop(): Promise<WatchedReport> {
    this.#isStopped = true;
    await Promise.all(this.#clients);
    await this.#pool.close();
    return this.report;
  }

  async #readOn(nextToken: () => string): Promise<void> {
    while (!this.#isStopped) {
      const startedAt = performance.now();
      const [status, text] = await this.#send('GET', read, nextToken(), null);
      this.report.reads++;
      const title = status === 200 ? titleIn(text, 'organization') : undefined;
      if (title === undefined) this.report.failed.push(`${status} ${text.slice(0, 300)}`);
      else this.#check(Number(title), startedAt);
      await setTimeout(2);
    }
  }

  #check(version: number, startedAt: number): void {
    const later = this.#writes.slice(this.#writes.findLastIndex((one) => one.version <= version) + 1);
    const missed = later.filter(({ endedAt }) => endedAt < startedAt);
    if (missed.length === 0) return;
    this.report.stale++;
    const fault = this.#fault;
    const isExcepted =
      fault !== undefined && startedAt < fault.endedAt && missed.every(({ endedAt }) => endedAt >= fault.startedAt);
    if (!isExcepted) this.report.beyondPromise.push(`${version} after ${missed.map((one) => one.version).join()}`);
  }

  async #writeOn(): Promise<void> {
    for (let i = 0; !this.#isStopped; i++) {
      const name = `${this.#name}, write ${i}`;
      const startedAt = performance.now();
      const body = JSON.stringify({ query: write, variables: { name } });
      const [, text] = await this.#send('POST', '/graphql', 'writer', body);
      this.report.writes++;
      this.#settle(name, startedAt, text);
      await setTimeout(15);
    }
  }

  /** Compares the outcome that the client knows with what the service has done. */
  #settle(name: string, startedAt: number, text: string): void {
    const times = this.#record.timesWritten(name);
    const title = titleIn(text, 'updateOrganization');
    if (title !== undefined) {
      this.#writes.push({ version: Number(title), startedAt, endedAt: performance.now() });
      if (times !== 1) this.report.contradicted.push(`${name}: done ${times} times`);
    } else if (text.includes('The write was not sent')) {
      this.report.rejected++;
      if (times !== 0) this.report.contradicted.push(`${name}: not sent, and done ${times} times`);
    } else {
      this.report.unknown++;
      if (times > 1) this.report.contradicted.push(`${name}: done ${times} times`);
    }
  }

  async #send(method: 'GET' | 'POST', path: string, token: string, body: string | null): Promise<[number, string]> {
    const headers = {
      'content-type': 'application/json',
      'apollo-require-preflight': 'true',
      authorization: `Bearer ${token}`,
    };
    try {
      const response = await this.#pool.request({ method, path, body, headers });
      return [response.statusCode, await response.body.text()];
    } catch (error) {
      return [0, String(error)];
    }
  }
}

function titleIn(text: string, field: 'organization' | 'updateOrganization'): string | undefined {
  try {
    const { data, errors } = JSON.parse(text);
    if (errors !== undefined) return undefined;
    return field === 'organization' ? data.organization.title : data.updateOrganization.organization.title;
  } catch {
    return undefined;
  }
}
