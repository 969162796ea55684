import { hash } from 'node:crypto';
import { isConfirmed } from '../../request/confirmed-client.ts';
import type { RequestState } from '../../request/request-state.ts';
import { TimeWindow } from '../../runtime/time-window.ts';
import { other } from './series.ts';

/** Longest name of an operation that is a label, in characters. */
const maxNameLength = 100;

const hourMs = 3_600_000;

/** Who may evict whose names: each rank those of the ranks below it. */
const ranks = { anonymous: 0, identified: 1, trusted: 2 } as const;

/** Those who hold names: a client with credentials, all clients without, or all trusted documents. */
interface Holder {
  readonly key: string;
  readonly rank: number;
  names: number;
}

interface Name {
  readonly holder: Holder;
  /** The number of uses of all names before its last one. */
  usedAt: number;
}

/**
 * The names of operations that are labels. Clients choose them, so there is a maximum, which is shared fairly: where all places
 * are taken, a new name evicts the one that was not used for longest of the client that holds most names, and at least two more
 * than the client of the new one. A client that holds most evicts nothing: its further names are `other`.
 */
export class OperationNames {
  readonly #max: number;
  readonly #onEvict: (name: string) => void;
  readonly #names = new Map<string, Name>();
  readonly #holders = new Map<string, Holder>();
  /** At most as many in an hour as there are names, which bounds the time series that a day adds. */
  readonly #evictions: TimeWindow;
  #uses = 0;
  /** Whose name is evicted next; undefined while that has to be found. */
  #largest: Holder | undefined;

  /** `onEvict` is called with a name that is not a label any more. */
  constructor(max: number, onEvict: (name: string) => void) {
    this.#max = max;
    this.#evictions = new TimeWindow(max, hourMs);
    this.#onEvict = onEvict;
  }

  /** The label of an operation. A name becomes one after REST has answered such an operation without an error. */
  labelOf(state: RequestState): string {
    const name = state.operation?.name?.value;
    if (name === undefined) return '';
    // It is the label of all names without a place, and is never evicted.
    if (name === other) return other;
    const known = this.#names.get(name);
    if (known !== undefined) {
      known.usedAt = this.#uses++;
      return name;
    }
    if (name.length > maxNameLength || this.#max === 0 || !isConfirmed(state)) return other;
    const holder = this.#holderOf(state);
    if (this.#names.size >= this.#max && !this.#evictFor(holder)) return other;
    this.#add(name, holder);
    return name;
  }

  #holderOf({ trusted, caller }: RequestState): Holder {
    const { client } = caller.credentials;
    const [rank, key] =
      trusted !== undefined
        ? [ranks.trusted, 'trusted']
        : client === ''
          ? [ranks.anonymous, 'anonymous']
          : [ranks.identified, hash('sha256', client, 'base64url')];
    return this.#holders.get(key) ?? { key, rank, names: 0 };
  }

  #add(name: string, holder: Holder): void {
    this.#names.set(name, { holder, usedAt: this.#uses++ });
    this.#holders.set(holder.key, holder);
    holder.names++;
    this.#largest = undefined;
  }

  /** Whether a place has become free for a name of a holder. */
  #evictFor(holder: Holder): boolean {
    this.#largest ??= this.#findLargest();
    const { rank, names } = this.#largest;
    if (rank > holder.rank || (rank === holder.rank && names < holder.names + 2)) return false;
    if (!this.#evictions.take(1)) return false;
    this.#evict(this.#largest);
    return true;
  }

  /** In the lowest rank, the one with most names. */
  #findLargest(): Holder {
    return [...this.#holders.values()].reduce((one, another) => {
      if (one.rank !== another.rank) return one.rank < another.rank ? one : another;
      return one.names >= another.names ? one : another;
    });
  }

  #evict(holder: Holder): void {
    let oldest: string | undefined;
    let usedAt = Number.POSITIVE_INFINITY;
    for (const [name, value] of this.#names) {
      if (value.holder !== holder || value.usedAt >= usedAt) continue;
      oldest = name;
      usedAt = value.usedAt;
    }
    if (oldest === undefined) return;
    this.#names.delete(oldest);
    holder.names--;
    if (holder.names === 0) this.#holders.delete(holder.key);
    this.#largest = undefined;
    this.#onEvict(oldest);
  }
}
