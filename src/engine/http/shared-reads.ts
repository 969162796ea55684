import type { Clock } from '../cache/clock.ts';
import type { OldResponse } from '../cache/old-response.ts';
import { type LookUp, type LookUpResult, leaseMs, type SharedStore } from '../cache/shared-store.ts';
import type { BackgroundReads } from './background-reads.ts';
import type { CallCache } from './call-cache.ts';
import type { ReadsInFlight } from './reads-in-flight.ts';
import type { RestCall } from './rest-call.ts';

/** Sends reads, or lets them share one in flight. */
interface ReadSender {
  join(call: RestCall, inFlight: ReadsInFlight | undefined, now: Clock): boolean;
  send(call: RestCall, inFlight: ReadsInFlight | undefined, now: Clock, old: OldResponse | undefined): void;
}

/** The first and the longest time between two look-ups of a read that another process makes, in milliseconds. */
const minWaitMs = 5;
const maxWaitMs = 40;

/** Looks reads up in the store that several processes share, before they are sent. */
export class SharedReads {
  readonly cache: CallCache;
  readonly store: SharedStore;
  readonly sender: ReadSender;
  readonly background: BackgroundReads;
  /** Reads that have waited for another process. */
  leaseWaits = 0;

  constructor(cache: CallCache, store: SharedStore, sender: ReadSender, background: BackgroundReads) {
    this.cache = cache;
    this.background = background;
    this.store = store;
    this.sender = sender;
  }

  read(call: RestCall, inFlight: ReadsInFlight | undefined): void {
    const key = this.cache.setKeyOf(call) ? call.cacheKey : '';
    this.store.lookUp(new SharedRead(call, key, inFlight, this));
  }
}

/** One read, until it has a kept response, or is sent. */
class SharedRead implements LookUp {
  readonly key: string;
  /** Identical reads do not share a response in flight where that is turned off. */
  readonly wantsLease: boolean;
  readonly #call: RestCall;
  readonly #inFlight: ReadsInFlight | undefined;
  readonly #reads: SharedReads;
  #waitMs = minWaitMs;
  #waitsUntil: number | undefined = undefined;

  constructor(call: RestCall, key: string, inFlight: ReadsInFlight | undefined, reads: SharedReads) {
    this.#call = call;
    this.key = key;
    this.#inFlight = inFlight;
    this.wantsLease = key !== '' && inFlight !== undefined;
    this.#reads = reads;
  }

  found({ entry, old: found, clock, lease }: LookUpResult): void {
    const { cache, sender } = this.#reads;
    const old = found && cache.allowedFor(this.#call, found);
    // The request may have ended meanwhile.
    if (!this.#call.isPending) this.#releaseIf(lease);
    else if (entry !== undefined && cache.respondWith(this.#call, entry)) cache.responses.counts.hits++;
    else if (old !== undefined && cache.respondMeanwhile(this.#call, old)) this.#refresh(old, clock, lease);
    else if (sender.join(this.#call, this.#inFlight, clock)) this.#joined(lease);
    else if (lease === 'leased' && this.#mayWait()) this.#wait();
    else this.#send(clock, old);
  }

  /** Reads anew what the call has got although it had expired, unless another process does. */
  #refresh(old: OldResponse, clock: Clock, lease: LookUpResult['lease']): void {
    const { cache, background } = this.#reads;
    cache.responses.counts.hits++;
    if (lease !== 'leased' && background.mayStart(this.#call)) background.start(this.#call, clock, old);
    else this.#releaseIf(lease);
  }

  #send(clock: Clock, old: OldResponse | undefined): void {
    if (this.key !== '') this.#reads.cache.responses.counts.misses++;
    this.#reads.sender.send(this.#call, this.#inFlight, clock, old);
  }

  #joined(lease: LookUpResult['lease']): void {
    if (this.key !== '') this.#reads.cache.responses.counts.misses++;
    this.#releaseIf(lease);
  }

  #releaseIf(lease: LookUpResult['lease']): void {
    if (lease === 'granted') this.#reads.store.release(this.key, false);
  }

  #mayWait(): boolean {
    if (this.#waitsUntil === undefined) {
      this.#waitsUntil = performance.now() + leaseMs;
      this.#reads.leaseWaits++;
    }
    return performance.now() < this.#waitsUntil;
  }

  #wait(): void {
    setTimeout(() => this.#lookUpAgain(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, maxWaitMs);
  }

  #lookUpAgain(): void {
    if (this.#call.isPending) this.#reads.store.lookUp(this);
  }
}
