import { expect } from 'vitest';
import { globalIdOf } from './expectations.ts';
import type { HeldUpstream } from './held-upstream.ts';
import type { SentRequest, WatchedClients } from './watched-clients.ts';

/** What the gateway shares. */
export interface Sharing {
  calls: boolean;
  operations: boolean;
}

/** Something that happens; `which` is taken modulo the number of those that there are. */
export type Step =
  | { do: 'ask'; caller: number; document: number; record: string }
  | { do: 'answer'; which: number; fails: boolean }
  | { do: 'leave'; which: number }
  | { do: 'begin write'; caller: number }
  | { do: 'end write'; which: number; status: number };

interface Caller {
  token: string | null;
  headers?: { 'x-tenant': string };
}

/** Who asks; the last two differ in a header that is passed on. */
export const callers: readonly Caller[] = [
  { token: 'one' },
  { token: 'two' },
  { token: null },
  { token: 'one', headers: { 'x-tenant': 'red' } },
  { token: 'one', headers: { 'x-tenant': 'blue' } },
];

/** Ways to ask for the same record: documents that make the same call. */
export const documents = [
  'query ($id: ID!) { organization(id: $id) { title } }',
  'query ($id: ID!) { organization(id: $id) { restId title } }',
] as const;

const write = 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }';

/** A read that the service has to answer, and who waits for it. */
interface Call {
  number: number;
  caller: number;
  document: number;
  record: string;
  /** How many writes had ended when it began. */
  epoch: number;
  waiting: SentRequest[];
}

interface Write {
  number: number;
  request: SentRequest;
}

/** Plays steps against a gateway, and checks after each that the calls were made which the rules say, and no others. */
export class SharingPlay {
  readonly #upstream: HeldUpstream;
  readonly #clients: WatchedClients;
  readonly #sharing: Sharing;
  /** Sets the play's records apart from those of other plays. */
  readonly #name: string;
  readonly #calls: Call[] = [];
  readonly #writes: Write[] = [];
  #epoch = 0;
  #expected: number;

  constructor(upstream: HeldUpstream, clients: WatchedClients, sharing: Sharing, name: string) {
    this.#upstream = upstream;
    this.#clients = clients;
    this.#sharing = sharing;
    this.#name = name;
    this.#expected = upstream.calls.length;
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'ask':
        return this.#ask(step);
      case 'answer':
        return this.#answer(at(this.#calls, step.which), step.fails);
      case 'leave':
        return this.#leave(step.which);
      case 'begin write':
        return this.#beginWrite(step.caller);
      case 'end write':
        return this.#endWrite(at(this.#writes, step.which), step.status);
    }
  }

  /** Ends all writes and answers all calls: nobody is left waiting. */
  async end(): Promise<void> {
    for (const one of [...this.#writes]) await this.#endWrite(one, 204);
    for (const call of [...this.#calls]) await this.#answer(call, false);
  }

  async #ask({ caller, document, record: name }: Step & { do: 'ask' }): Promise<void> {
    const record = `${name}-${this.#name}`;
    const asked = { caller, document, record, epoch: this.#epoch };
    const joined = this.#calls.find((call) => this.#mayJoin(call, asked));
    const query = documents[document] as string;
    const request = await this.#clients.send({ query, variables: { id: record }, ...callers[caller] });
    if (joined !== undefined) joined.waiting.push(request);
    else this.#calls.push({ ...asked, number: this.#expected++, waiting: [request] });
    expect(this.#upstream.calls).toHaveLength(this.#expected);
    if (joined === undefined) this.#expectSentBy(callers[caller] as Caller, `/v1/orgs/${record}`);
  }

  /** The rules: the same caller asks the same of the service, and no write has ended since. */
  #mayJoin(call: Call, asked: Omit<Call, 'number' | 'waiting'>): boolean {
    const isSame = call.caller === asked.caller && call.record === asked.record && call.epoch === asked.epoch;
    const { calls, operations } = this.#sharing;
    return isSame && (calls || (operations && call.document === asked.document));
  }

  /** The last call was sent with its caller's credentials. */
  #expectSentBy({ token, headers }: Caller, url: string): void {
    const call = this.#upstream.calls.at(-1);
    expect(call?.url).toBe(url);
    expect(call?.headers.authorization).toBe(token === null ? undefined : `Bearer ${token}`);
    expect(call?.headers['x-tenant']).toBe(headers?.['x-tenant']);
  }

  async #answer(call: Call | undefined, fails: boolean): Promise<void> {
    if (call === undefined) return;
    remove(this.#calls, call);
    expect(this.#upstream.calls[call.number]?.isHeld).toBe(true);
    const title = `answer ${call.number}`;
    this.#upstream.calls[call.number]?.answer(fails ? {} : { id: call.record, title }, fails ? 500 : 200);
    for (const { answer } of call.waiting) {
      const { data, errors } = await answer;
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(fails ? ['UPSTREAM_ERROR'] : undefined);
      expect(data.organization?.title ?? null).toBe(fails ? null : title);
    }
  }

  async #leave(which: number): Promise<void> {
    const all = this.#calls.flatMap((call) => call.waiting.map((request) => ({ call, request })));
    const one = at(all, which);
    if (one === undefined) return;
    const { call, request } = one;
    await request.leave();
    remove(call.waiting, request);
    if (call.waiting.length > 0) return;
    await this.#upstream.calls[call.number]?.gone;
    remove(this.#calls, call);
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
    this.#upstream.calls[ended.number]?.answer({}, status);
    await ended.request.answer;
    this.#epoch += 1;
  }
}

function at<Item>(items: readonly Item[], which: number): Item | undefined {
  return items[which % Math.max(1, items.length)];
}

function remove<Item>(items: Item[], item: Item): void {
  items.splice(items.indexOf(item), 1);
}
