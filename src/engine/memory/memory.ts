import type { Cancellation } from '../http/cancellation.ts';
import { LinkedList } from '../http/linked-list.ts';
import { MemoryClaim, type MemoryClaimOwner } from './memory-claim.ts';
import { UnreadResponse } from './unread-response.ts';

/** How long a claim waits for memory until it is rejected, in milliseconds. */
const maxWaitMs = 10_000;

/** Claims that wait at the same time; a further one is rejected at once. */
const maxWaiting = 256;

/** Time between two looks at the claims that wait, in milliseconds. */
const checkMs = 250;

/** How long a claim waits until the slowest reader is disconnected for it, and how long each has to read, in milliseconds. */
const patienceMs = 1000;

/** How much of the memory responses that clients do not read may take until no execution exceeds the limit. */
const unreadShare = 0.5;

/** How much of the memory, and of the places to wait for it, the large requests of one address may take. */
const addressShare = 0.5;

/**
 * The memory that large executions, large requests and unread responses of the process take together, in bytes as estimated. At the
 * limit they wait in their order, and after some time they are rejected. The large requests of one address may take a part of it. The
 * oldest execution may exceed the limit, so that there is always one that ends. Small ones are not counted.
 */
export class Memory {
  readonly maxBytes: number;
  #taken = 0;
  /** The executions that have taken memory, until their results were serialized, the oldest first. */
  readonly #growing = new LinkedList<MemoryClaim>();
  /** The claims that wait, the next one first. */
  readonly #waiting = new Set<MemoryClaim>();
  /** Bytes that the claims of an address have taken. */
  readonly #takenAt = new Map<string, number>();
  readonly #unread = new Set<UnreadResponse>();
  #unreadBytes = 0;
  readonly #addressShare: number;
  #timer: NodeJS.Timeout | undefined = undefined;

  /** `sharesByAddress`: whether one address may only take a part of it. */
  constructor(maxBytes: number, { sharesByAddress = true } = {}) {
    this.maxBytes = maxBytes;
    this.#addressShare = sharesByAddress ? addressShare : Number.POSITIVE_INFINITY;
  }

  /** Bytes that are taken, and claims that wait. */
  get usage(): { taken: number; unread: number; waiting: number } {
    return { taken: this.#taken, unread: this.#unreadBytes, waiting: this.#waiting.size };
  }

  /** A claim for work that takes more memory as it goes on. */
  claimForExecution(owner: MemoryClaimOwner): MemoryClaim {
    const claim = new MemoryClaim(this, owner, true);
    this.#growing.add(claim);
    return claim;
  }

  /**
   * Takes memory for a large request of an address. Resolves to its claim; undefined where there is no memory in time, or where the
   * request was cancelled before.
   */
  claim(bytes: number, address?: string, cancellation?: Cancellation): Promise<MemoryClaim | undefined> {
    return new Promise((resolve) => {
      const owner = { onMemory: () => resolve(claim), onNoMemory: () => resolve(undefined), mayBeRejected: true };
      const claim = new MemoryClaim(this, owner, false, address);
      if (this.take(claim, bytes)) {
        resolve(claim);
        return;
      }
      const cancel = () => {
        claim.stopWaiting();
        resolve(undefined);
      };
      cancellation?.add({ cancel });
    });
  }

  /** Takes memory now, or in its turn: the owner is then called. It is also called where the claim is rejected. */
  take(claim: MemoryClaim, bytes: number): boolean {
    const { owner } = claim;
    claim.wanted = bytes;
    if (this.#mayTake(claim) && (!this.#mustWaitFor(claim) || this.#isOldest(claim))) {
      this.#grant(claim);
      return true;
    }
    if (owner.mayBeRejected && this.#isQueueFull(claim)) {
      claim.wanted = 0;
      owner.onNoMemory();
      return false;
    }
    claim.waitsSince = performance.now();
    this.#waiting.add(claim);
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
    return false;
  }

  /** A claim keeps at most so many bytes. */
  shrink(claim: MemoryClaim, bytes: number): void {
    if (bytes >= claim.bytes) return;
    this.#count(claim, bytes - claim.bytes);
    this.#serve();
  }

  /** A claim stops its wait, and keeps what it has taken. */
  stopWaiting(claim: MemoryClaim): void {
    this.#waiting.delete(claim);
    claim.wanted = 0;
    this.#serve();
  }

  /** Returns all that a claim has taken. */
  end(claim: MemoryClaim): void {
    this.#count(claim, -claim.bytes);
    if (claim.isGrowing) this.#growing.remove(claim);
    this.stopWaiting(claim);
  }

  /** Counts a response until its client has read it. `disconnect` is called if others wait for the memory of the slowest reader. */
  addUnread(bytes: number, disconnect: () => void): UnreadResponse {
    const response = new UnreadResponse(bytes, disconnect, (ended) => this.#removeUnread(ended));
    this.#unread.add(response);
    this.#unreadBytes += bytes;
    return response;
  }

  #removeUnread(response: UnreadResponse): void {
    if (!this.#unread.delete(response)) return;
    this.#unreadBytes -= response.bytes;
    this.#serve();
  }

  #mayTake(claim: MemoryClaim): boolean {
    if (this.#exceedsShare(claim)) return false;
    const used = this.#taken + this.#unreadBytes;
    if (used + claim.wanted <= this.maxBytes || used === 0) return true;
    return this.#isOldest(claim) && this.#unreadBytes <= this.maxBytes * unreadShare;
  }

  /** Whether the claim waits for others of its address. One of them alone may be larger than their part. */
  #exceedsShare({ address, wanted }: MemoryClaim): boolean {
    const taken = address === undefined ? undefined : this.#takenAt.get(address);
    return taken !== undefined && taken + wanted > this.maxBytes * this.#addressShare;
  }

  /** Whether the claim is one too many to wait: of all, or of its address. */
  #isQueueFull({ address }: MemoryClaim): boolean {
    if (this.#waiting.size >= maxWaiting) return true;
    return address !== undefined && this.#waitingAt(address) >= maxWaiting * this.#addressShare;
  }

  #isOldest(claim: MemoryClaim): boolean {
    return this.#growing.first === claim;
  }

  #grant(claim: MemoryClaim): void {
    this.#waiting.delete(claim);
    this.#count(claim, claim.wanted);
    claim.wanted = 0;
  }

  /** Counts bytes that a claim takes, or returns as a negative number. */
  #count(claim: MemoryClaim, bytes: number): void {
    const { address } = claim;
    this.#taken += bytes;
    claim.bytes += bytes;
    if (address === undefined) return;
    const taken = (this.#takenAt.get(address) ?? 0) + bytes;
    if (taken > 0) this.#takenAt.set(address, taken);
    else this.#takenAt.delete(address);
  }

  #serve(): void {
    for (let claim = this.#next(); claim !== undefined; claim = this.#next()) {
      this.#grant(claim);
      claim.owner.onMemory();
    }
  }

  /** Whether another claim comes first: one that may be next, or one of the same address. */
  #mustWaitFor({ address }: MemoryClaim): boolean {
    if (this.#first() !== undefined) return true;
    return address !== undefined && this.#waitingAt(address) > 0;
  }

  #waitingAt(address: string): number {
    let waiting = 0;
    for (const claim of this.#waiting) if (claim.address === address) waiting++;
    return waiting;
  }

  /** The claim that has waited for the longest, but for those that wait for others of their address. */
  #first(): MemoryClaim | undefined {
    if (this.#waiting.size === 0) return undefined;
    const behind = new Set<string>();
    for (const claim of this.#waiting) {
      const { address } = claim;
      if (address === undefined) return claim;
      if (!behind.has(address) && !this.#exceedsShare(claim)) return claim;
      behind.add(address);
    }
    return undefined;
  }

  /** The claim that may be granted now: in the order of waiting, but for the oldest execution. */
  #next(): MemoryClaim | undefined {
    const first = this.#first();
    if (first === undefined || this.#mayTake(first)) return first;
    const oldest = this.#growing.first;
    return oldest !== undefined && this.#waiting.has(oldest) && this.#mayTake(oldest) ? oldest : undefined;
  }

  #check(): void {
    const now = performance.now();
    const first = this.#first();
    if (first !== undefined && now - first.waitsSince > patienceMs) this.#disconnectSlowest(now);
    for (const claim of [...this.#waiting]) {
      if (now - claim.waitsSince < maxWaitMs || !claim.owner.mayBeRejected) continue;
      // The rejection of an earlier one may have let it be granted.
      if (!this.#waiting.delete(claim)) continue;
      claim.wanted = 0;
      claim.owner.onNoMemory();
    }
    this.#serve();
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #disconnectSlowest(now: number): void {
    if (this.#unreadBytes <= this.maxBytes * unreadShare) return;
    let slowest: UnreadResponse | undefined;
    for (const one of this.#unread) {
      // How fast a client reads is not known before.
      if (one.ageAt(now) < patienceMs) continue;
      if (slowest === undefined || one.rateAt(now) < slowest.rateAt(now)) slowest = one;
    }
    slowest?.disconnect();
  }
}
