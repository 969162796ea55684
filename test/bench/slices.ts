import type { Case } from './cases.ts';
import { type Figures, quantile } from './figures.ts';
import { cpuTime, longest, requests as requestCount } from './limits.ts';
import type { Load } from './load.ts';
import type { Subject } from './subjects.ts';
import type { UpstreamProcess } from './upstream-process.ts';
import { usageOf } from './usage.ts';

/** What a subject did in one turn. */
export interface Slice {
  cpuUs: number;
  requests: number;
  seconds: number;
  latencies: Float64Array;
  rssBytes: number;
  calls: number;
  /** Sum of the times that the upstream held answers back, in milliseconds. */
  delayed: number;
}

/** Rejects at any answer that is not the expected one, of the subject or of the upstream. */
export async function measureSlice(
  subject: Subject,
  load: Load,
  one: Case,
  pace: { sliceMs: number; minRequests: number },
  upstream: UpstreamProcess,
): Promise<Slice> {
  await upstream.reset(one.delayMs);
  const before = usageOf(subject.pid);
  const limit = longest(cpuTime(subject.pid, pace.sliceMs), requestCount(pace.minRequests * one.clients));
  const { requests, seconds, latencies } = await load.run(limit, one.clients);
  const after = usageOf(subject.pid);
  const { calls, refused, delayed } = await upstream.count();
  if (refused > 0) throw new Error(`${subject.name}, ${one.name}: ${refused} REST calls that the upstream refuses.`);
  const sent = Object.values(calls).reduce((sum, count) => sum + count, 0);
  if (subject.name === 'floor' && sent !== one.calls * requests) {
    throw new Error(`${one.name}: the floor made ${sent / requests} REST calls for a request, not ${one.calls}.`);
  }
  const cpuUs = after.cpuUs - before.cpuUs;
  return { cpuUs, requests, seconds, latencies, rssBytes: after.rssBytes, calls: sent, delayed };
}

/** The figures of several slices together. */
export function figuresOf(slices: readonly Slice[]): Figures {
  const sum = (name: 'cpuUs' | 'requests' | 'seconds' | 'calls' | 'delayed') =>
    slices.reduce((total, slice) => total + slice[name], 0);
  const requests = sum('requests');
  const calls = sum('calls');
  const latencies = Float64Array.from(slices.flatMap((slice) => [...slice.latencies])).sort();
  return {
    cpuUs: sum('cpuUs') / requests,
    requestsPerSecond: requests / sum('seconds'),
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    rssMib: Math.max(...slices.map(({ rssBytes }) => rssBytes)) / 2 ** 20,
    calls: calls / requests,
    upstreamDelay: calls === 0 ? 0 : sum('delayed') / calls,
  };
}
