import type { OperationLimits } from '../document/default-limits.ts';
import type { RequestWatcher, RestClient } from '../http/client.ts';
import type { Memory } from '../memory/memory.ts';
import { ExecutionMemory, type MemoryWaiter } from './execution-memory.ts';

/** Why an execution ends before it is complete. */
export type BudgetEnd = 'deadline' | 'cancelled' | 'bytes' | 'errors' | 'memory' | 'halted';

/** Errors that a response lists one by one. From then on it lists one for each field and code. */
export const maxListedErrors = 1_000;
/** Errors of one execution, listed or not, that end it. */
const maxErrors = 3_000;
/** The same for errors of an exceeded limit, which cost less: what was fetched before the limit is returned. */
const maxLimitErrors = 100_000;
/** Fields of one execution that wait for a value at the same time; later fields start when half of them have theirs. */
export const maxWaitingFields = 2_000;
/** Size of a result from which it takes part in the memory of the process, in characters. */
const uncountedBytes = 65_536;
/** How long after its deadline a value that tells of writes may be completed, in milliseconds. No call is made in this time. */
const extensionMs = 100;
/** Fields of one execution whose calls start before they are resolved. */
const maxPrefetchedFields = 2_000;

/**
 * What one execution may use: time, cancellation, bytes, errors and fields that wait. The calls are counted by its RestClient. Once it
 * has ended, nothing more is resolved, completed or formatted.
 */
export class Budget implements RequestWatcher {
  readonly maxBytes: number;
  /** The least number of characters of the data so far. */
  bytes = 0;
  #errorBytes = 0;
  /** Undefined while the execution may go on. */
  end: BudgetEnd | undefined = undefined;
  /** The time that the request had, in milliseconds; 0 until its deadline has passed. */
  timeoutMs = 0;
  readonly #rest: RestClient | undefined;
  #errors = 0;
  #limitErrors = 0;
  #prefetched = 0;
  #isExtended = false;
  #onEnd: ((end: BudgetEnd) => void) | undefined = undefined;
  /** The size from which something has to be checked. */
  #checkedFrom: number;
  readonly #memory: Memory | undefined;
  #taken: ExecutionMemory | undefined = undefined;
  #memoryWaiter: MemoryWaiter | undefined = undefined;

  /** Without `rest`, nothing ends the execution from outside. */
  constructor(
    { maxResponseBytes }: Pick<OperationLimits, 'maxResponseBytes'>,
    rest?: RestClient,
    memory?: Memory | undefined,
  ) {
    this.maxBytes = maxResponseBytes;
    this.#rest = rest;
    this.#memory = memory;
    this.#checkedFrom = memory === undefined ? maxResponseBytes : Math.min(maxResponseBytes, uncountedBytes);
  }

  /** Calls a function once when the budget ends, in the course of whatever ends it, and at the deadline after a cancellation. */
  onEnd(ended: (end: BudgetEnd) => void): void {
    this.#onEnd = ended;
  }

  /** Lets the execution wait for memory where it is large. */
  takeMemory(waiter: MemoryWaiter): void {
    this.#memoryWaiter = waiter;
  }

  /** The memory of a large execution, until whoever uses its result ends it; undefined for a small one. */
  get memory(): ExecutionMemory | undefined {
    return this.#taken;
  }

  /** Ends with the request's deadline, and when its client disconnects. Call it before the execution waits for anything. */
  watch(): void {
    this.#rest?.watch(this);
  }

  addBytes(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes + this.#errorBytes > this.#checkedFrom) this.#checkSize(this.bytes + this.#errorBytes);
  }

  /** Bytes of errors that the response lists. */
  addErrorBytes(bytes: number): void {
    this.#errorBytes += bytes;
    this.addBytes(0);
  }

  addError(isOfLimit: boolean): void {
    if (isOfLimit) this.#limitErrors++;
    else this.#errors++;
    if (this.#errors > maxErrors || this.#limitErrors > maxLimitErrors) this.#finish('errors');
  }

  /** Whether the calls of one more field may start before it is resolved. */
  mayPrefetch(): boolean {
    this.#prefetched++;
    return this.end === undefined && this.#prefetched <= maxPrefetchedFields;
  }

  /** Whether the deadline has passed. */
  get isExpired(): boolean {
    return this.timeoutMs > 0;
  }

  /** The deadline ends the execution a moment later: what writes have done is told in a value that is completed then. */
  extendDeadline(): void {
    this.#isExtended = true;
  }

  expire(timeoutMs: number): void {
    this.timeoutMs = timeoutMs;
    // A write that was sent may still be in flight after a cancellation: it is waited for until here.
    if (this.end === 'cancelled') this.#onEnd?.('deadline');
    else if (!this.#isExtended) this.#finish('deadline');
    else setTimeout(() => this.#finish('deadline'), extensionMs).unref();
  }

  cancel(): void {
    this.#finish('cancelled');
  }

  /** Ends with an error, where the client wants nothing beside it. */
  halt(): void {
    this.#finish('halted');
  }

  #checkSize(bytes: number): void {
    if (bytes > this.maxBytes) {
      this.#finish('bytes');
      return;
    }
    if (this.#memory === undefined || this.#memoryWaiter === undefined || this.end !== undefined) return;
    this.#taken ??= new ExecutionMemory(this.#memory, this.#memoryWaiter, () => this.#finish('memory'));
    this.#checkedFrom = Math.min(this.maxBytes, this.#taken.cover(bytes));
  }

  #finish(end: BudgetEnd): void {
    if (this.end !== undefined) return;
    this.end = end;
    this.#taken?.stopWaiting();
    this.#onEnd?.(end);
  }
}
