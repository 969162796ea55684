import { RecentMap } from '../../../engine/engine.ts';
import { addressBusy, type HttpError } from '../../http/http-errors.ts';
import type { RequestOrigin } from '../../http/http-messages.ts';
import { type AddressLimits, AddressUse, type WaitingEntry } from './address-use.ts';
import type { ClientPlaces } from './client-places.ts';

/** Addresses that are remembered without a request, by half. */
const remembered = 2_000;

/** Bodies up to this size count for nothing, in bytes. */
const smallBytes = 20_000;

/** How long a request waits until it is rejected, in milliseconds. */
const maxWaitMs = 5_000;

/** Most requests of an address that wait; a further one is rejected at once. */
const maxWaiting = 1_000;

/** Time between two looks at the requests that wait, in milliseconds. */
const checkMs = 50;

/** A request at its address, from before its body is read until its response is known, or sent where it waits for others before it. */
export class AddressEntry {
  readonly use: AddressUse;
  /** 0 for a small body. */
  readonly bytes: number;
  /** Whether it counts. */
  isEntered = false;
  /** Set while it waits. */
  waiting: WaitingEntry | undefined = undefined;

  constructor(use: AddressUse, bytes: number) {
    this.use = use;
    this.bytes = bytes;
  }
}

/**
 * Admits requests by their address, before their bodies are read: beyond what an address may use, its requests wait in their order,
 * and are rejected after some time.
 */
export class AddressAdmission {
  readonly #limits: AddressLimits;
  readonly #places: ClientPlaces;
  readonly #addresses = new RecentMap<AddressUse>(remembered);
  readonly #waiting = new Set<AddressUse>();
  /** Number of addresses with requests. */
  #active = 0;
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(limits: AddressLimits, places: ClientPlaces) {
    this.#limits = limits;
    this.#places = places;
  }

  /** A request with a body of so many bytes. Call `tryEnter` next, and `end` at its end. */
  entry(source: RequestOrigin, bodyBytes: number): AddressEntry {
    const address = this.#places.addressOf(source);
    const use = this.#addresses.get(address) ?? this.#remember(address);
    return new AddressEntry(use, bodyBytes > smallBytes ? Math.min(bodyBytes, this.#limits.maxBodyBytes) : 0);
  }

  /** Whether the request may be read now. Otherwise call `wait`. */
  tryEnter(entry: AddressEntry): boolean {
    const { use, bytes } = entry;
    if ((bytes > 0 && use.waiting.large.size > 0) || !use.mayEnter(bytes, this.#isContended)) return false;
    this.#enter(entry);
    return true;
  }

  /** One of the functions is called: when the request may be read, or when it waited too long, with status 503. They must not throw. */
  wait(entry: AddressEntry, enter: () => void, reject: (error: HttpError) => void): void {
    const { use, bytes } = entry;
    if (use.waitingCount >= maxWaiting) {
      reject(this.#busy(use));
      return;
    }
    const enterNow = () => {
      this.#enter(entry);
      enter();
    };
    entry.waiting = { bytes, waitsSince: performance.now(), enter: enterNow, reject };
    queueOf(use, bytes).add(entry.waiting);
    this.#waiting.add(use);
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
  }

  /** The request has its response, or its client is gone. May be called again. */
  end(entry: AddressEntry): void {
    const { use, bytes, waiting } = entry;
    if (waiting !== undefined) queueOf(use, bytes).delete(waiting);
    if (!entry.isEntered) return;
    entry.isEntered = false;
    use.requests--;
    use.bytes -= bytes;
    if (use.requests === 0) this.#active--;
    if (use.waitingCount > 0) this.#serve(use);
  }

  #remember(address: string): AddressUse {
    const { clients } = this.#places;
    const use = new AddressUse(this.#limits, () => clients.spentMsAt(address));
    this.#addresses.set(address, use);
    return use;
  }

  /** Whether each address with requests has another one beside it. */
  get #isContended(): boolean {
    return this.#active > 1;
  }

  #enter(entry: AddressEntry): void {
    const { use, bytes } = entry;
    entry.isEntered = true;
    entry.waiting = undefined;
    if (use.requests === 0) this.#active++;
    use.requests++;
    use.bytes += bytes;
  }

  #serve(use: AddressUse): void {
    for (const queue of [use.waiting.small, use.waiting.large]) {
      for (const waiting of queue) {
        if (!use.mayEnter(waiting.bytes, this.#isContended)) break;
        queue.delete(waiting);
        waiting.enter();
      }
    }
  }

  #check(): void {
    const oldest = performance.now() - maxWaitMs;
    for (const use of this.#waiting) {
      this.#serve(use);
      for (const queue of [use.waiting.small, use.waiting.large]) this.#rejectBefore(oldest, use, queue);
      if (use.waitingCount === 0) this.#waiting.delete(use);
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Rejects what has waited since before a time. The first has waited for the longest. */
  #rejectBefore(oldest: number, use: AddressUse, queue: Set<WaitingEntry>): void {
    for (const waiting of queue) {
      if (waiting.waitsSince > oldest) return;
      queue.delete(waiting);
      waiting.reject(this.#busy(use));
    }
  }

  #busy(use: AddressUse): HttpError {
    return addressBusy(use.retryAfterSeconds(this.#isContended));
  }
}

const queueOf = ({ waiting }: AddressUse, bytes: number) => (bytes > 0 ? waiting.large : waiting.small);
