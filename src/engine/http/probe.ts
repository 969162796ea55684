import { Pool } from 'undici';

/** The result of a probe holds for this time where nobody asks for a new one, in milliseconds. */
const validMs = 1000;

const maxTimeoutMs = 2000;

export interface ProbeOptions {
  readonly origin: string;
  /** Path and query of the GET, which is sent without credentials. */
  readonly path: string;
  readonly timeoutMs: number;
  /** Called if the service cannot be reached. */
  readonly onError: (error: unknown) => void;
}

/** Checks whether the service responds, over a connection of its own: it does not wait for those of the calls. */
export class Probe {
  readonly #options: ProbeOptions;
  readonly #pool: Pool;
  #last: { startedAt: number; isReachable: Promise<boolean> } | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: options.timeoutMs } };
    this.#pool = new Pool(options.origin, { ...common, connections: 2, pipelining: 0 });
  }

  /** Whether the service responds with a status below 500. It is probed at most once per second. Never rejects. */
  isReachable(): Promise<boolean> {
    const isValid = this.#last !== undefined && performance.now() - this.#last.startedAt <= validMs;
    return isValid && this.#last !== undefined ? this.#last.isReachable : this.probe();
  }

  /** The same, from a new probe. */
  probe(): Promise<boolean> {
    const isReachable = this.#send();
    this.#last = { startedAt: performance.now(), isReachable };
    return isReachable;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #send(): Promise<boolean> {
    const { path, timeoutMs, onError } = this.#options;
    try {
      const signal = AbortSignal.timeout(Math.min(timeoutMs, maxTimeoutMs));
      const { body, statusCode } = await this.#pool.request({ path, method: 'GET', signal });
      await body.dump();
      return statusCode < 500;
    } catch (error) {
      onError(error);
      return false;
    }
  }
}
