import { writeFile } from 'node:fs/promises';
import { allocatedBytes, allocationCases } from './allocation-sampling.ts';
import { checkAllocations, printAllocations, recordAllocations } from './allocations.ts';
import { baselineOf } from './baseline.ts';
import { cases } from './cases.ts';
import { measureDashboard } from './dashboard.ts';
import { writeDocs } from './docs.ts';
import type { Figures, Row } from './figures.ts';
import { measureKept } from './kept.ts';
import { measure, type Pace } from './measure.ts';
import { memoryLines } from './memory.ts';
import { type Options, readOptions, usage } from './options.ts';
import { withPlantedClosure } from './planted-closure.ts';
import { twoCores } from './processes.ts';
import { profileLines } from './profile.ts';
import { type Received, startReceiver } from './receiver-process.ts';
import { settingsLines, table } from './report.ts';
import type { SubjectOptions } from './subjects.ts';
import { startUpstream, type UpstreamProcess } from './upstream-process.ts';

const options = orExit(() => readOptions(process.argv.slice(2)));
if (options.mode === 'help') print(usage);
else await run(options);

async function run(chosen: Options): Promise<void> {
  const baseline = chosen.baseline === undefined ? undefined : orExit(() => baselineOf(chosen.baseline ?? ''));
  const cores = twoCores();
  print(
    cores === undefined
      ? 'Processes are not bound to cores here (that takes two cores and taskset): the upstream and the load disturb the servers.'
      : `Server on core ${cores.subject}; upstream (a static server on node:net) and load on core ${cores.load}. Node ${process.version}.`,
    'Gateways have their default settings, with limits and with a log of each request, which goes to the null device.',
  );
  const upstream = await startUpstream(cores?.load, chosen.mode === 'kept');
  const receiver = chosen.subjects.includes('observed') ? await startReceiver(cores?.load) : undefined;
  const subjects: SubjectOptions = {
    gateway: chosen.gateway,
    baseline: baseline?.file,
    upstreamUrl: upstream.url,
    receiverUrl: receiver?.url,
    core: cores?.subject,
  };
  try {
    await runMode(chosen, subjects, upstream);
    if (receiver !== undefined) print(...receivedLines(await receiver.received()));
  } finally {
    await receiver?.stop();
    await upstream.stop();
    baseline?.remove();
  }
}

async function runMode(chosen: Options, subjects: SubjectOptions, upstream: UpstreamProcess): Promise<void> {
  const { mode, pace, allocations } = chosen;
  if (mode === 'memory') print(...(await memoryLines(subjects)));
  else if (mode === 'profile') await profile(chosen, subjects);
  else if (mode === 'docs') print(await writeDocs({ pace, upstream, subjects }));
  else if (mode === 'kept') print(await measureKept({ pace, upstream, subjects }, chosen.writesDocs));
  else if (mode === 'dashboard') print(await measureDashboard(subjects, chosen.writesDocs));
  else if (mode === 'compare') await compare(chosen, subjects, upstream);
  else if (allocations.action === 'record') await recordAllocations(allocations.cases, subjects, print);
  else if (allocations.action === 'print') await printAllocations(allocations.cases, subjects, print);
  else if (allocations.action === 'planted') await checkPlanted(chosen, subjects);
  else if (!(await checkAllocations(allocations.cases, subjects, print))) process.exitCode = 1;
}

/** Sets the exit code to 1 where the check of allocations finds no closure on the path of leaves. */
async function checkPlanted({ allocations, gateway }: Options, subjects: SubjectOptions): Promise<void> {
  const planted = withPlantedClosure(gateway);
  try {
    const passes = await checkAllocations(allocations.cases, { ...subjects, gateway: planted.file }, print);
    print(passes ? 'The check did not find the closure.' : 'The check found the closure.');
    if (passes) process.exitCode = 1;
  } finally {
    planted.remove();
  }
}

/** Throws where no spans have arrived: what was measured is then no export. */
function receivedLines({ spans, bytes }: Received): string[] {
  if (spans === 0) throw new Error('The receiver got no spans.');
  return [`The receiver got ${(bytes / 1_000_000).toFixed(0)} MB of spans.`];
}

async function profile({ groups, subjects }: Options, subject: SubjectOptions): Promise<void> {
  for (const { name, tokens } of groups.flat()) {
    for (const one of subjects) {
      print('', `${one}: ${name}, ${tokens} tokens`, ...(await profileLines(one, cases[name], tokens, subject)));
    }
  }
}

async function compare(
  { groups, subjects: names, pace, markdown, json }: Options,
  subjects: SubjectOptions,
  upstream: UpstreamProcess,
): Promise<void> {
  const rows: Row[] = [];
  try {
    for (const pairs of groups) {
      process.stderr.write(`${pairs.map(({ name, tokens }) => `${name}, ${tokens} tokens`).join('; ')} …\n`);
      const found = await measure(pairs, names, { pace, upstream, subjects });
      if (names.includes('baseline')) await addAllocations(found, subjects);
      rows.push(...found);
    }
  } finally {
    // What was measured before a failure is worth seeing.
    if (rows.length > 0) printRows(rows, pace, markdown);
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows.map(plain), undefined, 2)}\n`);
}

/** Adds what the two builds allocate to their rows. */
async function addAllocations(rows: readonly Row[], subjects: SubjectOptions): Promise<void> {
  for (const row of rows) {
    const name = allocationCases.find((one) => one === row.case.name);
    if (name === undefined || row.tokens !== 1000 || row.subject === 'floor') continue;
    row.allocatedBytes = await allocatedBytes(name, row.subject, subjects);
  }
}

function printRows(rows: readonly Row[], { launches, rounds, slices, sliceMs }: Pace, markdown: boolean): void {
  print(
    `Medians of ${launches} × ${rounds} rounds of ${(slices * sliceMs) / 1000} s of CPU time each, in turns.`,
    '',
    table(rows, markdown),
    ...settingsLines(rows),
  );
}

function plain({ case: { name }, ...row }: Row): Figures & { case: string } {
  return { case: name, ...row };
}

/** Ends with a mistake in the command line. */
function orExit<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
