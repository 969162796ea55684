import type { AddressPools } from './address-pools.ts';

/** The result of a probe holds for this time where nobody asks for a new one, in milliseconds. */
const validMs = 1000;

/** Number of addresses that are probed at once. */
const maxAddresses = 4;

export interface ProbeOptions {
  readonly pools: Pick<AddressPools, 'current'>;
  /** Path and query of the GET, which is sent without credentials. */
  readonly path: string;
  readonly timeoutMs: number;
  /** Called if the service cannot be reached. */
  readonly onError: (error: unknown) => void;
}

/** Checks whether the service responds, over connections of its own: it does not wait for those of the calls. */
export class Probe {
  readonly #options: ProbeOptions;
  #last: { startedAt: number; isReachable: Promise<boolean> } | undefined;

  constructor(options: ProbeOptions) {
    this.#options = options;
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

  /** One address that responds is enough. */
  async #send(): Promise<boolean> {
    const { pools, path, timeoutMs, onError } = this.#options;
    const probes = pools.current.slice(0, maxAddresses).map(async (connections) => {
      const problem = await connections.probe(path, timeoutMs);
      if (problem !== undefined) throw problem.error;
    });
    try {
      await Promise.any(probes);
      return true;
    } catch (error) {
      const [first] = (error as AggregateError).errors;
      if (first !== undefined) onError(first);
      return false;
    }
  }
}
