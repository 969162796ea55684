import cluster, { type Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { Forgetting } from './invalidation-broadcast.ts';
import { type Assignment, assignmentVariable, type FromWorker, tellWorker } from './messages.ts';
import type { Reservation } from './port-reservation.ts';
import { restartDelay } from './restart-backoff.ts';

export interface WorkersOptions {
  /** How many there are to be. */
  count: number;
  /** The port that all listen on. */
  reservation: Reservation;
  sandbox: Assignment['sandbox'];
  logger: Logger;
}

/** A worker that lives, and how far it has come. */
interface Live {
  worker: Worker;
  /** When it was started, as `performance.now()` tells it. */
  since: number;
  /** How many workers before it in the same place have died soon after their start. */
  failures: number;
  /** Whether it takes messages, and may have reads under way. */
  isReady: boolean;
  isListening: boolean;
}

/** The processes that serve requests on one port, as the primary process sees them. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #forgetting: Forgetting;
  readonly #live = new Map<number, Live>();
  readonly #restarts = new Set<NodeJS.Timeout>();
  #starting: { resolve: (url: string) => void; reject: (error: Error) => void } | undefined;
  #stopping: { resolve: () => void; reject: (error: Error) => void } | undefined;

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#forgetting = new Forgetting(options.logger);
  }

  /** Starts them, and resolves to their base URL when all listen. Rejects where one of them can't start. */
  start(): Promise<string> {
    cluster.setupPrimary({ execArgv: execArgv() });
    // However the primary comes to its end, no worker stays behind.
    process.once('exit', () => this.#kill(this.#live.values()));
    return new Promise((resolve, reject) => {
      this.#starting = { resolve, reject };
      for (let i = 0; i < this.#options.count; i++) this.#fork(0);
    });
  }

  /** Lets them end the requests under way, and resolves when all are gone. Rejects where one did not end by itself. */
  stop(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#starting = undefined;
      this.#stopping = { resolve, reject };
      for (const restart of this.#restarts) clearTimeout(restart);
      if (this.#live.size === 0) resolve();
      for (const live of this.#live.values()) {
        // One that does not listen yet has nothing to end.
        if (live.isReady) tellWorker(live.worker, { kind: 'close' });
        else this.#kill([live]);
      }
    });
  }

  #fork(failures: number): void {
    const { reservation, sandbox } = this.#options;
    const assignment: Assignment = { port: reservation.port, sandbox };
    const worker = cluster.fork({ [assignmentVariable]: JSON.stringify(assignment) });
    const live = { worker, since: performance.now(), failures, isReady: false, isListening: false };
    this.#live.set(worker.id, live);
    worker.on('message', (message: FromWorker) => this.#hear(live, message));
    worker.once('exit', (code, signal) => this.#ended(live, code, signal));
    worker.on('error', (error) => {
      this.#options.logger.error({ err: error }, 'a worker process failed');
      // Where no process could be made, nothing else tells of its end.
      if (worker.process.pid === undefined) this.#ended(live, null, null);
    });
  }

  #hear(live: Live, message: FromWorker): void {
    if (message.kind === 'ready') this.#letListen(live);
    else if (message.kind === 'listening') this.#listens(live, message.url);
    else if (message.kind === 'failed') this.#failed(live, message.line);
    else if (message.kind === 'forgot') this.#forgetting.forgot(live.worker, message.round);
    else this.#letOthersForget(live, message.report);
  }

  async #letListen(live: Live): Promise<void> {
    live.isReady = true;
    await this.#options.reservation.release();
    tellWorker(live.worker, { kind: this.#stopping === undefined ? 'listen' : 'close' });
  }

  #listens(live: Live, url: string): void {
    live.isListening = true;
    const isComplete = [...this.#live.values()].filter(({ isListening }) => isListening).length === this.#options.count;
    if (!isComplete) return;
    this.#starting?.resolve(url);
    this.#starting = undefined;
  }

  #failed(live: Live, line: string): void {
    if (this.#starting === undefined) this.#options.logger.error({ worker: live.worker.process.pid }, line);
    this.#giveUpStart(line);
    this.#kill([live]);
  }

  async #letOthersForget({ worker }: Live, report: number): Promise<void> {
    await this.#forgetting.ask(this.#othersThan(worker));
    tellWorker(worker, { kind: 'allForgot', report });
  }

  #othersThan(worker: Worker): Worker[] {
    const others = [...this.#live.values()].filter((live) => live.isReady && live.worker !== worker);
    return others.map((live) => live.worker);
  }

  #ended(live: Live, code: number | null, signal: string | null): void {
    const { worker } = live;
    if (!this.#live.delete(worker.id)) return;
    this.#forgetting.ended(worker);
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    if (this.#starting !== undefined) this.#giveUpStart(`A worker ended ${how} before all of them listened.`);
    else if (this.#stopping === undefined) this.#replace(live, code, signal);
    else if (code !== 0 && live.isReady) this.#stopping.reject(new Error(`A worker ended ${how}.`));
    else if (this.#live.size === 0) this.#stopping.resolve();
  }

  #giveUpStart(line: string): void {
    this.#starting?.reject(new Error(line));
    this.#starting = undefined;
  }

  #replace({ worker, since, failures: before }: Live, code: number | null, signal: string | null): void {
    const { failures, delayMs } = restartDelay(before, performance.now() - since);
    const facts = { worker: worker.process.pid, code, signal, restartInMs: delayMs };
    if (code === 0) this.#options.logger.info(facts, 'a worker ended, and is replaced');
    else this.#options.logger.error(facts, 'a worker died, and is replaced');
    // What it was writing may have been carried out: it counts as written.
    if (code !== 0) void this.#forgetting.ask(this.#othersThan(worker));
    const restart = setTimeout(() => {
      this.#restarts.delete(restart);
      this.#fork(failures);
    }, delayMs);
    this.#restarts.add(restart);
  }

  #kill(all: Iterable<Live>): void {
    for (const { worker } of all) worker.process.kill('SIGKILL');
  }
}

/** Node's flags for a worker: those of the primary, and the young generation that `npm start` sets. */
function execArgv(): string[] {
  const name = '--max-semi-space-size';
  const isSet = process.execArgv.some((flag) => flag.startsWith(name));
  return isSet ? process.execArgv : [...process.execArgv, `${name}=64`];
}
