/**
 * How long after it has sent a heartbeat a worker may rely on its messages, in milliseconds: less than a write of another worker
 * waits for its acknowledgement, and several heartbeats.
 */
const leaseMs = 800;

/** How often a worker sends a heartbeat, in milliseconds. */
export const heartbeatIntervalMs = 200;

/**
 * Tells, in a worker, whether the primary process may have excluded it. Writes of other workers do not wait for a worker that
 * hangs. When it continues, its requests may be handled before the messages that tell it of those writes: until the primary process
 * has confirmed a heartbeat that was sent since, each request has to invalidate the reads in flight.
 */
export class WorkerLease {
  readonly #now: () => number;
  /** When the heartbeats were sent that are not confirmed, by their number. */
  readonly #sent = new Map<number, number>();
  #number = 0;
  #end: number;

  /** `now`: a monotonic clock, in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#end = now() + leaseMs;
  }

  /** Records that a heartbeat is sent; returns its number. */
  heartbeatSent(): number {
    this.#number++;
    this.#sent.set(this.#number, this.#now());
    // Those that are older than a lease renew none.
    this.#sent.delete(this.#number - Math.ceil(leaseMs / heartbeatIntervalMs));
    return this.#number;
  }

  /** Records that the primary process has confirmed a heartbeat. */
  confirmed(number: number): void {
    const sentAt = this.#sent.get(number);
    if (sentAt === undefined) return;
    this.#sent.delete(number);
    this.#end = Math.max(this.#end, sentAt + leaseMs);
  }

  /** Whether reads in flight may be older than a write of another worker that has ended. */
  get hasEnded(): boolean {
    return this.#now() >= this.#end;
  }
}
