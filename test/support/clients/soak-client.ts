import { setTimeout as delay } from 'node:timers/promises';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { Random } from '../../../src/sandbox/random.ts';
import type { GraphQLResultError } from '../gateways/gateway.ts';

/** What all clients together have seen. */
export interface SoakReport {
  done: number;
  reads: number;
  writes: number;
  failed: number;
  /** Answers that contradict the model, and requests without an answer. */
  wrong: string[];
  /** The subjects of created change requests, and whether the gateway said that it was created. */
  created: Map<string, boolean>;
}

/** Codes of a service that fails: any of them is right while it has faults. */
const expectedCodes = new Set([
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
  'BAD_UPSTREAM_RESPONSE',
  'RATE_LIMITED',
  'WRITE_OUTCOME_UNKNOWN',
]);

/** Time in which every request must have ended, in milliseconds. */
const answerMs = 40_000;

const create = `mutation ($spaceId: ID!, $subject: String!) {
  outcome: createChangeRequest(input: { spaceId: $spaceId, subject: $subject }) { changeRequest { id subject } userErrors { code } }
}`;
const update = `mutation ($id: ID!, $subject: String!) {
  outcome: updateChangeRequest(input: { id: $id, subject: $subject }) { changeRequest { subject } userErrors { code } }
}`;
const read = 'query ($id: ID!) { node(id: $id) { ... on ChangeRequest { subject space { id title } } } }';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each query has its own data
  data: any;
  errors?: GraphQLResultError[];
}

/** A client with a change request of its own, whose subject it changes and reads. */
export class SoakClient {
  readonly #name: string;
  readonly #url: string;
  readonly #spaceId: string;
  readonly #random: Random;
  readonly #report: SoakReport;
  #id: string | undefined;
  /** The subjects that the change request may have: more than one after a write of unknown outcome. */
  #subjects = new Set<string>();
  #count = 0;

  constructor(number: number, url: string, spaceId: string, random: Random, report: SoakReport) {
    this.#name = `soak ${number}`;
    this.#url = url;
    this.#spaceId = spaceId;
    this.#random = random;
    this.#report = report;
  }

  async run(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      if (this.#id === undefined) await this.#createOwn();
      else if (this.#random.chance(0.05)) await this.#createOther();
      else if (this.#random.chance(0.2)) await this.#update(this.#id);
      else await this.#read(this.#id);
      await delay(10);
    }
  }

  /** Creates the change request that this client updates and reads. */
  async #createOwn(): Promise<void> {
    const record = await this.#create(this.#nextSubject());
    if (record === undefined) return;
    this.#id = record.id;
    this.#subjects = new Set([record.subject]);
  }

  /** Creates a change request that nobody updates, so that it is found by its subject at the end. */
  async #createOther(): Promise<void> {
    const subject = this.#nextSubject();
    this.#report.created.set(subject, false);
    const record = await this.#create(subject);
    if (record !== undefined) this.#report.created.set(subject, true);
  }

  async #create(subject: string): Promise<{ id: string; subject: string } | undefined> {
    const answer = await this.#post(create, { spaceId: this.#spaceId, subject }, 'writes');
    const record = answer?.data?.outcome?.changeRequest ?? undefined;
    if (record !== undefined)
      this.#expect(record.subject === subject, `created ${JSON.stringify(record)}, not ${subject}`);
    return record;
  }

  async #update(id: string): Promise<void> {
    const subject = this.#nextSubject();
    // Until the outcome is known, both may be there.
    this.#subjects.add(subject);
    const answer = await this.#post(update, { id, subject }, 'writes');
    const record = answer?.data?.outcome?.changeRequest;
    if (record === undefined || record === null) return;
    this.#subjects = new Set([subject]);
    this.#expect(record.subject === subject, `updated to ${JSON.stringify(record)}, not ${subject}`);
  }

  async #read(id: string): Promise<void> {
    const answer = await this.#post(read, { id }, 'reads');
    if (answer === undefined) return;
    if (answer.errors === undefined) this.#expect(answer.data?.node !== null, `${id} is missing`);
    const subject = answer.data?.node?.subject;
    if (typeof subject !== 'string') return;
    this.#expect(this.#subjects.has(subject), `read ${subject}, not one of ${[...this.#subjects]}`);
  }

  #nextSubject(): string {
    return `${this.#name} ${this.#count++}`;
  }

  #expect(isRight: boolean, problem: string): void {
    if (!isRight) this.#report.wrong.push(`${this.#name}: ${problem}`);
  }

  /** The answer; undefined if the connection broke, as it does when a worker is killed. */
  async #post(query: string, variables: object, kind: 'reads' | 'writes'): Promise<Answer | undefined> {
    const report = this.#report;
    report.done++;
    report[kind]++;
    try {
      const response = await fetch(`${this.#url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(answerMs),
      });
      const answer = (await response.json()) as Answer;
      const codes = answer.errors?.map(({ extensions }) => extensions.code) ?? [];
      if (codes.length > 0) report.failed++;
      const strange = codes.filter((code) => !expectedCodes.has(code));
      this.#expect(strange.length === 0 && response.status === 200, `${response.status} ${strange}`);
      return answer;
    } catch (error) {
      report.failed++;
      this.#expect((error as Error).name !== 'TimeoutError', 'no answer');
      // A write that a worker has sent before its end may still be on its way to the service.
      await delay(500);
      return undefined;
    }
  }
}
