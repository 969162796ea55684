import { writeFile } from 'node:fs/promises';
import { cases } from './cases.ts';
import { goalLines } from './goals.ts';
import { type Figures, measure, type Pace, type Row } from './measure.ts';
import { memoryLines } from './memory.ts';
import { type Options, readOptions, usage } from './options.ts';
import { twoCores } from './processes.ts';
import { profileLines } from './profile.ts';
import { table } from './report.ts';
import type { SubjectOptions } from './subjects.ts';
import { startUpstream, type UpstreamProcess } from './upstream-process.ts';

type Choice = Omit<Options, 'mode' | 'gateway' | 'baseline'>;

const options = readOptions(process.argv.slice(2));
if (options.mode === 'help') print(usage);
else await run(options);

async function run({ mode, pairs, gateway, baseline, ...how }: Options): Promise<void> {
  const cores = twoCores();
  print(
    cores === undefined
      ? 'Processes are not bound to cores here (that takes two cores and taskset): the upstream and the load disturb the servers.'
      : `Server on core ${cores.subject}; upstream (a static server on node:net) and load on core ${cores.load}. Node ${process.version}.`,
  );
  const upstream = await startUpstream(cores?.load);
  const subject: SubjectOptions = { gateway, baseline, upstreamUrl: upstream.url, core: cores?.subject };
  try {
    if (mode === 'memory') print(...(await memoryLines(subject)));
    else if (mode === 'profile') await profile({ pairs, ...how }, subject);
    else await compare({ pairs, ...how }, subject, upstream);
  } finally {
    await upstream.stop();
  }
}

async function profile({ pairs, subjects }: Choice, subject: SubjectOptions): Promise<void> {
  for (const { name, tokens } of pairs) {
    for (const one of subjects) {
      print('', `${one}: ${name}, ${tokens} tokens`, ...(await profileLines(one, cases[name], tokens, subject)));
    }
  }
}

async function compare(
  { pairs, subjects, pace, markdown, json }: Choice,
  subject: SubjectOptions,
  upstream: UpstreamProcess,
): Promise<void> {
  const rows: Row[] = [];
  try {
    for (const { name, tokens } of pairs) {
      process.stderr.write(`${name}, ${tokens} tokens …\n`);
      rows.push(...(await measure(cases[name], tokens, subjects, { pace, upstream, options: subject })));
    }
  } finally {
    // What was measured before a failure is worth seeing.
    if (rows.length > 0) printRows(rows, pace, markdown);
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows.map(plain), undefined, 2)}\n`);
}

function printRows(rows: readonly Row[], { rounds, measureMs }: Pace, markdown: boolean): void {
  print(
    `Medians of ${rounds} rounds of ${measureMs / 1000} s of CPU time each, in turns.`,
    '',
    table(rows, markdown),
    '',
  );
  print(...goalLines(rows).map((line) => (markdown ? `- ${line}` : line)));
}

function plain({ case: { name }, ...row }: Row): Figures & { case: string } {
  return { case: name, ...row };
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
