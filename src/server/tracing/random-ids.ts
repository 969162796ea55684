import { randomFillSync } from 'node:crypto';

const poolBytes = 8192;

const invalidIds = ['0'.repeat(16), '0'.repeat(32)];

/**
 * Random ids of traces and spans as hexadecimal digits. Random bytes are taken, and turned into digits, in large pieces: each call
 * costs microseconds.
 */
export class RandomIds {
  readonly #pool = Buffer.alloc(poolBytes);
  #digits = '';
  #used = 0;

  /** 32 digits. */
  traceId(): string {
    return this.#take(32);
  }

  /** 16 digits. */
  spanId(): string {
    return this.#take(16);
  }

  #take(count: number): string {
    if (this.#used + count > this.#digits.length) {
      this.#digits = randomFillSync(this.#pool).toString('hex');
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += count;
    const id = this.#digits.slice(start, this.#used);
    // An id of zeros is invalid.
    return id === invalidIds[0] || id === invalidIds[1] ? this.#take(count) : id;
  }
}
