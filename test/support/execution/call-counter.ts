import { Session } from 'node:inspector/promises';

/** Names of functions, by the end of the path of their file. */
type CountedFunctions = Readonly<Record<string, readonly string[]>>;

/** Counts calls of functions, as V8 counts them. */
export class CallCounter {
  readonly #session = new Session();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post('Profiler.enable');
  }

  async stop(): Promise<void> {
    await this.#session.post('Profiler.disable');
    this.#session.disconnect();
  }

  /** How often functions are called while something is done. */
  async during(action: () => Promise<unknown>, counted: CountedFunctions): Promise<Record<string, number>> {
    await this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await this.#session.post('Profiler.takePreciseCoverage');
    await action();
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    await this.#session.post('Profiler.stopPreciseCoverage');
    const calls: Record<string, number> = {};
    for (const [file, names] of Object.entries(counted)) {
      const functions = result.filter(({ url }) => url.endsWith(file)).flatMap((script) => script.functions);
      for (const name of names) {
        calls[name] = functions
          .filter(({ functionName }) => functionName === name)
          .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
      }
    }
    return calls;
  }

  /**
   * The same for something that is done three times, each time with a new number: the least count of each function. V8 at times
   * counts a call of a constructor twice.
   */
  async duringEach(
    action: (run: number) => Promise<unknown>,
    counted: CountedFunctions,
  ): Promise<Record<string, number>> {
    const least: Record<string, number> = {};
    for (let run = 1; run <= 3; run++) {
      const calls = await this.during(() => action(run), counted);
      for (const [name, count] of Object.entries(calls)) least[name] = Math.min(count, least[name] ?? count);
    }
    return least;
  }
}
