/** Work of one owner that waits for its turn. */
interface WaitingWork {
  run(): void;
  readonly hasTasks: boolean;
  /** Whether its owner's other work comes after it: what it holds is needed no longer once it is done. */
  readonly isFinishedFirst: boolean;
}

/**
 * CPU time that an owner may use before those that went on waiting while it did not, in milliseconds by weight: as much as a small
 * request takes while V8 frees memory. Without it, one that uses little waits after each request until all others have used as much.
 */
const maxCreditMs = 20;

/**
 * Whom work is done for: a client, an address with its clients, a class of addresses. Of those that wait, the one that used the
 * least CPU time comes next (start-time fair queuing), at each level. Whoever did not wait for a while has a small credit for it.
 */
export class TurnOwner {
  readonly #parent: TurnOwner | undefined;
  /** CPU time counts in inverse proportion to it. */
  readonly #weight: number;
  /** CPU time so far, in milliseconds by weight: comparable among owners with the same parent. */
  #usedMs = 0;
  /** Whether it has waited before: what is new has no credit, as addresses and credentials are free to make up. */
  #hasWaited = false;
  /** CPU time so far, in milliseconds. */
  spentMs = 0;
  /** What the owner below it that ran last had used before. */
  #servedMs = 0;
  readonly #waiting: TurnOwner[] = [];
  /** Its own work, in the order in which it runs. */
  readonly #work: WaitingWork[] = [];

  /** Without a parent, it is above all others. */
  constructor(parent: TurnOwner | undefined, weight = 1) {
    this.#parent = parent;
    this.#weight = weight;
  }

  get isWaiting(): boolean {
    return this.#work.length > 0 || this.#waiting.length > 0;
  }

  add(work: WaitingWork): void {
    const wasWaiting = this.isWaiting;
    this.#work.push(work);
    if (!wasWaiting && this.#parent !== undefined) this.#parent.#addWaiting(this);
  }

  /** Runs the next work of the owner whose turn it is, and counts its time. Call it only where something waits. */
  runNext(): void {
    const owner = this.#next();
    const work = owner.#work.shift();
    const startedAt = performance.now();
    work?.run();
    owner.count(performance.now() - startedAt);
    if (work?.hasTasks) {
      if (work.isFinishedFirst) owner.#work.unshift(work);
      else owner.#work.push(work);
    }
    owner.#leaveWhereIdle();
  }

  /** Counts CPU time, in milliseconds. */
  count(ms: number): void {
    this.#usedMs += ms / this.#weight;
    this.spentMs += ms;
    this.#parent?.count(ms);
  }

  #addWaiting(owner: TurnOwner): void {
    const wasWaiting = this.isWaiting;
    const creditMs = owner.#hasWaited ? maxCreditMs : 0;
    owner.#hasWaited = true;
    owner.#usedMs = Math.max(owner.#usedMs, this.#servedMs - creditMs);
    this.#waiting.push(owner);
    if (!wasWaiting && this.#parent !== undefined) this.#parent.#addWaiting(this);
  }

  #next(): TurnOwner {
    let least: TurnOwner | undefined;
    for (const owner of this.#waiting) if (least === undefined || owner.#usedMs < least.#usedMs) least = owner;
    if (least === undefined) return this;
    this.#servedMs = least.#usedMs;
    return least.#next();
  }

  #leaveWhereIdle(): void {
    const parent = this.#parent;
    if (parent === undefined || this.isWaiting) return;
    parent.#waiting.splice(parent.#waiting.indexOf(this), 1);
    parent.#leaveWhereIdle();
  }
}
