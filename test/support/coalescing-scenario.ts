import { expect } from 'vitest';
import { globalIdOf } from './expectations.ts';
import type { HeldUpstream } from './held-upstream.ts';
import type { SentRequest, WatchedClients } from './watched-clients.ts';

/** What the gateway shares. */
export interface SharingSettings {
  calls: boolean;
  operations: boolean;
}

/** Something that happens; `which` is taken modulo the number of those that there are. */
export type Step =
  | { do: 'ask'; caller: number; document: number; record: string }
  | { do: 'answer'; which: number; fails: boolean }
  | { do: 'leave'; which: number }
  | { do: 'leave then rejoin'; which: number }
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

/** Ways to ask for the same record: documents that make the same call, and another one, answered at once, after it. */
export const documents = [
  'query ($id: ID!) { space(id: $id) { title organization { title } } }',
  'query ($id: ID!) { space(id: $id) { restId title organization { title } } }',
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
  waiting: Waiting[];
}

/** A request that waits for a call, and the document that it asked. */
interface Waiting {
  request: SentRequest;
  document: number;
}

interface Write {
  number: number;
  request: SentRequest;
}

/** Plays steps against a gateway, and checks after each that the calls were made which the rules say, and no others. */
export class CoalescingScenario {
  readonly #upstream: HeldUpstream;
  readonly #clients: WatchedClients;
  readonly #sharing: SharingSettings;
  /** Sets the play's records apart from those of other plays. */
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
      case 'ask':
        return this.#ask(step);
      case 'answer':
        return this.#answer(at(this.#calls, step.which), step.fails);
      case 'leave':
        await this.#leave(step.which);
        return;
      case 'leave then rejoin':
        return this.#rejoin(step.which);
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
    await this.#askFor(caller, document, `${name}-${this.#name}`);
  }

  async #askFor(caller: number, document: number, record: string): Promise<void> {
    const asked = { caller, document, record, epoch: this.#epoch };
    const joined = this.#calls.find((call) => this.#mayJoin(call, asked));
    const query = documents[document] as string;
    const request = await this.#clients.send({ query, variables: { id: record }, ...callers[caller] });
    if (joined !== undefined) joined.waiting.push({ request, document });
    else this.#calls.push({ ...asked, number: this.#expected++, waiting: [{ request, document }] });
    expect(this.#upstream.calls).toHaveLength(this.#expected);
    if (joined === undefined) this.#expectSentBy(callers[caller] as Caller, `/v1/spaces/${record}`);
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
    this.#upstream.calls[call.number]?.answer(
      fails ? {} : { id: call.record, title, organization: 'marker-organization' },
      fails ? 500 : 200,
    );
    for (const { request } of call.waiting) {
      const { data, errors } = await request.answer;
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(fails ? ['UPSTREAM_ERROR'] : undefined);
      expect(data.space).toEqual(fails ? null : expect.objectContaining({ title, organization: { title: 'marker' } }));
    }
  }

  /** One client goes away; resolves to what it had asked. */
  async #leave(which: number): Promise<{ call: Call; document: number } | undefined> {
    const all = this.#calls.flatMap((call) => call.waiting.map((waiting) => ({ call, waiting })));
    const one = at(all, which);
    if (one === undefined) return undefined;
    const { call, waiting } = one;
    await waiting.request.leave();
    remove(call.waiting, waiting);
    if (call.waiting.length === 0) {
      await this.#upstream.calls[call.number]?.gone;
      remove(this.#calls, call);
    }
    return { call, document: waiting.document };
  }

  /** A client goes away, and asks the same again at once, as a browser does that aborts and refetches. */
  async #rejoin(which: number): Promise<void> {
    const left = await this.#leave(which);
    if (left !== undefined) await this.#askFor(left.call.caller, left.document, left.call.record);
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
