import { HelperProcess } from './helper-process.ts';

/** What came of the requests of honest clients. */
export interface HonestReport {
  failures: string[];
  /** Of reads and writes, in milliseconds. */
  latencies: number[];
  healthLatencies: number[];
  metricsLatencies: number[];
  /** Ids of the records that were written, each once. */
  writes: string[];
}

/** Honest clients in a process of their own, one from each address. Resolves, when all are served, to what ends and reports them. */
export async function startHonestClients(
  url: string,
  addresses: readonly string[],
): Promise<() => Promise<HonestReport>> {
  const clients = await HelperProcess.start('honest-process', [url, addresses.join(',')]);
  return async () => JSON.parse(await clients.end()) as HonestReport;
}
