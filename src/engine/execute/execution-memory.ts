import type { Memory } from '../memory/memory.ts';
import type { MemoryClaim, MemoryClaimOwner } from '../memory/memory-claim.ts';

/** An execution that stops while it waits for memory. */
export interface MemoryWaiter {
  /** Whether it may end without a result: nothing that it has done is lost. */
  readonly mayBeRejected: boolean;
  pause(): void;
  resume(): void;
}

/** Memory of a result for each character of its JSON, in bytes: as objects while it is computed, and then as JSON. */
const bytesPerCharacter = 3;

/** How much memory is taken in advance at most, in characters. */
const maxStep = 1_048_576;

/** Growth of a result that waits for memory between two checks, in characters. */
const smallStep = 4096;

/** The memory that one large execution takes: it grows with the result, and lasts until that was serialized. */
export class ExecutionMemory implements MemoryClaimOwner {
  readonly mayBeRejected: boolean;
  readonly #claim: MemoryClaim;
  readonly #waiter: MemoryWaiter;
  readonly #reject: () => void;
  /** Size of the result for which memory was taken, in characters. */
  #covered = 0;

  constructor(memory: Memory, waiter: MemoryWaiter, reject: () => void) {
    this.mayBeRejected = waiter.mayBeRejected;
    this.#waiter = waiter;
    this.#reject = reject;
    this.#claim = memory.claimForExecution(this);
  }

  /** Takes memory for a result of this size, or pauses the execution. Returns the size up to which it was taken, in characters. */
  cover(bytes: number): number {
    // What had begun before the pause still adds a little.
    if (this.#claim.isWaiting) return bytes + smallStep;
    const covered = bytes + Math.min(bytes, maxStep);
    const more = (covered - this.#covered) * bytesPerCharacter;
    this.#covered = covered;
    if (!this.#claim.take(more)) this.#waiter.pause();
    return covered;
  }

  onMemory(): void {
    this.#waiter.resume();
  }

  onNoMemory(): void {
    this.#reject();
  }

  /** The execution has ended: its result keeps what was taken. */
  stopWaiting(): void {
    this.#claim.stopWaiting();
  }

  /** Nothing of the result is in use any more. */
  end(): void {
    this.#claim.end();
  }
}
