/**
 * A store in another process that several gateways use. It gets nothing that could be read without their secret: keys and tags are
 * HMACs, bodies are encrypted. None of its methods throws or rejects.
 *
 * Its clock has an epoch, a random text, and counts invalidations. Each tag has a generation: the clock when it was last
 * invalidated, or any later one. An entry is used while the generations of all its tags are of the epoch in which its read began, and
 * not later. A tag without a generation matches nothing, and a clock that was lost begins a new epoch: whatever the store loses, what
 * is left of it is never taken for current by mistake.
 */
export interface RemoteStore {
  /** Whether it can be used. */
  readonly isUp: boolean;
  /** Results in the order of the look-ups, from one round trip; undefined where there were none in time. */
  lookUp(lookUps: readonly RemoteLookUp[]): Promise<RemoteResults | undefined>;
  /** Keeps an entry, unless one of its tags was invalidated after its clock; ends the lease on its key. */
  keep(entry: RemoteEntry): void;
  remove(key: string): void;
  /** Ends a lease. `isUseless`: what was read cannot be kept, so that nobody has to wait for a while. */
  release(key: string, lease: string, isUseless: boolean): void;
  /** Invalidates tags. Resolves to false where that has to be made up for: until then, the store is not up. */
  invalidate(tags: readonly string[]): Promise<boolean>;
}

export interface RemoteLookUp {
  /** Empty where only the clock is needed. */
  readonly key: string;
  /** The version of the copy that this process has; empty without one. */
  readonly version: string;
  /** What to hold the lease with where there is no entry; empty where none is needed. */
  readonly lease: string;
}

export interface RemoteResults {
  readonly clock: string;
  /** The time of the store, in milliseconds. */
  readonly now: number;
  /** `deferred`: to be looked up again, as there was no more room. There is always room for one. */
  readonly results: readonly (RemoteResult | 'deferred')[];
}

/** `granted`: the lease is that of this look-up. `leased`: another one has it. */
export type RemoteLease = 'missing' | 'granted' | 'leased';

export type RemoteResult = RemoteLease | FoundEntry | OldEntry;

export interface FoundEntry {
  readonly version: string;
  /** How long it may still be used, in milliseconds; negative where it has expired. */
  readonly remainingMs: number;
  /** When its read began, on the clock of the store. */
  readonly startedAt: number;
  /** Undefined where any invalidation ends its use. */
  readonly tags: readonly string[] | undefined;
  /** Undefined where the version is that of the look-up. */
  readonly body: Buffer | undefined;
}

/** An entry that has expired, or was invalidated, but that may be confirmed, or used for a while. */
export interface OldEntry extends FoundEntry {
  readonly lease: RemoteLease;
  /** Whether nothing of it was invalidated. */
  readonly isCurrent: boolean;
}

export interface RemoteEntry extends Omit<FoundEntry, 'remainingMs' | 'body'> {
  readonly key: string;
  /** When it was known to be current. */
  readonly clock: string;
  /** Until when it may be used, on the clock of the store. */
  readonly expiresAt: number;
  /** The same where it may be used for a while after it has expired. */
  readonly staleUntil: number;
  /** Until when it may be confirmed, where it can be. */
  readonly confirmableUntil: number;
  readonly body: Buffer;
  /** The lease on its key; empty without one. */
  readonly lease: string;
}
