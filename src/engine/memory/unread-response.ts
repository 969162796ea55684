/** A response that is being sent: its memory is in use until the client has read it. */
export class UnreadResponse {
  readonly bytes: number;
  /** Closes the connection. */
  readonly disconnect: () => void;
  readonly #onEnd: (response: UnreadResponse) => void;
  readonly #startedAt = performance.now();
  #read = 0;

  constructor(bytes: number, disconnect: () => void, onEnd: (response: UnreadResponse) => void) {
    this.bytes = bytes;
    this.disconnect = disconnect;
    this.#onEnd = onEnd;
  }

  /** The connection has taken so many bytes more. */
  addRead(bytes: number): void {
    this.#read += bytes;
  }

  /** How long it has been sent, in milliseconds. */
  ageAt(now: number): number {
    return now - this.#startedAt;
  }

  /** How fast the client reads, in bytes per millisecond. */
  rateAt(now: number): number {
    return this.#read / this.ageAt(now);
  }

  /** Call it when the response was sent, and when the connection has closed. */
  end(): void {
    this.#onEnd(this);
  }
}
