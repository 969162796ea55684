import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { processMemory } from '../server/settings/memory-limits.ts';
import { Heartbeat } from './heartbeat.ts';
import { assignmentVariable, type WorkerAssignment } from './messages.ts';
import { workerFlags } from './worker-flags.ts';

/** A running worker and its progress. */
export interface WorkerState {
  readonly worker: Worker;
  /** From 1 on, for the log. */
  readonly number: number;
  /** When it was started, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** How many of its predecessors in a row died soon after their start. */
  readonly failures: number;
  /** Whether it handles messages and may have reads in flight. */
  isReady: boolean;
  /** Whether it gets connections. */
  isListening: boolean;
  /** Whether it shuts down by itself. */
  isClosing: boolean;
  readonly heartbeat: Heartbeat;
}

/** The worker processes that run. */
export class RunningWorkers {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #assignment: Omit<WorkerAssignment, 'number'>;
  readonly #flags: string[];
  readonly #states = new Map<number, WorkerState>();

  /** `environment`: variables in addition to those of this process. `count`: how many workers there will be. */
  constructor(
    environment: Readonly<Record<string, string>>,
    assignment: Omit<WorkerAssignment, 'number'>,
    count: number,
  ) {
    this.#environment = environment;
    this.#assignment = assignment;
    this.#flags = workerFlags(process.execArgv, processMemory().container, count);
  }

  get all(): WorkerState[] {
    return [...this.#states.values()];
  }

  get count(): number {
    return this.#states.size;
  }

  get ready(): Worker[] {
    return this.all.flatMap(({ isReady, worker }) => (isReady ? [worker] : []));
  }

  get listening(): WorkerState[] {
    return this.all.filter(({ isListening }) => isListening);
  }

  /** Starts a worker, whose `failures` predecessors died soon after their start. */
  start(failures: number): WorkerState {
    const number = this.#freeNumber();
    const assignment: WorkerAssignment = { number, ...this.#assignment };
    cluster.setupPrimary({ execArgv: this.#flags });
    const worker = cluster.fork({ ...this.#environment, [assignmentVariable]: JSON.stringify(assignment) });
    const progress = { isReady: false, isListening: false, isClosing: false, heartbeat: new Heartbeat() };
    const state = { worker, number, startedAt: performance.now(), failures, ...progress };
    this.#states.set(worker.id, state);
    return state;
  }

  has({ worker }: WorkerState): boolean {
    return this.#states.has(worker.id);
  }

  /** Records that a worker has exited. Returns whether it was running. */
  exited({ worker }: WorkerState): boolean {
    return this.#states.delete(worker.id);
  }

  /** Ends a period of the heartbeats, and kills those that hang. */
  killHanging(logger: Logger): void {
    for (const state of this.all) {
      if (!state.heartbeat.endPeriod()) continue;
      logger.error({ worker: state.worker.process.pid }, 'killing a worker that does not respond');
      kill([state]);
    }
  }

  #freeNumber(): number {
    const taken = new Set(this.all.map(({ number }) => number));
    let number = 1;
    while (taken.has(number)) number++;
    return number;
  }
}

export function kill(states: Iterable<WorkerState>): void {
  for (const { worker } of states) worker.process.kill('SIGKILL');
}
