import { hostname } from 'node:os';
import { type Logger, type LoggerOptions, pino } from 'pino';
import type { LogLevel } from '../../settings/server.ts';

/** Pipes keep writes of at most this many bytes (PIPE_BUF of Linux) whole, although several processes share them. */
const maxChunkBytes = 4096;

const maxPendingBytes = 1024 * 1024;

const retryAfterMs = 1000;

interface OutputStream {
  on(event: 'error', listener: () => void): unknown;
  write(chunk: string, done?: (error?: Error | null) => void): unknown;
}

export interface LogOutputOptions {
  /** The standard output. Unlike other streams it accepts data after an error. */
  stream: OutputStream;
  /** Called with the number of lines that were dropped, when lines can be written again. */
  onRecovery: (droppedLines: number) => void;
}

/**
 * Writes log lines to a stream that may fail, such as a full disk or a closed pipe, or that may not accept data. Nothing
 * waits for it: lines that do not fit into 1 MiB, and those whose write fails, are dropped and counted.
 */
export class LogOutput {
  readonly #options: LogOutputOptions;
  #pending: string[] = [];
  #pendingBytes = 0;
  #isWriting = false;
  #isScheduled = false;
  #hasFailed = false;
  #dropped = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    // The callback of each write receives the error, too. Without a listener it would end the process.
    options.stream.on('error', () => {});
  }

  /** Writes a line, or keeps it until the lines before it are written. Never throws. */
  write(line: string): void {
    if (this.#add(line) && !this.#isWriting) this.#writeNext();
  }

  /** Writes a line at the end of this turn of the event loop, with all others of it: a write costs more than its line. */
  writeSoon(line: string): void {
    if (!this.#add(line) || this.#isWriting || this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#writeScheduled);
  }

  /** Hands all pending lines to the stream, without a bound: for the end of the process. */
  flush(): void {
    if (this.#pending.length > 0) this.#options.stream.write(this.#pending.splice(0).join(''));
  }

  readonly #writeScheduled = (): void => {
    this.#isScheduled = false;
    if (!this.#isWriting) this.#writeNext();
  };

  /** Whether the line was kept. */
  #add(line: string): boolean {
    const bytes = Buffer.byteLength(line);
    if (this.#pendingBytes + bytes > maxPendingBytes) {
      this.#dropped++;
      return false;
    }
    this.#pending.push(line);
    this.#pendingBytes += bytes;
    return true;
  }

  #writeNext(): void {
    const lines = this.#takeChunk();
    this.#isWriting = lines.length > 0;
    if (!this.#isWriting) return;
    // A write that failed may have ended inside a line.
    const chunk = (this.#hasFailed ? '\n' : '') + lines.join('');
    this.#options.stream.write(chunk, (error) => {
      if (error) this.#failed(lines.length);
      else this.#written();
    });
  }

  #takeChunk(): string[] {
    if (this.#pendingBytes <= maxChunkBytes) {
      const lines = this.#pending;
      this.#pending = [];
      this.#pendingBytes = 0;
      return lines;
    }
    let count = 0;
    let bytes = 0;
    for (const line of this.#pending) {
      const length = Buffer.byteLength(line);
      if (count > 0 && bytes + length > maxChunkBytes) break;
      bytes += length;
      count++;
    }
    this.#pendingBytes -= bytes;
    return this.#pending.splice(0, count);
  }

  #written(): void {
    this.#hasFailed = false;
    const dropped = this.#dropped;
    this.#dropped = 0;
    // It makes room for the line that tells of those that were dropped.
    this.#writeNext();
    if (dropped > 0) this.#options.onRecovery(dropped);
  }

  #failed(lines: number): void {
    this.#hasFailed = true;
    this.#dropped += lines;
    setTimeout(() => this.#writeNext(), retryAfterMs).unref();
  }
}

export type RequestLevel = 'info' | 'warn';

const levelNumbers = { info: 30, warn: 40 } satisfies Record<RequestLevel, number>;

/** Writes the lines that are logged for each request: those of pino, byte for byte, in 0.6 µs of CPU time in place of 1.2. */
export class RequestLines {
  readonly #output: LogOutput;
  readonly #base: string;
  #time = 0;
  /** What all lines of one millisecond have after their level. */
  #start = '';

  /** `base`: the properties of every line. */
  constructor(output: LogOutput, base: Readonly<Record<string, unknown>>) {
    this.#output = output;
    this.#base = JSON.stringify(base).slice(1, -1);
  }

  /** Writes a line. `properties` is the JSON of an object without its braces, and not empty. */
  write(level: RequestLevel, properties: string, message: string): void {
    const time = Date.now();
    if (time !== this.#time) {
      this.#time = time;
      this.#start = `"time":${time},${this.#base},`;
    }
    this.#output.writeSoon(`{"level":${levelNumbers[level]},${this.#start}${properties},"msg":"${message}"}\n`);
  }
}

const requestLines = new WeakMap<Logger, RequestLines>();

/** A logger that `createLogger` has made, and those made from it. */
const families = new WeakMap<Logger, Set<Logger>>();

/** What writes lines for requests in place of a logger; undefined for loggers that `createLogger` has not made. */
export function requestLinesOf(logger: Logger): RequestLines | undefined {
  return requestLines.get(logger);
}

export function withSerializers(logger: Logger, serializers: NonNullable<LoggerOptions['serializers']>): Logger {
  const child = logger.child({}, { serializers });
  const lines = requestLines.get(logger);
  if (lines !== undefined) requestLines.set(child, lines);
  families.get(logger)?.add(child);
  return child;
}

/** Changes the level of a logger that `createLogger` has made, and of those made from it. */
export function setLogLevel(logger: Logger, level: LogLevel): void {
  for (const one of families.get(logger) ?? [logger]) one.level = level;
}

/**
 * A logger that writes JSON lines to the standard output or to another stream, and harms no request where they cannot be
 * written. Each line has these properties.
 */
export function createLogger(
  level: string,
  properties: { workerNumber?: number } = {},
  stream: OutputStream = process.stdout,
): Logger {
  const output = new LogOutput({
    stream,
    onRecovery: (dropped) => logger.warn({ dropped }, 'log lines were dropped, as the output did not accept them'),
  });
  const base = { pid: process.pid, hostname: hostname(), ...properties };
  const logger = pino({ level, base }, output);
  requestLines.set(logger, new RequestLines(output, base));
  families.set(logger, new Set([logger]));
  process.once('exit', () => output.flush());
  return logger;
}
