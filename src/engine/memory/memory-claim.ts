import type { Link } from '../http/linked-list.ts';

export interface MemoryClaimOwner {
  /** Whether the work can end without memory. Otherwise it waits until its owner ends the claim. */
  readonly mayBeRejected: boolean;
  /** The claim that waited has its memory. Must not throw. */
  onMemory(): void;
  /** The claim waited too long, or too many others wait. Must not throw. */
  onNoMemory(): void;
}

/** What gives claims their memory. */
interface MemorySource {
  take(claim: MemoryClaim, bytes: number): boolean;
  shrink(claim: MemoryClaim, bytes: number): void;
  stopWaiting(claim: MemoryClaim): void;
  end(claim: MemoryClaim): void;
}

/** Memory that some work has taken. End it when the work has ended. */
export class MemoryClaim implements Link<MemoryClaim> {
  previous: MemoryClaim | undefined = undefined;
  next: MemoryClaim | undefined = undefined;
  readonly owner: MemoryClaimOwner;
  /** Whether it may take more memory later. */
  readonly isGrowing: boolean;
  /** The client's address, whose claims share a part of the memory; undefined for a claim that shares all of it. */
  readonly address: string | undefined;
  /** Bytes that it has taken. */
  bytes = 0;
  /** Bytes that it waits for. */
  wanted = 0;
  /** When its wait began, on the clock of `performance.now()`. */
  waitsSince = 0;
  readonly #source: MemorySource;

  constructor(source: MemorySource, owner: MemoryClaimOwner, isGrowing: boolean, address?: string) {
    this.#source = source;
    this.owner = owner;
    this.isGrowing = isGrowing;
    this.address = address;
  }

  get isWaiting(): boolean {
    return this.wanted > 0;
  }

  /** Takes more memory; false where it waits for it, or where it was rejected. */
  take(bytes: number): boolean {
    return this.#source.take(this, bytes);
  }

  /** Keeps at most so many bytes of its memory. */
  shrinkTo(bytes: number): void {
    this.#source.shrink(this, bytes);
  }

  /** Keeps its memory, and waits for no more. May be called again. */
  stopWaiting(): void {
    this.#source.stopWaiting(this);
  }

  /** Returns its memory. May be called again. */
  end(): void {
    this.#source.end(this);
  }
}
