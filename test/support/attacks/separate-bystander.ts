import { HelperProcess } from './helper-process.ts';

/** What came of the requests of a client beside an attack. */
export interface BystanderReport {
  reads: number;
  /** What went wrong with reads, health and metrics. */
  failures: string[];
}

/**
 * A client beside an attack. It has a process of its own: that of the test is busy with the attack. Resolves, when it is served, to what
 * ends and reports it.
 */
export async function startBystander(url: string): Promise<() => Promise<BystanderReport>> {
  const bystander = await HelperProcess.start('bystander-process', [url]);
  return async () => JSON.parse(await bystander.end()) as BystanderReport;
}
