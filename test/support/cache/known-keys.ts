import { type Entity, type Key, keyIn, type Records } from '../../../src/engine/contract/entity.ts';
import { memoize } from '../../../src/engine/contract/memoize.ts';
import type { Endpoint } from '../../../src/engine/contract/model.ts';
import { entities } from '../../../src/resources/contract.ts';
import { sandboxInviteLinks } from '../../../src/sandbox/index.ts';
import type { Random } from '../../../src/sandbox/random.ts';

interface PageTree {
  readonly id?: string;
  readonly pages?: readonly PageTree[];
}

/** Most keys of one shape, and most values of one parameter, that are known at a time. */
const maxKnown = 60;

/** Keys of records, as responses tell them: what random calls may be made with. */
export class KnownKeys {
  readonly #random: Random;
  readonly #byShape = new Map<string, Known<Key>>();
  readonly #values = new Map<string, Known<string>>();

  constructor(random: Random) {
    this.#random = random;
    for (const inviteId of Object.values(sandboxInviteLinks)) this.#addValue('inviteId', inviteId);
  }

  /** Learns the keys in the response of a call. */
  learn(endpoint: Endpoint, path: Key, result: unknown): void {
    if (typeof result !== 'object' || result === null) return;
    this.#learnRecords(endpoint.contract.recordsIn(endpoint)?.(result) ?? [], path);
    for (const entity of entitiesOf(endpoint)) this.#learnRecords([[entity, [result]]], path);
    this.#learnPages((result as PageTree).pages, path);
    const { emailDomains } = result as { emailDomains?: string[] };
    for (const domain of emailDomains ?? []) this.#addValue('emailDomain', domain);
  }

  /** The key of a random record, by the names of its parts; undefined while none is known. */
  pick(names: readonly string[]): Key | undefined {
    if (names.length === 0) return {};
    const known = this.#byShape.get(names.join());
    if (known !== undefined && this.#random.chance(0.9)) return this.#random.pick(known.all);
    const parents = this.pick(names.slice(0, -1));
    const last = names.at(-1) as string;
    const value = this.value(last);
    return parents && value === undefined ? undefined : { ...parents, [last]: value as string };
  }

  /** A random value of a path parameter. */
  value(name: string): string | undefined {
    const known = this.#values.get(name);
    return known && this.#random.pick(known.all);
  }

  /** A tree of pages, which belong to the content at a path. */
  #learnPages(pages: readonly PageTree[] | undefined, path: Key): void {
    for (const page of pages ?? []) {
      if (page.id !== undefined) this.#add({ ...path, pageId: page.id });
      this.#learnPages(page.pages, path);
    }
  }

  #learnRecords(found: readonly Records[], path: Key): void {
    for (const [entity, records = []] of found) {
      for (const record of records) {
        if (record == null || !entity.includes(record)) continue;
        const key = keyIn(entity, path, record);
        if (key === undefined || Object.values(key).includes(undefined as never)) continue;
        this.#add(key);
        this.#learnRecords(entity.embedded(record), path);
      }
    }
  }

  #add(key: Key): void {
    const names = Object.keys(key);
    for (const name of names) this.#addValue(name, key[name] as string);
    this.#addTo(this.#byShape, names.join(), key, Object.values(key).join('/'));
  }

  #addValue(name: string, value: string): void {
    this.#addTo(this.#values, name, value, value);
  }

  #addTo<Value>(known: Map<string, Known<Value>>, kind: string, value: Value, text: string): void {
    let ofKind = known.get(kind);
    if (ofKind === undefined) {
      ofKind = new Known();
      known.set(kind, ofKind);
    }
    ofKind.add(value, text, this.#random);
  }
}

/** Values that are known, each once; a new one takes the place of any other where there are too many. */
class Known<Value> {
  readonly all: Value[] = [];
  /** What tells them apart, in the same order. */
  readonly #texts: string[] = [];
  readonly #known = new Set<string>();

  add(value: Value, text: string, random: Random): void {
    if (this.#known.has(text)) return;
    const place = this.all.length < maxKnown ? this.all.length : random.below(maxKnown);
    this.#known.delete(this.#texts[place] ?? '');
    this.#known.add(text);
    this.#texts[place] = text;
    this.all[place] = value;
  }
}

/** The kinds of records that an endpoint responds with one of. */
const entitiesOf = memoize((endpoint: Endpoint) =>
  Object.values<Entity>(entities).filter((entity) => isRecordOf(entity, endpoint)),
);

/** Whether an endpoint, at the path of a record or of its parent, responds with a record of that kind. */
function isRecordOf({ endpoints, keyShapes }: Entity, { result, pathParams }: Endpoint): boolean {
  const shapes = keyShapes.flatMap((shape) => [shape.join(), shape.slice(0, -1).join()]);
  return result !== undefined && endpoints.some((one) => one.result === result) && shapes.includes(pathParams.join());
}
