import { closeSync, openSync } from 'node:fs';
import type { Logger } from 'pino';

export interface ShutdownOptions {
  /** Time from the first signal in which requests are still accepted, in milliseconds. */
  delayMs?: number;
  /** Grace period for `close`, in milliseconds. Where it is not complete a second after that, the process exits with code 1. */
  timeoutMs: number;
  /** Called at each signal to stop. */
  signalled?: (signal: NodeJS.Signals) => void;
  /** Called at the first signal, when the delay begins. */
  announce?: () => void;
  /** Resolves to false where it has cut something off: the process then exits with code 1. */
  close: () => Promise<boolean>;
  /** Whether the process goes on after a rejection that nothing handles. Left out: never. */
  tolerates?: (error: unknown) => boolean;
}

/** Time after the grace period in which `close` may still complete, in milliseconds. */
const overtimeMs = 1000;

/**
 * The shutdown of this process. The first signal announces it, and the delay begins. A second signal ends the delay. Then
 * the process closes and exits: with code 0, or with 1 after an error, after the grace period, or after another signal.
 */
export class Shutdown {
  readonly #options: ShutdownOptions;
  #state: 'running' | 'delayed' | 'closing' = 'running';
  #delay: NodeJS.Timeout | undefined;

  constructor(options: ShutdownOptions) {
    this.#options = options;
  }

  /** Starts the shutdown on these signals, and without a delay on an uncaught error. */
  handle(signals: readonly NodeJS.Signals[]): this {
    for (const signal of signals) process.off(signal, end).on(signal, () => this.signal(signal));
    process.on('uncaughtException', (error) => this.#fail(error));
    process.on('unhandledRejection', (error) => {
      if (!this.#options.tolerates?.(error)) this.#fail(error);
    });
    return this;
  }

  get isClosing(): boolean {
    return this.#state === 'closing';
  }

  signal(signal: NodeJS.Signals): void {
    const { delayMs = 0, signalled } = this.#options;
    signalled?.(signal);
    if (this.isClosing) process.exit(1);
    if (this.#state === 'delayed' || delayMs === 0) {
      this.close();
      return;
    }
    this.announce();
    this.#delay = setTimeout(() => this.close(), delayMs);
  }

  /** Announces the shutdown, and leaves it to the caller to end the delay by `close`. */
  announce(): void {
    if (this.isClosing) return;
    clearTimeout(this.#delay);
    if (this.#state === 'delayed') return;
    this.#state = 'delayed';
    this.#options.announce?.();
  }

  /** Closes without a further delay, and exits. Later calls have no effect. */
  close(exitCode = 0): void {
    if (this.isClosing) return;
    clearTimeout(this.#delay);
    this.#state = 'closing';
    const { close, timeoutMs } = this.#options;
    setTimeout(() => process.exit(1), timeoutMs + overtimeMs);
    close().then(
      (isComplete) => process.exit(isComplete ? exitCode : 1),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  }

  #fail(error: unknown): void {
    console.error(error);
    if (this.isClosing) process.exit(1);
    this.close(1);
  }
}

export const stopSignals = ['SIGTERM', 'SIGINT', 'SIGQUIT'] as const;

/** Lets these signals end the process until a shutdown handles them: the first process of a container ignores those that it does not handle. */
export function endOnSignals(): void {
  if (process.pid === 1) for (const signal of stopSignals) process.on(signal, end);
}

/** The exit code is that of a shell for a process that a signal has ended. */
function end(_signal: NodeJS.Signals, number: number): void {
  process.exit(128 + number);
}

/** Whether a service manager or a terminal has ended a process by the signal: it may have stopped its parent, too. */
export function isStopSignal(signal: string | null): boolean {
  return stopSignals.some((one) => one === signal);
}

/** Node would end the process on SIGHUP and SIGUSR2, and open its debugger on SIGUSR1. */
const ignoredSignals = ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;

/** Logs these signals, which have no effect, without those in `handled`. */
export function ignoreSignals(logger: Pick<Logger, 'info'>, handled: readonly NodeJS.Signals[] = []): void {
  for (const signal of ignoredSignals.filter((one) => !handled.includes(one)))
    process.on(signal, () => logger.info({ signal }, 'signal ignored'));
}

/**
 * Calls a function when the terminal is closed that the process was started in: nobody reads its output any more. The system sends
 * SIGHUP then, as others do for other reasons; a process without a terminal is never told.
 */
export function onTerminalClosed(stop: () => void): void {
  if (!process.stdout.isTTY && !process.stderr.isTTY) return;
  process.on('SIGHUP', () => {
    if (!hasTerminal()) stop();
  });
}

/** Whether the terminal of the process's session is open. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** A stream that is closed or full affects only what is written to it. Without a listener, its error ends the process. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** One line on why the gateway cannot listen; `setting` is what a user sets to listen on another port. */
export function listenProblem(error: unknown, setting: string): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is taken. Set ${setting} to another one, or to 0 for any free one.`;
  if (code === 'EACCES') return `The port needs more rights (${message}). Set ${setting} to one from 1024 on.`;
  const host = setting.replace('PORT', 'HOST').replace('port', 'host');
  return syscall === undefined ? message : `${message}. Set ${host} to an address of this machine, without a port.`;
}
