import { HelperProcess } from './helper-process.ts';

/** What came of the requests of a client beside an attack. */
export interface BystanderReport {
  reads: number;
  /** What went wrong with reads, health and metrics. */
  failures: string[];
}

/** Starts a client beside attacks. It has a process of its own: that of the test is busy with the attacks. Resolves when it is served. */
export const startBystander = (url: string) => HelperProcess.start('bystander-process', [url]);

/** What came of its requests since the last report, when those in flight are answered. */
export async function reportOf(bystander: HelperProcess): Promise<BystanderReport> {
  return JSON.parse(await bystander.ask('report')) as BystanderReport;
}
