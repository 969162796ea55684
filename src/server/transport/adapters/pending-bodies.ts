/** Part of the room that bodies which wait may take; a further one is rejected at once. */
const waitingShare = 0.5;

/** How long a body waits until others are rejected in its favour: the slowest one, and those that have not grown for as long. In milliseconds. */
const patienceMs = 1000;

/** How long a body waits until it is rejected, in milliseconds. */
const maxWaitMs = 5000;

/** Time between two looks at the bodies that wait, in milliseconds. */
const checkMs = 250;

export interface BodyReceiver {
  pause(): void;
  resume(): void;
  /** There is no room for the body. Must not throw. */
  reject(): void;
}

/** A request body of which a part has arrived. */
export class PendingBody {
  bytes = 0;
  /** When it began to wait, on the clock of `performance.now()`. */
  waitsSince = 0;
  /** When its last part arrived, on the same clock. */
  grownAt = performance.now();
  readonly receiver: BodyReceiver;
  readonly #bodies: PendingBodies;
  readonly #startedAt = this.grownAt;

  constructor(receiver: BodyReceiver, bodies: PendingBodies) {
    this.receiver = receiver;
    this.#bodies = bodies;
  }

  /** Counts bytes that have arrived. The body waits where there is no room for more. */
  add(bytes: number): void {
    this.#bodies.add(this, bytes);
  }

  /** The body is complete, or dropped. May be called again. */
  end(): void {
    this.#bodies.end(this);
  }

  /** How fast it arrives, in bytes per millisecond. */
  rateAt(now: number): number {
    return this.bytes / (now - this.#startedAt);
  }
}

/**
 * The request bodies that are being received. Beyond a number of bytes they wait in their order. Where one waits for long, the
 * slowest of those that are being received is rejected, and so are those of which nothing arrives.
 */
export class PendingBodies {
  readonly #maxBytes: number;
  #bytes = 0;
  readonly #receiving = new Set<PendingBody>();
  readonly #waiting = new Set<PendingBody>();
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A body of which the first part, but not all, has arrived. */
  begin(receiver: BodyReceiver): PendingBody {
    const body = new PendingBody(receiver, this);
    this.#receiving.add(body);
    return body;
  }

  add(body: PendingBody, bytes: number): void {
    body.bytes += bytes;
    body.grownAt = performance.now();
    this.#bytes += bytes;
    if (this.#bytes <= this.#maxBytes) return;
    if (this.#waitingBytes + body.bytes > this.#maxBytes * waitingShare) this.#reject(body);
    else this.#wait(body);
  }

  end(body: PendingBody): void {
    this.#receiving.delete(body);
    this.#stopWaiting(body);
    this.#bytes -= body.bytes;
    body.bytes = 0;
    this.#serve();
  }

  #wait(body: PendingBody): void {
    body.waitsSince = body.grownAt;
    this.#receiving.delete(body);
    this.#waiting.add(body);
    this.#waitingBytes += body.bytes;
    body.receiver.pause();
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
  }

  #stopWaiting(body: PendingBody): void {
    if (this.#waiting.delete(body)) this.#waitingBytes -= body.bytes;
  }

  #serve(): void {
    for (const body of this.#waiting) {
      if (this.#bytes > this.#maxBytes) return;
      this.#stopWaiting(body);
      this.#receiving.add(body);
      body.grownAt = performance.now();
      body.receiver.resume();
    }
  }

  #reject(body: PendingBody): void {
    this.end(body);
    body.receiver.reject();
  }

  #check(): void {
    const now = performance.now();
    const [first] = this.#waiting;
    if (first !== undefined && now - first.waitsSince > patienceMs) this.#makeRoom(now);
    for (const body of this.#waiting) if (now - body.waitsSince > maxWaitMs) this.#reject(body);
    if (this.#waiting.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #makeRoom(now: number): void {
    const receiving = [...this.#receiving];
    const stalled = receiving.filter(({ grownAt }) => now - grownAt > patienceMs);
    for (const body of stalled.length > 0 ? stalled : slowestOf(receiving, now)) this.#reject(body);
  }
}

/** At most one of them. */
function slowestOf(bodies: readonly PendingBody[], now: number): PendingBody[] {
  return [...bodies].sort((one, other) => one.rateAt(now) - other.rateAt(now)).slice(0, 1);
}
