import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Logger } from 'pino';
import { HttpError } from '../http/http-errors.ts';
import { oldGenerationLimit, oldGenerationUsed } from '../runtime/old-generation.ts';

export interface LoadLimits {
  /** In milliseconds; 0 turns it off. */
  maxEventLoopDelay: number;
  /** In percent of the limit of the heap's old generation; 0 turns it off. */
  maxHeapPercent: number;
}

/** The load of the process since the previous reading. */
export interface LoadReading {
  /** Mean delay of the event loop, in milliseconds. */
  eventLoopDelay: number;
  /** Used part of the limit of the heap's old generation, in percent. */
  heapPercent: number;
}

export interface LoadMonitorOptions {
  limits: LoadLimits;
  logger: Pick<Logger, 'warn' | 'info'>;
}

const samplePeriodMs = 500;

/** Overload begins and ends after this number of readings in a row, so that a single stall does not start it. */
const confirmingReadings = 2;

/** Part of a limit below which overload ends, so that a load around the limit does not switch it on and off. */
const endsBelow = 0.9;

/** The gateway is not ready after this number of overloaded readings: for 5 seconds or longer. */
const notReadyAfter = 10;

/**
 * Tells whether the process is overloaded, from readings twice a second. The request path only looks at the result.
 * `@fastify/under-pressure` does not fit: GraphQL is handled before Fastify, or without it; it has no hysteresis; and it
 * may reject all requests for ever, if the heap is full of garbage that no new request makes Node collect.
 */
export class LoadMonitor {
  readonly #limits: LoadLimits;
  readonly #logger: LoadMonitorOptions['logger'];
  readonly #delays: IntervalHistogram | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #isOverloaded = false;
  /** Readings in a row that contradict `#isOverloaded`. */
  #contradicting = 0;
  /** Overloaded readings less the others, from 0 to `notReadyAfter`. */
  #overloadedReadings = 0;
  #isReady = true;

  constructor({ limits, logger }: LoadMonitorOptions) {
    this.#limits = limits;
    this.#logger = logger;
    if (limits.maxEventLoopDelay === 0 && limits.maxHeapPercent === 0) return;
    const delays = monitorEventLoopDelay({ resolution: resolutionMs });
    delays.enable();
    this.#delays = delays;
    const heapLimit = oldGenerationLimit();
    this.#timer = setInterval(() => this.add(readLoad(delays, heapLimit)), samplePeriodMs).unref();
  }

  /** Whether requests are rejected. */
  get isOverloaded(): boolean {
    return this.#isOverloaded;
  }

  /** False after a long overload, until the process has not been overloaded for as long. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Whether to reject a request; `inFlight` is the number of requests in flight, itself included. A single one is always
   * handled: it has nothing to wait for, and if nothing were handled, garbage would stay in the heap for ever.
   */
  rejects(inFlight: number): boolean {
    return this.#isOverloaded && inFlight > 1;
  }

  add(reading: LoadReading): void {
    this.#contradicting = this.#exceeds(reading) === this.#isOverloaded ? 0 : this.#contradicting + 1;
    if (this.#contradicting === confirmingReadings) this.#switch(reading);
    if (this.#isOverloaded) this.#overloadedReadings = Math.min(this.#overloadedReadings + 1, notReadyAfter);
    else this.#overloadedReadings = Math.max(this.#overloadedReadings - 1, 0);
    if (this.#overloadedReadings === notReadyAfter) this.#isReady = false;
    else if (this.#overloadedReadings === 0) this.#isReady = true;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delays?.disable();
  }

  #exceeds({ eventLoopDelay, heapPercent }: LoadReading): boolean {
    const { maxEventLoopDelay, maxHeapPercent } = this.#limits;
    const factor = this.#isOverloaded ? endsBelow : 1;
    return (
      (maxEventLoopDelay > 0 && eventLoopDelay > maxEventLoopDelay * factor) ||
      (maxHeapPercent > 0 && heapPercent > maxHeapPercent * factor)
    );
  }

  #switch({ eventLoopDelay, heapPercent }: LoadReading): void {
    this.#isOverloaded = !this.#isOverloaded;
    this.#contradicting = 0;
    const details = { eventLoopDelay: Math.round(eventLoopDelay), heapPercent: Math.round(heapPercent) };
    if (this.#isOverloaded) this.#logger.warn(details, 'overloaded: new requests get status 503');
    else this.#logger.info(details, 'no longer overloaded');
  }
}

export function overloaded(): HttpError {
  const message = 'The gateway is overloaded. Send the request again later.';
  return new HttpError(503, 'OVERLOADED', message, { 'retry-after': '1' });
}

const resolutionMs = 20;

/** The load of this process. Node measures the delay of its event loop in native code. `heapLimit`: that of the old generation, in bytes. */
function readLoad(delays: IntervalHistogram, heapLimit: number): LoadReading {
  const heapPercent = (oldGenerationUsed() / heapLimit) * 100;
  const eventLoopDelay = delays.count === 0 ? 0 : Math.max(delays.mean / 1e6 - resolutionMs, 0);
  const reading = { eventLoopDelay, heapPercent };
  delays.reset();
  return reading;
}
