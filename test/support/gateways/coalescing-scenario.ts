import { expect } from 'vitest';
import type { SentRequest, WatchedClients } from '../clients/watched-clients.ts';
import { globalIdOf } from '../execution/expectations.ts';
import type { HeldUpstream } from '../upstreams/held-upstream.ts';

/** The kinds of sharing that the gateway has enabled. */
export interface SharingSettings {
  calls: boolean;
  operations: boolean;
}

/** One step of a scenario; `which` is an index modulo the number of existing items. */
export type Step =
  | { do: 'request'; caller: number; document: number; record: string }
  | { do: 'respond'; which: number; fails: boolean }
  | { do: 'cancel'; which: number }
  | { do: 'cancel and retry'; which: number }
  | { do: 'begin write'; caller: number }
  | { do: 'end write'; which: number; status: number };

interface Caller {
  token: string | null;
  headers?: { 'x-tenant': string };
}

/** Clients with different identities; the last two differ only in a forwarded header. */
export const callers: readonly Caller[] = [
  { token: 'one' },
  { token: 'two' },
  { token: null },
  { token: 'one', headers: { 'x-tenant': 'red' } },
  { token: 'one', headers: { 'x-tenant': 'blue' } },
];

/** Different queries for the same record: each makes the same call first, then another one with an immediate response. */
export const documents = [
  'query ($id: ID!) { space(id: $id) { title organization { title } } }',
  'query ($id: ID!) { space(id: $id) { restId title organization { title } } }',
] as const;

const write = 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }';

/** A read that is in flight, with the requests that wait for it. */
interface Call {
  number: number;
  caller: number;
  document: number;
  record: string;
  /** Number of writes that had ended when it started. */
  epoch: number;
  waiting: Waiting[];
}

/** A request that waits for a call, and the index of its document. */
interface Waiting {
  request: SentRequest;
  document: number;
}

interface Write {
  number: number;
  request: SentRequest;
}

/** Runs steps against a gateway, and checks after each step that exactly the expected calls were made. */
export class CoalescingScenario {
  readonly #upstream: HeldUpstream;
  readonly #clients: WatchedClients;
  readonly #sharing: SharingSettings;
  /** Separates the scenario's records from those of other scenarios. */
  readonly #name: string;
  readonly #calls: Call[] = [];
  readonly #writes: Write[] = [];
  #epoch = 0;
  #expected: number;

  constructor(upstream: HeldUpstream, clients: WatchedClients, sharing: SharingSettings, name: string) {
    this.#upstream = upstream;
    this.#clients = clients;
    this.#sharing = sharing;
    this.#name = name;
    this.#expected = upstream.calls.length;
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'request':
        return this.#request(step);
      case 'respond':
        return this.#respond(at(this.#calls, step.which), step.fails);
      case 'cancel':
        await this.#cancel(step.which);
        return;
      case 'cancel and retry':
        return this.#retry(step.which);
      case 'begin write':
        return this.#beginWrite(step.caller);
      case 'end write':
        return this.#endWrite(at(this.#writes, step.which), step.status);
    }
  }

  /** Ends all writes and responds to all calls, so that no request is left waiting. */
  async end(): Promise<void> {
    for (const one of [...this.#writes]) await this.#endWrite(one, 204);
    for (const call of [...this.#calls]) await this.#respond(call, false);
  }

  async #request({ caller, document, record: name }: Step & { do: 'request' }): Promise<void> {
    await this.#sendFor(caller, document, `${name}-${this.#name}`);
  }

  async #sendFor(caller: number, document: number, record: string): Promise<void> {
    const wanted = { caller, document, record, epoch: this.#epoch };
    const joined = this.#calls.find((call) => this.#mayJoin(call, wanted));
    const query = documents[document] as string;
    const request = await this.#clients.send({ query, variables: { id: record }, ...callers[caller] });
    if (joined !== undefined) joined.waiting.push({ request, document });
    else this.#calls.push({ ...wanted, number: this.#expected++, waiting: [{ request, document }] });
    expect(this.#upstream.calls).toHaveLength(this.#expected);
    if (joined === undefined) this.#expectSentBy(callers[caller] as Caller, `/v1/spaces/${record}`);
  }

  /** The rule: the same caller makes the same call or operation, and no write has ended since. */
  #mayJoin(call: Call, wanted: Omit<Call, 'number' | 'waiting'>): boolean {
    const isSame = call.caller === wanted.caller && call.record === wanted.record && call.epoch === wanted.epoch;
    const { calls, operations } = this.#sharing;
    return isSame && (calls || (operations && call.document === wanted.document));
  }

  /** Checks that the last call was sent with its caller's credentials. */
  #expectSentBy({ token, headers }: Caller, url: string): void {
    const call = this.#upstream.calls.at(-1);
    expect(call?.url).toBe(url);
    expect(call?.headers.authorization).toBe(token === null ? undefined : `Bearer ${token}`);
    expect(call?.headers['x-tenant']).toBe(headers?.['x-tenant']);
  }

  async #respond(call: Call | undefined, fails: boolean): Promise<void> {
    if (call === undefined) return;
    remove(this.#calls, call);
    expect(this.#upstream.calls[call.number]?.isHeld).toBe(true);
    const title = `response ${call.number}`;
    this.#upstream.calls[call.number]?.respond(
      fails ? {} : { id: call.record, title, organization: 'marker-organization' },
      fails ? 500 : 200,
    );
    for (const { request } of call.waiting) {
      const { data, errors } = await request.response;
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(fails ? ['UPSTREAM_ERROR'] : undefined);
      expect(data.space).toEqual(fails ? null : expect.objectContaining({ title, organization: { title: 'marker' } }));
    }
  }

  /** Cancels one request; resolves to its call and document. */
  async #cancel(which: number): Promise<{ call: Call; document: number } | undefined> {
    const all = this.#calls.flatMap((call) => call.waiting.map((waiting) => ({ call, waiting })));
    const one = at(all, which);
    if (one === undefined) return undefined;
    const { call, waiting } = one;
    await waiting.request.cancel();
    remove(call.waiting, waiting);
    if (call.waiting.length === 0) {
      await this.#upstream.calls[call.number]?.cancelled;
      remove(this.#calls, call);
    }
    return { call, document: waiting.document };
  }

  /** Cancels a request and repeats it at once, as a browser does that aborts and refetches. */
  async #retry(which: number): Promise<void> {
    const cancelled = await this.#cancel(which);
    if (cancelled !== undefined) await this.#sendFor(cancelled.call.caller, cancelled.document, cancelled.call.record);
  }

  async #beginWrite(caller: number): Promise<void> {
    const variables = { id: globalIdOf('Team', this.#name, 'team') };
    const request = await this.#clients.send({ query: write, variables, ...callers[caller] });
    this.#writes.push({ request, number: this.#expected++ });
    expect(this.#upstream.calls).toHaveLength(this.#expected);
  }

  async #endWrite(ended: Write | undefined, status: number): Promise<void> {
    if (ended === undefined) return;
    remove(this.#writes, ended);
    this.#upstream.calls[ended.number]?.respond({}, status);
    await ended.request.response;
    this.#epoch += 1;
  }
}

function at<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % Math.max(1, items.length)];
}

function remove<Item>(items: Item[], item: Item): void {
  items.splice(items.indexOf(item), 1);
}
