import { type HeapProfiler, Session } from 'node:inspector/promises';

// Loaded into a gateway's process before the gateway: samples what the process allocates, when the benchmark says so.

export type HeapOrder = { start: true } | { stop: true };
export type HeapReport = { started: true } | { functions: FunctionBytes[] };

/** Bytes that a function has allocated itself, garbage or not; `line` counts from 0. */
export interface FunctionBytes {
  name: string;
  url: string;
  line: number;
  bytes: number;
}

const session = new Session();
session.connect();

process.on('message', async (order: HeapOrder) => {
  process.send?.('start' in order ? await start() : await stop());
});
// The gateway ends as if nobody sent it messages.
process.channel?.unref();

async function start(): Promise<HeapReport> {
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 8192,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  });
  return { started: true };
}

async function stop(): Promise<HeapReport> {
  const { profile } = await session.post('HeapProfiler.stopSampling');
  const functions = new Map<string, FunctionBytes>();
  addAll(profile.head, functions);
  return { functions: [...functions.values()] };
}

function addAll(
  { callFrame, selfSize, children }: HeapProfiler.SamplingHeapProfileNode,
  to: Map<string, FunctionBytes>,
): void {
  const { functionName: name, url, lineNumber: line } = callFrame;
  const key = `${name} ${url}:${line}`;
  const found = to.get(key);
  if (found === undefined) to.set(key, { name, url, line, bytes: selfSize });
  else found.bytes += selfSize;
  for (const child of children) addAll(child, to);
}
