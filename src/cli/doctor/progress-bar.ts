import type { Streams } from '../streams.ts';
import type { Progress } from './examination.ts';

const barWidth = 24;

/** A line on a terminal that shows how far the examination is; nothing anywhere else, nor where no line can be replaced. */
export class ProgressBar {
  readonly #output: Streams['stderr'] | undefined;

  constructor(output: Streams['stderr'], { TERM }: NodeJS.ProcessEnv = process.env) {
    this.#output = output.isTTY === true && TERM !== 'dumb' ? output : undefined;
  }

  show({ calls, done, operations }: Progress): void {
    const filled = operations === 0 ? 0 : Math.floor((done / operations) * barWidth);
    const bar = '#'.repeat(filled).padEnd(barWidth, '-');
    this.#draw(`[${bar}] ${done} of ${operations} operations, ${calls} calls`);
  }

  clear(): void {
    this.#draw('');
  }

  /** Replaces the line. A longer one than the terminal's could not be replaced. */
  #draw(line: string): void {
    const { columns = 80 } = this.#output ?? {};
    this.#output?.write(`\r\u001b[K${line.slice(0, columns - 1)}`);
  }
}
