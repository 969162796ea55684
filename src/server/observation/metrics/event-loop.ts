import { type EventLoopUtilization, type IntervalHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { counter, gauge, type MetricFamily } from './family.ts';

/** Values are those of the last whole window, so that they do not depend on how often metrics are read. */
const windowMs = 5000;

const resolutionMs = 10;

interface Delays {
  mean: number;
  p99: number;
  max: number;
}

/** The event loop of this process: how busy it is, and how late its timers are. */
export class EventLoopMetrics {
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  #total: EventLoopUtilization = performance.eventLoopUtilization();
  #utilization = 0;
  /** In seconds. */
  #last: Delays = { mean: 0, p99: 0, max: 0 };

  constructor() {
    this.#delays.enable();
    this.#timer = setInterval(() => this.#endWindow(), windowMs).unref();
  }

  get families(): MetricFamily[] {
    const { active, idle } = performance.eventLoopUtilization();
    const stateOf = (state: string, ms: number) => ({ labels: { nodejs_eventloop_state: state }, value: ms / 1000 });
    const { mean, p99, max } = this.#last;
    return [
      counter('nodejs_eventloop_time_seconds_total', 'Time of the event loop, by its state.', [
        stateOf('active', active),
        stateOf('idle', idle),
      ]),
      gauge(
        'nodejs_eventloop_utilization_ratio',
        'Part of the last 5 seconds in which the event loop was busy; with workers, their mean.',
        this.#utilization,
        'average',
      ),
      gauge('nodejs_eventloop_delay_mean_seconds', 'Mean delay of the event loop.', mean, 'max'),
      gauge('nodejs_eventloop_delay_p99_seconds', '99th percentile of the delay of the event loop.', p99, 'max'),
      gauge('nodejs_eventloop_delay_max_seconds', 'Longest delay of the event loop.', max, 'max'),
    ];
  }

  close(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  #endWindow(): void {
    const total = performance.eventLoopUtilization();
    this.#utilization = performance.eventLoopUtilization(total, this.#total).utilization;
    this.#total = total;
    const { mean, max } = this.#delays;
    this.#last = { mean: delayOf(mean), p99: delayOf(this.#delays.percentile(99)), max: delayOf(max) };
    this.#delays.reset();
  }
}

/** The delay in seconds, of a time between two timers in nanoseconds. */
function delayOf(ns: number): number {
  return Number.isFinite(ns) ? Math.max(ns / 1e9 - resolutionMs / 1000, 0) : 0;
}
