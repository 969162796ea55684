import { randomFillSync } from 'node:crypto';

const poolBytes = 8192;

/**
 * Random hexadecimal digits for ids. Random bytes are taken, and turned into digits, in large pieces: each call costs
 * microseconds.
 */
export class RandomIds {
  readonly #pool = Buffer.alloc(poolBytes);
  #digits = '';
  #used = 0;

  /** An id of a trace: 32 digits that are not all 0. */
  traceId(): string {
    const id = this.digits(32);
    return id === invalidTraceId ? this.traceId() : id;
  }

  /** So many digits. */
  digits(count: number): string {
    if (this.#used + count > this.#digits.length) {
      this.#digits = randomFillSync(this.#pool).toString('hex');
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += count;
    return this.#digits.slice(start, this.#used);
  }
}

const invalidTraceId = '0'.repeat(32);
