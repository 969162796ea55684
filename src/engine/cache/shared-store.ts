import { randomBytes } from 'node:crypto';
import type { CacheKeys } from './cache-key.ts';
import type { CacheStore } from './cache-store.ts';
import { CachedResponse, type Validity } from './cached-response.ts';
import type { Clock } from './clock.ts';
import { KeptEntries, type KeptUsage } from './kept-entries.ts';
import { OldResponse } from './old-response.ts';
import type { FoundEntry, OldEntry, RemoteLookUp, RemoteResult, RemoteResults, RemoteStore } from './remote-store.ts';
import { seal, unseal } from './seal.ts';
import { packed, unpacked } from './sealed-response.ts';
import { longestOf } from './stale-times.ts';
import { sizeOfValidators } from './validators.ts';

/** Largest body that is shared, in bytes: a larger one would delay the others in the store. */
const maxBodyBytes = 1_048_576;

/** Most look-ups of one command, for which others in the store wait; further commands are sent with it. */
const maxLookUps = 256;

/** How long an entry that the service can confirm is kept after it has expired, in milliseconds. */
const confirmableMs = 300_000;

/** What others wait for, at most, in milliseconds. */
export const leaseMs = 2000;

export interface LookUp {
  /** Empty where only the clock is needed. */
  readonly key: string;
  /** Whether others should wait for what is read where there is no entry. */
  readonly wantsLease: boolean;
  /** Called once, later or at once. Must not throw. */
  found(result: LookUpResult): void;
}

export interface LookUpResult {
  /** The entry that may be used. */
  readonly entry: CachedResponse | undefined;
  /** One that must not be used as it is, where there is no other. */
  readonly old?: OldResponse | undefined;
  /** A read that begins now is as new as this. */
  readonly clock: Clock;
  /** `granted`: it has to be ended, by `keep` or `release`. `leased`: another process, or a read of this one, has it. */
  readonly lease: 'none' | 'granted' | 'leased';
}

/** An entry as this process last saw it. It is used only after the store has confirmed its version. */
interface LocalCopy {
  readonly version: string;
  readonly response: CachedResponse;
}

/** Responses that several processes share in a remote store, with copies in the memory of this one. */
export class SharedStore implements CacheStore {
  readonly #remote: RemoteStore;
  readonly #keys: CacheKeys;
  readonly #copies: KeptEntries<LocalCopy>;
  readonly #everything: string;
  /** The leases that this process holds, by key: as many as it has reads in flight. */
  readonly #leases = new Map<string, string>();
  readonly #process = randomBytes(12).toString('base64url');
  #leaseNumber = 0;
  /** The look-ups of this turn of the event loop. */
  #batch: LookUp[] = [];
  /** The store's time minus that of `performance.now()`, in milliseconds, or less. */
  #timeOffset = 0;
  #clock = 0;

  constructor(remote: RemoteStore, keys: CacheKeys, maxBytes: number) {
    this.#remote = remote;
    this.#keys = keys;
    this.#copies = new KeptEntries(maxBytes);
    this.#everything = keys.everything;
  }

  get clock(): number {
    return this.#clock;
  }

  get usage(): KeptUsage {
    return this.#copies.usage;
  }

  /** Looks up with all other look-ups of this turn of the event loop. */
  lookUp(lookUp: LookUp): void {
    if (!this.#remote.isUp) {
      lookUp.found(this.#unavailable());
      return;
    }
    if (this.#batch.length === 0) setImmediate(() => this.#send());
    this.#batch.push(lookUp);
  }

  /** The same for one key without a lease; empty where only the clock is needed. */
  lookUpOne(key: string): Promise<LookUpResult> {
    return new Promise((found) => this.lookUp({ key, wantsLease: false, found }));
  }

  /** Redis evicts by itself; other processes wait for what this one has read. */
  admits(): boolean {
    return true;
  }

  keep(key: string, body: Buffer, { tags, checkedAt, ...times }: Validity): CachedResponse | undefined {
    // The store could not be used when the read began.
    if (typeof checkedAt === 'number' || body.length > maxBodyBytes) return undefined;
    const shared = tags && [this.#everything, ...tags.map((tag) => this.#keys.sharedTagOf(tag))];
    return this.#keepShared(key, body, { ...times, tags: shared, checkedAt }, this.#endLease(key, times.expiresAt));
  }

  /** The same for what was made of entries, whose tags are those of the store. */
  keepResult(key: string, body: Buffer, validity: Validity): CachedResponse | undefined {
    const { startedAt, expiresAt, expiresOn, tags, checkedAt } = validity;
    if (typeof checkedAt === 'number' || body.length > maxBodyBytes) return undefined;
    return this.#keepShared(key, body, { startedAt, expiresAt, expiresOn, tags, checkedAt }, '');
  }

  /** Ends the lease on a key, if this process holds it. `isUseless`: what was read cannot be kept. */
  release(key: string, isUseless: boolean): void {
    const lease = this.#leases.get(key);
    if (lease === undefined) return;
    this.#leases.delete(key);
    this.#remote.release(key, lease, isUseless);
  }

  delete(key: string): void {
    this.#copies.delete(key);
    this.#remote.remove(key);
  }

  async invalidate(tag: string | undefined): Promise<boolean> {
    this.#clock++;
    return await this.#remote.invalidate([tag === undefined ? this.#everything : this.#keys.sharedTagOf(tag)]);
  }

  /** Reads in flight may be older than a write that has ended in another process. */
  advance(): void {
    this.#clock++;
  }

  #keepShared(
    key: string,
    body: Buffer,
    validity: Validity & { checkedAt: string },
    lease: string,
  ): CachedResponse | undefined {
    const response = new CachedResponse(body, validity);
    const { startedAt, tags, validators, stale, checkedAt } = validity;
    const { version, bytes } = seal(packed(response), this.#keys.sealKeyOf(key));
    const expiresAt = validity.expiresAt + this.#timeOffset;
    this.#remote.keep({
      key,
      version,
      tags,
      clock: checkedAt,
      startedAt: startedAt + this.#timeOffset,
      expiresAt,
      staleUntil: expiresAt + longestOf(stale),
      confirmableUntil: validators === undefined ? 0 : expiresAt + confirmableMs,
      body: bytes,
      lease,
    });
    this.#copy(key, version, response);
    return response;
  }

  /** The lease that ends with what is kept; empty where nobody should wait for it, as each has to ask the service. */
  #endLease(key: string, expiresAt: number): string {
    const lease = this.#leases.get(key);
    if (lease === undefined || expiresAt <= performance.now()) return '';
    this.#leases.delete(key);
    return lease;
  }

  #copy(key: string, version: string, response: CachedResponse): void {
    const size = this.#copies.sizeOf(response.bytes, response.tags, sizeOfValidators(response.validators));
    if (size !== undefined) this.#copies.keep(key, { version, response }, size);
  }

  #send(): void {
    const batch = this.#batch;
    this.#batch = [];
    for (let i = 0; i < batch.length; i += maxLookUps) void this.#sendPart(batch.slice(i, i + maxLookUps));
  }

  async #sendPart(lookUps: readonly LookUp[]): Promise<void> {
    const sent = lookUps.map((lookUp) => this.#sentOf(lookUp));
    const sentAt = performance.now();
    const ownClock = this.#clock;
    const found = await this.#remote.lookUp(sent.map(({ remote }) => remote));
    if (found === undefined) {
      for (const { lookUp } of sent) lookUp.found(this.#unavailable());
      return;
    }
    const receivedAt = performance.now();
    // A time that is too early lets an entry expire early.
    this.#timeOffset = found.now - receivedAt;
    const received = { sentAt, receivedAt, ownClock, ...found };
    const deferred: LookUp[] = [];
    for (const [i, one] of sent.entries()) {
      const result = found.results[i] ?? 'missing';
      if (result === 'deferred') deferred.push(one.lookUp);
      else one.lookUp.found({ clock: found.clock, ...this.#resultOf(one, result, received) });
    }
    if (deferred.length > 0) void this.#sendPart(deferred);
  }

  #sentOf(lookUp: LookUp): SentLookUp {
    const { key, wantsLease } = lookUp;
    const copy = key === '' ? undefined : this.#copies.get(key);
    const lease = wantsLease ? `${this.#process}${this.#leaseNumber++}` : '';
    return { lookUp, copy, remote: { key, version: copy?.version ?? '', lease } };
  }

  #resultOf(
    { lookUp, copy, remote }: SentLookUp,
    result: RemoteResult,
    received: ReceivedResults,
  ): Omit<LookUpResult, 'clock'> {
    const { key } = lookUp;
    if (typeof result === 'object' && !('lease' in result))
      return { entry: this.#currentOf(key, copy, result, received), lease: 'none' };
    const lease = typeof result === 'object' ? result.lease : result;
    if (lease === 'granted') this.#leases.set(key, remote.lease);
    const old = typeof result === 'object' ? this.#oldOf(key, copy, result, received) : undefined;
    if (old === undefined && copy !== undefined) this.#copies.delete(key);
    return { entry: undefined, old, lease: lease === 'missing' ? 'none' : lease };
  }

  /** An entry that nothing has invalidated. A read that uses its copy counts it as being as new. */
  #currentOf(
    key: string,
    copy: LocalCopy | undefined,
    found: FoundEntry,
    received: ReceivedResults,
  ): CachedResponse | undefined {
    const response = this.#entryOf(key, copy, found, received);
    if (response !== undefined) response.checkedAt = received.clock;
    return response;
  }

  #oldOf(
    key: string,
    copy: LocalCopy | undefined,
    found: OldEntry,
    received: ReceivedResults,
  ): OldResponse | undefined {
    const response = this.#entryOf(key, copy, found, received);
    return response && new OldResponse(response, found.isCurrent, received.ownClock);
  }

  /** Undefined for one that this process cannot read. */
  #entryOf(
    key: string,
    copy: LocalCopy | undefined,
    found: FoundEntry,
    received: ReceivedResults,
  ): CachedResponse | undefined {
    if (found.body === undefined) return copy?.response;
    const bytes = unseal(found.body, this.#keys.sealKeyOf(key));
    if (bytes === undefined) return undefined;
    const { body, validators, stale } = unpacked(bytes);
    const response = new CachedResponse(body, {
      validators,
      stale,
      startedAt: received.receivedAt - (received.now - found.startedAt),
      expiresAt: received.sentAt + found.remainingMs,
      expiresOn: Date.now() - (received.receivedAt - received.sentAt) + found.remainingMs,
      tags: found.tags,
      checkedAt: received.clock,
    });
    this.#copy(key, found.version, response);
    return response;
  }

  #unavailable(): LookUpResult {
    return { entry: undefined, clock: this.#clock, lease: 'none' };
  }
}

interface SentLookUp {
  readonly lookUp: LookUp;
  readonly copy: LocalCopy | undefined;
  readonly remote: RemoteLookUp;
}

/** What the store sends with results, and when this process asked for them and got them. */
interface ReceivedResults extends Omit<RemoteResults, 'results'> {
  readonly sentAt: number;
  readonly receivedAt: number;
  /** The number of invalidations in this process when it asked. */
  readonly ownClock: number;
}
