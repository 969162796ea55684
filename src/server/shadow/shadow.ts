import { Cancellation, runInTurns } from '../../engine/engine.ts';
import type { ResultObserver } from '../graphql/executor.ts';
import type { OperationResult } from '../graphql/operation-result.ts';
import type { PreparedOperation } from '../graphql/prepared-operation.ts';
import type { MetricFamily } from '../observation/metrics/family.ts';
import type { RequestState } from '../request/request-state.ts';
import {
  type ComparableResult,
  differencesInSteps,
  type ErrorPlace,
  type ResultDifference,
} from './compare-results.ts';
import type { ShadowReport } from './shadow-report.ts';
import { errorPlaces, type ShadowQuery, type ShadowTarget } from './shadow-target.ts';
import { shadowHeader } from './url-target.ts';

export interface ShadowOptions {
  readonly target: ShadowTarget;
  /** The client's own executor: tells whether a difference is one of the data, which may have changed. */
  readonly own: ShadowTarget;
  readonly report: ShadowReport;
  /** Part of the queries, from 0 to 1. */
  readonly share: number;
  readonly concurrency: number;
  readonly maxQueue: number;
  readonly timeoutMs: number;
  /** Size of a result from which on it is not compared, in characters. */
  readonly maxSize: number;
  /** Whether the process has no time for it. */
  readonly isOverloaded: () => boolean;
}

interface Job extends ShadowQuery {
  readonly expected: ComparableResult;
}

/** Faults that pass: the two executions need not meet the same ones. */
const passingCodes: ReadonlySet<string> = new Set([
  'CANCELLED',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNAVAILABLE',
]);

/** A result with more errors than this is not compared: they are no longer all listed. */
const maxErrors = 200;

/**
 * Executes a part of the queries a second time, after their clients have got their results, and compares both. Clients notice nothing of
 * it: what finds no place in the queue is dropped.
 */
export class Shadow implements ResultObserver {
  readonly #options: ShadowOptions;
  readonly #queue: Job[] = [];
  readonly #running = new Set<Cancellation>();
  #isClosed = false;

  constructor(options: ShadowOptions) {
    this.#options = options;
  }

  onResult(prepared: PreparedOperation, request: RequestState, result: OperationResult): void {
    const { share } = this.#options;
    if (prepared.executable.operation.operation !== 'query' || Math.random() >= share) return;
    if (this.#isChosen(request)) this.#add(prepared, request, result);
  }

  get families(): MetricFamily[] {
    return this.#options.report.families;
  }

  /** Ends the executions, and waits for nobody. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.length = 0;
    for (const cancellation of this.#running) cancellation.cancel();
    await this.#options.target.close();
  }

  /** Explain has the calls of one execution, and what the other executor would do to errors is not known. */
  #isChosen({ caller, onError, observed }: RequestState): boolean {
    if (this.#isClosed || caller.callLog !== undefined || onError !== 'PROPAGATE') return false;
    return caller.cancellation?.isCancelled !== true && observed.headers[shadowHeader] === undefined;
  }

  #add(prepared: PreparedOperation, { caller, observed }: RequestState, { data, errors, size }: OperationResult): void {
    const { report, maxQueue, maxSize, isOverloaded } = this.#options;
    const places = errorPlaces(errors);
    if (size >= maxSize || places.length > maxErrors) report.count('too_large');
    else if (this.#queue.length >= maxQueue || isOverloaded()) report.count('dropped');
    else if (!hasPassingFault(places)) {
      const { credentials } = caller;
      this.#queue.push({ prepared, credentials, requestId: observed.id, expected: { data, errors: places } });
      // The client's response is sent first.
      setImmediate(() => this.#startNext());
    }
  }

  #startNext(): void {
    if (this.#running.size >= this.#options.concurrency) return;
    const job = this.#queue.shift();
    if (job === undefined) return;
    const cancellation = new Cancellation();
    this.#running.add(cancellation);
    const timer = setTimeout(() => cancellation.cancel(), this.#options.timeoutMs);
    void this.#run(job, cancellation).finally(() => {
      clearTimeout(timer);
      this.#running.delete(cancellation);
      this.#startNext();
    });
  }

  /** Never rejects. */
  async #run(job: Job, cancellation: Cancellation): Promise<void> {
    const { target, own, report } = this.#options;
    try {
      const actual = await execute(target, job, cancellation);
      if (hasPassingFault(actual.errors)) throw new Error('The second execution met a fault that passes.');
      const differences = await differencesBetween(job.expected, actual);
      if (differences.length === 0) report.count('equal');
      else if (await isReached(own, job, actual, cancellation)) report.count('changed');
      else report.different(job, differences);
    } catch {
      // A message may quote the other build, or values.
      if (!this.#isClosed) report.count('failed');
    }
  }
}

/** Whether the client's executor has the other result by now, too: then the data has changed. */
async function isReached(
  own: ShadowTarget,
  job: Job,
  actual: ComparableResult,
  cancellation: Cancellation,
): Promise<boolean> {
  const now = await execute(own, job, cancellation);
  return (await differencesBetween(now, actual)).length === 0;
}

/** Rejects at the cancellation: a resolver of an embedder may never settle. */
function execute(target: ShadowTarget, job: Job, cancellation: Cancellation): Promise<ComparableResult> {
  return new Promise((resolve, reject) => {
    cancellation.add({ cancel: () => reject(new Error('The second execution was cancelled.')) });
    target.execute(job, cancellation).then(resolve, reject);
  });
}

function differencesBetween(expected: ComparableResult, actual: ComparableResult): Promise<ResultDifference[]> {
  return runInTurns(differencesInSteps(expected, actual));
}

function hasPassingFault(errors: readonly ErrorPlace[]): boolean {
  return errors.some(({ code }) => passingCodes.has(code));
}
