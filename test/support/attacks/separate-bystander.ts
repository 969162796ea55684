import { HelperProcess } from './helper-process.ts';

/** What came of the requests of a client beside an attack. */
export interface BystanderReport {
  reads: number;
  /** What went wrong with reads, health and metrics. */
  failures: string[];
}

/** A client beside attacks. It has a process of its own: that of the test is busy with the attacks. */
export class SeparateBystander {
  readonly #process: HelperProcess;

  private constructor(process: HelperProcess) {
    this.#process = process;
  }

  /** Resolves when it is served. */
  static async start(url: string): Promise<SeparateBystander> {
    return new SeparateBystander(await HelperProcess.start('bystander-process', [url]));
  }

  /** What came of its requests since the last report, when those in flight are answered. */
  async report(): Promise<BystanderReport> {
    return JSON.parse(await this.#process.ask('report')) as BystanderReport;
  }

  async end(): Promise<void> {
    await this.#process.end();
  }
}
