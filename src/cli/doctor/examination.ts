import {
  type Endpoint,
  type Entity,
  isJsonObject,
  type Key,
  minSecretLength,
  queryParams,
  urlOf,
} from '../../engine/engine.ts';
import { isPagedList } from '../contract/record-schemas.ts';
import { unable } from '../exit.ts';
import { BodyCheck } from './body-check.ts';
import { type Candidate, Candidates } from './candidates.ts';
import { type Departure, type DepartureKind, Departures } from './departures.ts';
import type { GraphRule } from './graph-values.ts';
import { Outcomes, type Untried } from './outcomes.ts';
import { probePages } from './page-probe.ts';
import { type JsonReply, type Query, type ReaderOptions, type Reply, RestReader } from './rest-reader.ts';
import { SearchWords } from './search-words.ts';

export interface ExaminationOptions extends ReaderOptions {
  /** Ids of the organizations to read; all that the service lists, if there are none. */
  readonly organizations: readonly string[];
  /** Keys of records that no list has. */
  readonly keys: readonly Key[];
  /** How many useful responses of each operation are checked. */
  readonly samples: number;
  readonly rule: GraphRule;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly calls: number;
  /** Operations that have nothing more to try. */
  readonly done: number;
  readonly operations: number;
}

export interface ExaminationResult {
  readonly departures: readonly Departure[];
  /** What the contract allows, but does not describe. */
  readonly information: readonly Departure[];
  readonly untried: readonly Untried[];
  /** Number of operations that were checked, of all. */
  readonly checked: number;
  readonly operations: number;
  readonly calls: number;
}

/**
 * Reads through a service with GETs only, and compares what it returns with the contract. Keys of nested records are found in
 * the lists. Rejects with a CommandFailure if the service cannot be reached, or if it rejects the token.
 */
export async function examine(
  endpoints: readonly Endpoint[],
  entities: readonly Entity[],
  options: ExaminationOptions,
): Promise<ExaminationResult> {
  const reads = endpoints.filter(({ method }) => method === 'GET');
  const examination = new Examination(reads, entities, options);
  try {
    return await examination.run();
  } finally {
    await examination.close();
  }
}

class Examination {
  readonly #reads: readonly Endpoint[];
  readonly #options: ExaminationOptions;
  readonly #reader: RestReader;
  readonly #candidates: Candidates;
  readonly #departures: Departures;
  readonly #outcomes = new Outcomes();
  readonly #words = new SearchWords();
  readonly #probed = new Set<Endpoint>();
  readonly #aliased = new Set<Endpoint>();
  readonly #bodies: BodyCheck;

  constructor(reads: readonly Endpoint[], entities: readonly Entity[], options: ExaminationOptions) {
    this.#reads = reads;
    this.#options = options;
    this.#reader = new RestReader(options);
    this.#candidates = new Candidates(reads, options.samples);
    const ownHeaders = Object.values(options.headers ?? {}).filter(({ length }) => length >= minSecretLength);
    this.#departures = new Departures([options.token, ...ownHeaders]);
    this.#bodies = new BodyCheck(entities, reads, {
      rule: options.rule,
      words: this.#words,
      report: (candidate, kind, location, message) => this.#report(candidate, kind, location, message),
      addKey: (key, source) => this.#addKey(key, source),
    });
  }

  async run(): Promise<ExaminationResult> {
    this.#candidates.add({}, undefined);
    for (const organizationId of this.#options.organizations) this.#candidates.add({ organizationId }, undefined);
    for (const key of this.#options.keys) this.#candidates.add(key, undefined);
    for (;;) {
      const batch = this.#reader.hasEnded ? [] : this.#candidates.take(this.#options.concurrency);
      if (batch.length === 0) break;
      await Promise.all(batch.map((candidate) => this.#try(candidate)));
      const { calls } = this.#reader;
      this.#options.onProgress?.({ calls, done: this.#candidates.doneCount, operations: this.#reads.length });
    }
    this.#reportAbsent();
    const ending = this.#ending();
    const untried = this.#outcomes.untried(this.#reads, ending);
    return {
      departures: this.#departures.departures,
      information: this.#departures.information,
      untried,
      checked: this.#reads.length - untried.length,
      operations: this.#reads.length,
      calls: this.#reader.calls,
    };
  }

  /** Why no further call is sent, if there is a reason. */
  #ending(): string | undefined {
    const { rejection, isExhausted } = this.#reader;
    if (rejection === undefined) return isExhausted ? 'The calls were used up. Raise --max-calls.' : undefined;
    const { endpoint, url, status, calls } = rejection;
    const message = `The token was accepted, and is rejected with ${status} after ${calls} calls.`;
    this.#departures.add(endpoint, 'token', '', message, url);
    return 'The token was rejected before.';
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #try(candidate: Candidate): Promise<void> {
    const { endpoint, path } = candidate;
    const isFirst = this.#reader.calls === 0;
    const query = this.#requiredQuery(endpoint);
    const reply = await this.#reader.get(endpoint, path, query);
    if (isFirst) this.#checkConnection(reply);
    if (reply.kind === 'unsent') return;
    if (reply.kind === 'json') await this.#checkBody(candidate, reply, query);
    else if (reply.kind === 'status') this.#checkStatus(candidate, reply.status);
    else {
      const message = reply.kind === 'failed' ? `The call failed: ${reply.reason}.` : reply.reason;
      this.#report(candidate, 'response', '', message);
      this.#outcomes.add(endpoint, 'answered');
    }
  }

  /** Without any response, nothing can be said of the service. */
  #checkConnection(reply: Reply): void {
    const { upstream } = this.#options;
    if (reply.kind === 'failed') throw unable(`${upstream.href} cannot be reached: ${reply.reason}.`);
    if (reply.kind === 'status' && reply.status === 401) {
      throw unable(`${upstream.href} rejects the token (401). Pass a valid one.`);
    }
  }

  /** Searches need a text: a word of a title that was read finds something. */
  #requiredQuery(endpoint: Endpoint): Record<string, string> {
    const required = queryParams(endpoint).filter(([, schema]) => !schema.isOptional());
    return Object.fromEntries(required.map(([name]) => [name, this.#words.next()]));
  }

  #checkStatus(candidate: Candidate, status: number): void {
    const { endpoint, source } = candidate;
    const isGone = status === 404 || status === 410;
    const isRecord = endpoint.contract.entityAt(endpoint) !== undefined;
    if (isRecord && source !== undefined && (isGone || status === 403)) {
      this.#report(candidate, 'refused-id', '', `An id of ${source.id} is refused with ${status}.`);
      this.#outcomes.add(endpoint, 'answered');
    } else if (status === 401 || status === 403) {
      this.#outcomes.add(endpoint, 'forbidden');
    } else if (isGone && endpoint.pathParams.length > 0 && (source === undefined || !isPagedList(endpoint))) {
      // A part of a record may be absent, and the user's key may be wrong.
      this.#outcomes.add(endpoint, source === undefined ? 'not-found' : 'absent', urlOf(endpoint, candidate.path));
    } else {
      this.#report(candidate, 'status', '', `The status is ${status}, not ${endpoint.status}.`);
      this.#outcomes.add(endpoint, 'answered');
    }
  }

  async #checkBody(candidate: Candidate, { status, body, contentType }: JsonReply, query: Query): Promise<void> {
    const { endpoint, path } = candidate;
    this.#outcomes.add(endpoint, 'answered');
    if (status !== endpoint.status) {
      this.#report(candidate, 'status', '', `The status is ${status}, not ${endpoint.status}.`);
    }
    const problem = contentTypeProblem(contentType);
    if (problem !== undefined) this.#report(candidate, 'content-type', '', problem);
    if (!isPagedList(endpoint)) {
      this.#candidates.addUseful(endpoint);
      this.#bodies.checkRecord(candidate, body);
      await this.#checkAlias(candidate, body);
      return;
    }
    const isBare = Array.isArray(body);
    if (isBare) this.#report(candidate, 'envelope', '', 'It is a list without the envelope of a page.');
    const page: unknown = isBare ? { items: body } : body;
    const size = this.#bodies.checkPage(candidate, page);
    if (size > 0) this.#candidates.addUseful(endpoint);
    this.#outcomes.add(endpoint, size > 0 ? 'filled' : 'empty');
    if (size === 0 || isBare || !isJsonObject(page) || this.#probed.has(endpoint)) return;
    this.#probed.add(endpoint);
    await probePages({ endpoint, path, query, page }, this.#reader, {
      report: (kind, location, message) => this.#report(candidate, kind, location, message),
      check: (further) => void this.#bodies.checkPage(candidate, further),
    });
  }

  /** Reads one record of each operation by another name than its id. */
  async #checkAlias(candidate: Candidate, body: unknown): Promise<void> {
    const { endpoint, path } = candidate;
    const entity = endpoint.contract.entityAt(endpoint);
    const last = endpoint.pathParams.at(-1);
    if (entity === undefined || last === undefined || !isJsonObject(body) || this.#aliased.has(endpoint)) return;
    const alias = entity.aliasesOf(body).find((one) => entity.isAlias(one) && one !== path[last]);
    if (alias === undefined) return;
    this.#aliased.add(endpoint);
    const named = { ...candidate, path: { ...path, [last]: alias } };
    const reply = await this.#reader.get(endpoint, named.path);
    if (reply.kind === 'status') {
      this.#report(named, 'refused-id', '', `Another name of a record is refused with ${reply.status}.`);
    } else if (reply.kind === 'json' && (!isJsonObject(reply.body) || entity.idOf(reply.body) !== entity.idOf(body))) {
      this.#report(named, 'other-id', '', 'Another name of a record leads to another one.');
    }
  }

  /** If organizations are chosen, the others are not read. */
  #addKey(key: Key, source: Endpoint): void {
    const { organizations } = this.#options;
    const { organizationId } = key;
    const isChosen =
      organizationId === undefined || organizations.length === 0 || organizations.includes(organizationId);
    if (isChosen) this.#candidates.add(key, source);
  }

  /** One record without a part is no departure; no record with it is one. */
  #reportAbsent(): void {
    for (const { endpoint, example } of this.#outcomes.alwaysAbsent()) {
      this.#departures.add(endpoint, 'status', '', `The status is 404 in all calls, not ${endpoint.status}.`, example);
    }
  }

  #report({ endpoint, path }: Candidate, kind: DepartureKind, location: string, message: string): void {
    this.#departures.add(endpoint, kind, location, message, urlOf(endpoint, path));
  }
}

/** The contract's responses are JSON, whatever parameters the type has. */
function contentTypeProblem(contentType: string | undefined): string | undefined {
  if (contentType === undefined) return 'It has no content type.';
  const [type = ''] = contentType.split(';');
  if (/^application\/(.+\+)?json$/i.test(type.trim())) return undefined;
  return `It has the content type ${JSON.stringify(type.slice(0, 60))}, not application/json.`;
}
