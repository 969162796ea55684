import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Case } from './cases.ts';
import { cpuTime } from './limits.ts';
import { Load, tokens } from './load.ts';
import { expectedAnswer } from './reference.ts';
import { type SubjectName, type SubjectOptions, startSubject } from './subjects.ts';

/** The parts of V8's `.cpuprofile` that matter here; times in microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
}

const warmUpMs = 3000;
const measureMs = 8000;
const shown = 25;

/** Profiles a subject under a case: a line for each of the functions that spent most time in themselves. */
export async function profileLines(
  name: SubjectName,
  one: Case,
  tokenCount: number,
  options: SubjectOptions,
): Promise<string[]> {
  const directory = await mkdtemp(join(tmpdir(), 'docgraph-profile-'));
  try {
    const nodeFlags = ['--cpu-prof', `--cpu-prof-dir=${directory}`, '--cpu-prof-interval=500'];
    const { from, to, requests } = await loadedSpan(name, one, tokenCount, { ...options, nodeFlags });
    const [file = ''] = await readdir(directory);
    const profile = JSON.parse(await readFile(join(directory, file), 'utf8')) as CpuProfile;
    return linesOf(selfTimes(profile, from, to), requests);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Runs the case and resolves to the span of its measured part, on the clock that all processes share. */
async function loadedSpan(name: SubjectName, one: Case, tokenCount: number, options: SubjectOptions) {
  const subject = await startSubject(name, options);
  const load = new Load(subject.url, one, tokens(tokenCount));
  try {
    await load.check(await expectedAnswer(one));
    await load.run(cpuTime(subject.pid, warmUpMs));
    const from = nowUs();
    const { requests } = await load.run(cpuTime(subject.pid, measureMs));
    return { from, to: nowUs(), requests };
  } finally {
    await load.close();
    await subject.stop();
  }
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Time spent in each function itself, by the function's name and place. */
function selfTimes(
  { nodes, startTime, samples, timeDeltas }: CpuProfile,
  from: number,
  to: number,
): Map<string, number> {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const times = new Map<string, number>();
  let at = startTime;
  samples.forEach((id, i) => {
    const delta = timeDeltas[i] ?? 0;
    at += delta;
    const name = names.get(id) ?? '';
    if (at >= from && at <= to && name !== '(idle)') times.set(name, (times.get(name) ?? 0) + delta);
  });
  return times;
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)';
  if (url === '') return name;
  const path = url.startsWith('file:') ? relative(process.cwd(), fileURLToPath(url)) : url;
  return `${name}  ${path}:${lineNumber + 1}`;
}

function linesOf(times: ReadonlyMap<string, number>, requests: number): string[] {
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  const dearest = [...times].sort(([, a], [, b]) => b - a).slice(0, shown);
  const line = (time: number, name: string) =>
    `${((time / total) * 100).toFixed(1).padStart(5)} %  ${(time / requests).toFixed(1).padStart(8)} µs  ${name}`;
  return [...dearest.map(([name, time]) => line(time, name)), line(total, 'in all, for each request')];
}
