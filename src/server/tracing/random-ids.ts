import { randomFillSync } from 'node:crypto';

const poolBytes = 8192;

const invalidIds = ['0'.repeat(16), '0'.repeat(32)];

/** Random ids of traces and spans as hexadecimal digits. Random bytes are taken in large pieces: each call costs microseconds. */
export class RandomIds {
  readonly #pool = Buffer.alloc(poolBytes);
  #used = poolBytes;

  /** 32 digits. */
  traceId(): string {
    return this.#take(16);
  }

  /** 16 digits. */
  spanId(): string {
    return this.#take(8);
  }

  #take(bytes: number): string {
    if (this.#used + bytes > poolBytes) {
      randomFillSync(this.#pool);
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += bytes;
    const id = this.#pool.toString('hex', start, this.#used);
    // An id of zeros is invalid.
    return id === invalidIds[0] || id === invalidIds[1] ? this.#take(bytes) : id;
  }
}
