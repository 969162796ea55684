import { hostname } from 'node:os';
import { type Logger, pino } from 'pino';

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
  #hasFailed = false;
  #dropped = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    // The callback of each write receives the error, too. Without a listener it would end the process.
    options.stream.on('error', () => {});
  }

  /** Writes a line, or keeps it until the lines before it are written. Never throws. */
  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#pendingBytes + bytes > maxPendingBytes) {
      this.#dropped++;
      return;
    }
    this.#pending.push(line);
    this.#pendingBytes += bytes;
    if (!this.#isWriting) this.#writeNext();
  }

  /** Hands all pending lines to the stream, without a bound: for the end of the process. */
  flush(): void {
    if (this.#pending.length > 0) this.#options.stream.write(this.#pending.splice(0).join(''));
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
    if (dropped > 0) this.#options.onRecovery(dropped);
    this.#writeNext();
  }

  #failed(lines: number): void {
    this.#hasFailed = true;
    this.#dropped += lines;
    setTimeout(() => this.#writeNext(), retryAfterMs).unref();
  }
}

/**
 * A logger that writes JSON lines to the standard output, and harms no request where they cannot be written. Each line has
 * these properties.
 */
export function createLogger(level: string, properties: { workerNumber?: number } = {}): Logger {
  const output = new LogOutput({
    stream: process.stdout,
    onRecovery: (dropped) => logger.warn({ dropped }, 'log lines were dropped, as the output did not accept them'),
  });
  const base = { pid: process.pid, hostname: hostname(), ...properties };
  const logger = pino({ level, base }, output);
  process.once('exit', () => output.flush());
  return logger;
}
