import type { SamplerName } from '../../settings/tracing.ts';
import type { TraceParent } from './trace-parent.ts';

/** Whether a trace is exported: the same for all spans of it. */
export type Sampler = (traceId: string, parent: TraceParent | undefined) => boolean;

/** `ratio` is the part of all traces, from 0 to 1, for the samplers by trace id. */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const root = rootSampler(name, ratio);
  if (!name.startsWith('parentbased_')) return root;
  return (traceId, parent) => parent?.isSampled ?? root(traceId, parent);
}

function rootSampler(name: SamplerName, ratio: number): Sampler {
  if (name.endsWith('always_on')) return () => true;
  if (name.endsWith('always_off')) return () => false;
  const bound = ratio * 0x1_0000_0000;
  return (traceId) => fold(traceId) < bound;
}

/** A number below 2^32, as OpenTelemetry's SDK for Node computes it: services with the same ratio choose the same traces. */
function fold(traceId: string): number {
  let folded = 0;
  for (let i = 0; i < 32; i += 8) folded ^= Number.parseInt(traceId.slice(i, i + 8), 16);
  return folded >>> 0;
}
