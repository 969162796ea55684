import {
  checkValue,
  type Endpoint,
  type Entity,
  isJsonObject,
  type Key,
  lastOf,
  MixedLists,
  type ValueVisitor,
} from '../../engine/engine.ts';
import { dialect } from '../../resources/dialect.ts';
import type { Candidate } from './candidates.ts';
import type { DepartureKind } from './departures.ts';
import { KeyFinder } from './found-keys.ts';
import type { GraphRule } from './graph-values.ts';
import type { SearchWords } from './search-words.ts';

/** Most values of one response that are checked. */
const maxValues = 500_000;

export interface BodyVisitor {
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
  readonly #mixed: MixedLists;

  constructor(entities: readonly Entity[], reads: readonly Endpoint[], visitor: BodyVisitor) {
    this.#visitor = visitor;
    this.#finder = new KeyFinder(entities, reads);
    this.#mixed = new MixedLists(entities);
  }

  /** Checks a response that is no list in pages. */
  checkRecord(candidate: Candidate, value: unknown): void {
    this.#checkResult(candidate, value);
    this.#checkOwnId(candidate, value);
  }

  /** Checks a page of a list, and returns the number of its items. */
  checkPage(candidate: Candidate, page: unknown): number {
    this.#checkResult(candidate, this.#mixed.ofOneKind(candidate.endpoint, page));
    const items = isJsonObject(page) ? page[dialect.list.items] : undefined;
    const size = Array.isArray(items) ? items.length : 0;
    const count = isJsonObject(page) ? page[dialect.list.count] : undefined;
    if (typeof count === 'number' && count < size) {
      const message = 'It is less than the number of items on the page.';
      this.#visitor.report(candidate, 'count', dialect.list.count, message);
    }
    return size;
  }

  #checkResult(candidate: Candidate, value: unknown): void {
    const { result } = candidate.endpoint;
    if (result !== undefined) checkValue(result, value, maxValues, this.#valueVisitor(candidate));
  }

  #valueVisitor(candidate: Candidate): ValueVisitor {
    const { endpoint, path } = candidate;
    const { rule, words, report, addKey } = this.#visitor;
    return {
      rule,
      report: (kind, location, message) => report(candidate, kind, location, message),
      checksLooseJson: true,
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
