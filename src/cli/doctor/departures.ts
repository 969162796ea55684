import { type Endpoint, redact, type ValueDepartureKind } from '../../engine/engine.ts';

/** How a service departs from the contract. */
export type DepartureKind =
  | ValueDepartureKind
  | 'token'
  | 'envelope'
  | 'page-size'
  | 'next-page'
  | 'count'
  | 'status'
  | 'response'
  | 'content-type'
  | 'id'
  | 'refused-id'
  | 'other-id';

/** What the contract allows, but does not describe. */
const information: ReadonlySet<DepartureKind> = new Set(['unknown-field', 'unlisted-value']);

export interface Departure {
  /** `spaces.get`. */
  readonly operation: string;
  readonly kind: DepartureKind;
  /** Path of the field: `items[].title`. Empty for the response itself. */
  readonly location: string;
  readonly message: string;
  /** How often it was seen. */
  count: number;
  /** The path of a call that showed it. */
  readonly example: string;
}

/** Most different departures of one operation and kind. */
const maxEach = 50;

/** Collects departures; those that differ only in the call are one. */
export class Departures {
  readonly #found = new Map<string, Departure>();
  readonly #numbers = new Map<string, number>();
  readonly #secrets: readonly string[];

  /** `secrets`: values of headers, which are redacted from what a service may repeat. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  add(endpoint: Endpoint, kind: DepartureKind, place: string, text: string, example: string): void {
    const [location, message] = [this.#redacted(place), this.#redacted(text)];
    const key = JSON.stringify([endpoint.id, kind, location, message]);
    const found = this.#found.get(key);
    if (found !== undefined) {
      found.count += 1;
      return;
    }
    const group = `${endpoint.id} ${kind}`;
    const number = (this.#numbers.get(group) ?? 0) + 1;
    if (number > maxEach) return;
    this.#numbers.set(group, number);
    this.#found.set(key, {
      operation: endpoint.id,
      kind,
      location,
      message,
      count: 1,
      example: this.#redacted(example),
    });
  }

  #redacted(text: string): string {
    return redact(text, this.#secrets) ?? '[redacted]';
  }

  /** What breaks the contract, by operation. */
  get departures(): Departure[] {
    return this.#sorted().filter(({ kind }) => !information.has(kind));
  }

  /** What the contract allows, but does not describe. */
  get information(): Departure[] {
    return this.#sorted().filter(({ kind }) => information.has(kind));
  }

  #sorted(): Departure[] {
    return [...this.#found.values()].sort((a, b) => a.operation.localeCompare(b.operation));
  }
}
