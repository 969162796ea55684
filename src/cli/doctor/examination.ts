import { type Entity, entityAt, identifiedEntity, type Key } from '../../engine/contract/entity.ts';
import { isJsonObject, type JsonObject } from '../../engine/contract/json.ts';
import { type Operation, queryParams } from '../../engine/contract/operation.ts';
import { lastOf } from '../../engine/data/reference.ts';
import { urlOf } from '../../engine/http/url.ts';
import { isPagedList } from '../contract/record-schemas.ts';
import { type Candidate, Candidates } from './candidates.ts';
import { checkValue } from './check-value.ts';
import { type Departure, type DepartureKind, Departures } from './departures.ts';
import { KeyFinder } from './found-keys.ts';
import { Outcomes, type Untried } from './outcomes.ts';
import { probePages } from './page-probe.ts';
import { type Query, type ReaderOptions, type Reply, RestReader } from './rest-reader.ts';
import { SearchWords } from './search-words.ts';

export interface ExaminationOptions extends ReaderOptions {
  /** Ids of the organizations to read; all that the service lists, if there are none. */
  readonly organizations: readonly string[];
  /** Keys of records that no list has. */
  readonly keys: readonly Key[];
  /** How many useful responses of each operation are checked. */
  readonly samples: number;
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
  readonly operations: number;
  readonly calls: number;
}

/** Thrown if nothing can be read at all; the message is one sentence for the user. */
export class ConnectionError extends Error {}

/**
 * Reads through a service with GETs only, and compares what it returns with the contract. Keys of nested records are found in
 * the lists. Rejects with a ConnectionError if the service cannot be reached, or if it rejects the token.
 */
export async function examine(
  operations: readonly Operation[],
  entities: readonly Entity[],
  options: ExaminationOptions,
): Promise<ExaminationResult> {
  const reads = operations.filter(({ method }) => method === 'GET');
  const examination = new Examination(reads, entities, options);
  try {
    return await examination.run();
  } finally {
    await examination.close();
  }
}

class Examination {
  readonly #reads: readonly Operation[];
  readonly #options: ExaminationOptions;
  readonly #reader: RestReader;
  readonly #candidates: Candidates;
  readonly #departures: Departures;
  readonly #outcomes = new Outcomes();
  readonly #finder: KeyFinder;
  readonly #words = new SearchWords();
  readonly #probed = new Set<Operation>();
  readonly #mixed: ReadonlyMap<Operation, Entity>;

  constructor(reads: readonly Operation[], entities: readonly Entity[], options: ExaminationOptions) {
    this.#reads = reads;
    this.#options = options;
    this.#reader = new RestReader(options);
    this.#candidates = new Candidates(reads, options.samples);
    this.#departures = new Departures(options.token);
    this.#finder = new KeyFinder(entities, reads);
    this.#mixed = new Map(
      entities
        .filter(({ isMixed }) => isMixed)
        .flatMap((entity) => entity.lists.map((list) => [list, entity] as const)),
    );
  }

  async run(): Promise<ExaminationResult> {
    this.#candidates.add({}, undefined);
    for (const organizationId of this.#options.organizations) this.#candidates.add({ organizationId }, undefined);
    for (const key of this.#options.keys) this.#candidates.add(key, undefined);
    for (;;) {
      const batch = this.#reader.isExhausted ? [] : this.#candidates.take(this.#options.concurrency);
      if (batch.length === 0) break;
      await Promise.all(batch.map((candidate) => this.#try(candidate)));
      const { calls } = this.#reader;
      this.#options.onProgress?.({ calls, done: this.#candidates.doneCount, operations: this.#reads.length });
    }
    this.#reportAbsent();
    return {
      departures: this.#departures.departures,
      information: this.#departures.information,
      untried: this.#outcomes.untried(this.#reads, this.#reader.isExhausted),
      operations: this.#reads.length,
      calls: this.#reader.calls,
    };
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #try(candidate: Candidate): Promise<void> {
    const { operation, path } = candidate;
    const isFirst = this.#reader.calls === 0;
    const query = this.#requiredQuery(operation);
    const reply = await this.#reader.get(operation, path, query);
    if (isFirst) this.#checkConnection(reply);
    if (reply.kind === 'unsent') return;
    if (reply.kind === 'json') await this.#checkBody(candidate, reply.status, reply.body, query);
    else if (reply.kind === 'status') this.#checkStatus(candidate, reply.status);
    else {
      const message = reply.kind === 'failed' ? `The call failed: ${reply.reason}.` : reply.reason;
      this.#report(candidate, 'response', '', message);
      this.#outcomes.add(operation, 'answered');
    }
  }

  /** Without any response, nothing can be said of the service. */
  #checkConnection(reply: Reply): void {
    const { upstream } = this.#options;
    if (reply.kind === 'failed') throw new ConnectionError(`${upstream.href} cannot be reached: ${reply.reason}.`);
    if (reply.kind === 'status' && reply.status === 401) {
      throw new ConnectionError(`${upstream.href} rejects the token (401). Pass a valid one.`);
    }
  }

  /** Searches need a text: a word of a title that was read finds something. */
  #requiredQuery(operation: Operation): Record<string, string> {
    const required = queryParams(operation).filter(([, schema]) => !schema.isOptional());
    return Object.fromEntries(required.map(([name]) => [name, this.#words.next()]));
  }

  #checkStatus(candidate: Candidate, status: number): void {
    const { operation, source } = candidate;
    const isGone = status === 404 || status === 410;
    const isRecord = entityAt(operation) !== undefined;
    if (isRecord && source !== undefined && (isGone || status === 403)) {
      this.#report(candidate, 'refused-id', '', `An id of ${source.id} is refused with ${status}.`);
      this.#outcomes.add(operation, 'answered');
    } else if (status === 401 || status === 403) {
      this.#outcomes.add(operation, 'forbidden');
    } else if (isGone && (source === undefined || !isPagedList(operation))) {
      // A part of a record may be absent, and the user's key may be wrong.
      this.#outcomes.add(operation, source === undefined ? 'not-found' : 'absent', urlOf(operation, candidate.path));
    } else {
      this.#report(candidate, 'status', '', `The status is ${status}, not ${operation.status}.`);
      this.#outcomes.add(operation, 'answered');
    }
  }

  async #checkBody(candidate: Candidate, status: number, body: unknown, query: Query): Promise<void> {
    const { operation, path } = candidate;
    this.#outcomes.add(operation, 'answered');
    if (status !== operation.status) {
      this.#report(candidate, 'status', '', `The status is ${status}, not ${operation.status}.`);
    }
    const isBare = Array.isArray(body) && isPagedList(operation);
    if (isBare) this.#report(candidate, 'envelope', '', 'It is a list without the envelope of a page.');
    const value: unknown = isBare ? { items: body } : body;
    if (!isPagedList(operation)) {
      this.#candidates.addUseful(operation);
      this.#checkResult(candidate, value);
      this.#checkOwnId(candidate, value);
      return;
    }
    this.#checkResult(candidate, this.#ofOneKind(operation, value));
    const items = isJsonObject(value) && Array.isArray(value.items) ? value.items : [];
    const isUseful = items.length > 0;
    if (isUseful) this.#candidates.addUseful(operation);
    this.#outcomes.add(operation, isUseful ? 'filled' : 'empty');
    this.#checkCount(candidate, value, items);
    const isWorthProbing = items.length > 1 && !isBare && !this.#probed.has(operation);
    if (!isWorthProbing) return;
    this.#probed.add(operation);
    await probePages({ operation, path, query, items }, this.#reader, (kind, message) =>
      this.#report(candidate, kind, '', message),
    );
  }

  /** A list of sections also holds groups and links: they are no sections. */
  #ofOneKind(operation: Operation, value: unknown): unknown {
    const entity = this.#mixed.get(operation);
    if (entity === undefined || !isJsonObject(value) || !Array.isArray(value.items)) return value;
    const items = value.items.filter((item) => !isJsonObject(item) || entity.includes(item));
    return { ...value, items };
  }

  #checkResult(candidate: Candidate, value: unknown): void {
    const { operation, path } = candidate;
    if (operation.result === undefined) return;
    const visit = (schema: Parameters<KeyFinder['keysIn']>[0], object: JsonObject) => {
      this.#words.add(object.title);
      for (const key of this.#finder.keysIn(schema, object, path)) this.#addKey(key, operation);
    };
    const report = (kind: DepartureKind, location: string, message: string) =>
      this.#report(candidate, kind, location, message);
    checkValue(operation.result, value, report, visit);
  }

  /** If organizations are chosen, the others are not read. */
  #addKey(key: Key, source: Operation): void {
    const { organizations } = this.#options;
    const { organizationId } = key;
    const isChosen =
      organizationId === undefined || organizations.length === 0 || organizations.includes(organizationId);
    if (isChosen) this.#candidates.add(key, source);
  }

  #checkOwnId(candidate: Candidate, value: unknown): void {
    const entity = entityAt(candidate.operation);
    if (entity === undefined || identifiedEntity(entity.name) === undefined || !isJsonObject(value)) return;
    const requested = lastOf(candidate.path);
    const own = entity.idOf(value);
    if (own === undefined || own === requested || entity.isAlias(requested)) return;
    this.#report(candidate, 'other-id', '', 'The record has another id than the one in its path.');
  }

  #checkCount(candidate: Candidate, value: unknown, items: readonly unknown[]): void {
    const count = isJsonObject(value) ? value.count : undefined;
    if (typeof count !== 'number' || count >= items.length) return;
    this.#report(candidate, 'count', 'count', 'It is less than the number of items on the page.');
  }

  /** One record without a part is no departure; no record with it is one. */
  #reportAbsent(): void {
    for (const { operation, example } of this.#outcomes.alwaysAbsent()) {
      this.#departures.add(
        operation,
        'status',
        '',
        `The status is 404 in all calls, not ${operation.status}.`,
        example,
      );
    }
  }

  #report({ operation, path }: Candidate, kind: DepartureKind, location: string, message: string): void {
    this.#departures.add(operation, kind, location, message, urlOf(operation, path));
  }
}
