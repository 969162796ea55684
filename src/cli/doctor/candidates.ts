import { type Endpoint, type Key, pathParams } from '../../engine/engine.ts';

/** A call that can be tried: an operation with a key for its path. */
export interface Candidate {
  readonly endpoint: Endpoint;
  readonly path: Key;
  /** The operation whose response held the key; undefined for a key that the user gave. */
  readonly source: Endpoint | undefined;
}

/** Most keys that wait for one operation, and most calls of one. */
const maxWaiting = 100;
const maxTries = 25;

interface Progress {
  readonly waiting: Candidate[];
  readonly seen: Set<string>;
  tries: number;
  /** Responses that had a record to check. */
  useful: number;
}

/**
 * Chooses what to call next: the operation that was tried least, so that each is tried before any is tried often. An
 * operation is done after so many useful responses.
 */
export class Candidates {
  readonly #endpoints = new Map<string, Endpoint[]>();
  readonly #progress = new Map<Endpoint, Progress>();
  readonly #samples: number;

  constructor(endpoints: readonly Endpoint[], samples: number) {
    this.#samples = samples;
    for (const endpoint of endpoints) {
      const form = formOf(pathParams(endpoint.path));
      this.#endpoints.set(form, [...(this.#endpoints.get(form) ?? []), endpoint]);
      this.#progress.set(endpoint, { waiting: [], seen: new Set(), tries: 0, useful: 0 });
    }
  }

  /** Adds a key to each operation whose path has its parameters. */
  add(path: Key, source: Endpoint | undefined): void {
    const text = JSON.stringify(path);
    for (const endpoint of this.#endpoints.get(formOf(Object.keys(path))) ?? []) {
      const { waiting, seen } = this.#progressOf(endpoint);
      if (seen.has(text) || waiting.length >= maxWaiting) continue;
      seen.add(text);
      waiting.push({ endpoint, path, source });
    }
  }

  /** At most so many calls that can be made at once. */
  take(count: number): Candidate[] {
    const taken: Candidate[] = [];
    while (taken.length < count) {
      const next = this.#next();
      if (next === undefined) break;
      const candidate = next.waiting.shift() as Candidate;
      next.tries += 1;
      taken.push(candidate);
    }
    return taken;
  }

  /** Counts a response that had a record to check. */
  addUseful(endpoint: Endpoint): void {
    this.#progressOf(endpoint).useful += 1;
  }

  /** Number of operations that have nothing more to try. */
  get doneCount(): number {
    return [...this.#progress.values()].filter((one) => one.tries > 0 && !this.#isOpen(one)).length;
  }

  #next(): Progress | undefined {
    const open = [...this.#progress.values()].filter((one) => this.#isOpen(one));
    return open.reduce<Progress | undefined>(
      (least, one) => (least === undefined || one.tries < least.tries ? one : least),
      undefined,
    );
  }

  #isOpen({ waiting, tries, useful }: Progress): boolean {
    return waiting.length > 0 && tries < maxTries && useful < this.#samples;
  }

  #progressOf(endpoint: Endpoint): Progress {
    const progress = this.#progress.get(endpoint);
    if (progress === undefined) throw new TypeError(`${endpoint.id} is not examined.`);
    return progress;
  }
}

const formOf = (names: readonly string[]) => [...names].sort().join();
