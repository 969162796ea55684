import { type Endpoint, type Entity, isJsonObject, type Key, lastOf } from '../../engine/engine.ts';
import { dialect } from '../../resources/dialect.ts';
import type { Candidate } from './candidates.ts';
import { checkValue, type ValueVisitor } from './check-value.ts';
import type { DepartureKind } from './departures.ts';
import { KeyFinder } from './found-keys.ts';
import type { GraphRule } from './graph-values.ts';
import type { SearchWords } from './search-words.ts';

export interface BodyVisitor {
  /** The rules of the graph for values. */
  readonly rule: GraphRule;
  /** Gets the titles that are found. */
  readonly words: SearchWords;
  report(candidate: Candidate, kind: DepartureKind, location: string, message: string): void;
  /** Called for each key that the response of an operation tells. */
  addKey(key: Key, source: Endpoint): void;
}

/** Checks the bodies of responses, and finds the keys in them. */
export class BodyCheck {
  readonly #visitor: BodyVisitor;
  readonly #finder: KeyFinder;
  /** Lists that also hold records of other kinds. */
  readonly #mixed: ReadonlyMap<Endpoint, Entity>;

  constructor(entities: readonly Entity[], reads: readonly Endpoint[], visitor: BodyVisitor) {
    this.#visitor = visitor;
    this.#finder = new KeyFinder(entities, reads);
    const mixed = entities.filter(({ isMixed }) => isMixed);
    this.#mixed = new Map(mixed.flatMap((entity) => entity.lists.map((list) => [list, entity] as const)));
  }

  /** Checks a response that is no list in pages. */
  checkRecord(candidate: Candidate, value: unknown): void {
    this.#checkResult(candidate, value);
    this.#checkOwnId(candidate, value);
  }

  /** Checks a page of a list, and returns the number of its items. */
  checkPage(candidate: Candidate, page: unknown): number {
    this.#checkResult(candidate, this.#ofOneKind(candidate.endpoint, page));
    const items = isJsonObject(page) ? page[dialect.list.items] : undefined;
    const size = Array.isArray(items) ? items.length : 0;
    const count = isJsonObject(page) ? page[dialect.list.count] : undefined;
    if (typeof count === 'number' && count < size) {
      const message = 'It is less than the number of items on the page.';
      this.#visitor.report(candidate, 'count', dialect.list.count, message);
    }
    return size;
  }

  /** A list of sections also holds groups and links: they are no sections. */
  #ofOneKind(endpoint: Endpoint, page: unknown): unknown {
    const entity = this.#mixed.get(endpoint);
    const items = isJsonObject(page) ? page[dialect.list.items] : undefined;
    if (entity === undefined || !isJsonObject(page) || !Array.isArray(items)) return page;
    return {
      ...page,
      [dialect.list.items]: items.filter((item) => !isJsonObject(item) || entity.includes(item)),
    };
  }

  #checkResult(candidate: Candidate, value: unknown): void {
    const { result } = candidate.endpoint;
    if (result !== undefined) checkValue(result, value, this.#valueVisitor(candidate));
  }

  #valueVisitor(candidate: Candidate): ValueVisitor {
    const { endpoint, path } = candidate;
    const { rule, words, report, addKey } = this.#visitor;
    return {
      rule,
      report: (kind, location, message) => report(candidate, kind, location, message),
      visit: (schema, object, location) => {
        words.add(object.title);
        const problem = this.#finder.idProblem(schema, object, path);
        if (problem !== undefined) report(candidate, 'id', location, problem);
        for (const key of this.#finder.keysIn(schema, object, path)) addKey(key, endpoint);
      },
    };
  }

  #checkOwnId(candidate: Candidate, value: unknown): void {
    const { endpoint } = candidate;
    const entity = endpoint.contract.entityAt(endpoint);
    if (!entity?.hasGlobalId || !isJsonObject(value)) return;
    const requested = lastOf(candidate.path);
    const own = entity.idOf(value);
    if (own === undefined || own === requested || entity.isAlias(requested)) return;
    const message = 'The record has another id than the one in its path.';
    this.#visitor.report(candidate, 'other-id', '', message);
  }
}
