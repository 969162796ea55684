import { type Entity, type Key, keyIn, type Records } from '../../../src/engine/contract/entity.ts';
import type { Endpoint } from '../../../src/engine/contract/model.ts';
import { entities } from '../../../src/resources/contract.ts';
import { sandboxInviteLinks } from '../../../src/sandbox/index.ts';
import type { Random } from '../../../src/sandbox/random.ts';

/** Most keys of one shape, and most values of one parameter, that are known at a time. */
const maxKnown = 60;

/** Keys of records, as responses tell them: what random calls may be made with. */
export class KnownKeys {
  readonly #random: Random;
  readonly #byShape = new Map<string, Key[]>();
  readonly #values = new Map<string, string[]>();

  constructor(random: Random) {
    this.#random = random;
    for (const inviteId of Object.values(sandboxInviteLinks)) this.#addValue('inviteId', inviteId);
  }

  /** Learns the keys in the response of a call. */
  learn(endpoint: Endpoint, path: Key, result: unknown): void {
    if (typeof result !== 'object' || result === null) return;
    this.#learnRecords(endpoint.contract.recordsIn(endpoint)?.(result) ?? [], path);
    for (const entity of Object.values<Entity>(entities)) {
      if (isRecordOf(entity, endpoint)) this.#learnRecords([[entity, [result]]], path);
    }
    const { emailDomains } = result as { emailDomains?: string[] };
    for (const domain of emailDomains ?? []) this.#addValue('emailDomain', domain);
  }

  /** The key of a random record, by the names of its parts; undefined while none is known. */
  pick(names: readonly string[]): Key | undefined {
    if (names.length === 0) return {};
    const known = this.#byShape.get(names.join());
    if (known !== undefined && this.#random.chance(0.9)) return this.#random.pick(known);
    const parents = this.pick(names.slice(0, -1));
    const last = names.at(-1) as string;
    const value = this.value(last);
    return parents && value === undefined ? undefined : { ...parents, [last]: value as string };
  }

  /** A random value of a path parameter. */
  value(name: string): string | undefined {
    const known = this.#values.get(name);
    return known && this.#random.pick(known);
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
    const known = this.#byShape.get(names.join()) ?? [];
    this.#byShape.set(names.join(), known);
    if (known.some((one) => names.every((name) => one[name] === key[name]))) return;
    known[known.length < maxKnown ? known.length : this.#random.below(maxKnown)] = key;
  }

  #addValue(name: string, value: string): void {
    const known = this.#values.get(name) ?? [];
    this.#values.set(name, known);
    if (!known.includes(value)) known[known.length < maxKnown ? known.length : this.#random.below(maxKnown)] = value;
  }
}

/** Whether an endpoint, at the path of a record or of its parent, responds with a record of that kind. */
function isRecordOf({ endpoints, keyShapes }: Entity, { result, pathParams }: Endpoint): boolean {
  const shapes = keyShapes.flatMap((shape) => [shape.join(), shape.slice(0, -1).join()]);
  return result !== undefined && endpoints.some((one) => one.result === result) && shapes.includes(pathParams.join());
}
