import { writeFile } from 'node:fs/promises';
import { cases } from './cases.ts';
import type { Figures, Row } from './figures.ts';
import { goalLines } from './goals.ts';
import { measure, type Pace } from './measure.ts';
import { memoryLines } from './memory.ts';
import { type Options, readOptions, usage } from './options.ts';
import { twoCores } from './processes.ts';
import { profileLines } from './profile.ts';
import { type Received, startReceiver } from './receiver-process.ts';
import { table } from './report.ts';
import type { SubjectOptions } from './subjects.ts';
import { startUpstream, type UpstreamProcess } from './upstream-process.ts';

type Choice = Omit<Options, 'mode' | 'gateway' | 'baseline'>;

const options = optionsOrExit();
if (options.mode === 'help') print(usage);
else await run(options);

async function run({ mode, gateway, baseline, ...choice }: Options): Promise<void> {
  const cores = twoCores();
  print(
    cores === undefined
      ? 'Processes are not bound to cores here (that takes two cores and taskset): the upstream and the load disturb the servers.'
      : `Server on core ${cores.subject}; upstream (a static server on node:net) and load on core ${cores.load}. Node ${process.version}.`,
  );
  const upstream = await startUpstream(cores?.load);
  const receiver = choice.subjects.includes('observed') ? await startReceiver(cores?.load) : undefined;
  const subject: SubjectOptions = {
    gateway,
    baseline,
    upstreamUrl: upstream.url,
    receiverUrl: receiver?.url,
    core: cores?.subject,
  };
  try {
    if (mode === 'memory') print(...(await memoryLines(subject)));
    else if (mode === 'profile') await profile(choice, subject);
    else await compare(choice, subject, upstream);
    if (receiver !== undefined) print(...receivedLines(await receiver.received()));
  } finally {
    await receiver?.stop();
    await upstream.stop();
  }
}

/** Throws where no spans have arrived: what was measured is then no export. */
function receivedLines({ spans, bytes }: Received): string[] {
  if (spans === 0) throw new Error('The receiver got no spans.');
  return [`The receiver got ${(bytes / 1_000_000).toFixed(0)} MB of spans.`];
}

async function profile({ groups, subjects }: Choice, subject: SubjectOptions): Promise<void> {
  for (const { name, tokens } of groups.flat()) {
    for (const one of subjects) {
      print('', `${one}: ${name}, ${tokens} tokens`, ...(await profileLines(one, cases[name], tokens, subject)));
    }
  }
}

async function compare(
  { groups, subjects: names, pace, markdown, json }: Choice,
  subjects: SubjectOptions,
  upstream: UpstreamProcess,
): Promise<void> {
  const rows: Row[] = [];
  try {
    for (const pairs of groups) {
      process.stderr.write(`${pairs.map(({ name, tokens }) => `${name}, ${tokens} tokens`).join('; ')} …\n`);
      rows.push(...(await measure(pairs, names, { pace, upstream, subjects })));
    }
  } finally {
    // What was measured before a failure is worth seeing.
    if (rows.length > 0) printRows(rows, pace, markdown);
  }
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows.map(plain), undefined, 2)}\n`);
}

function printRows(rows: readonly Row[], { launches, rounds, measureMs }: Pace, markdown: boolean): void {
  print(
    `Medians of ${launches} × ${rounds} rounds of ${measureMs / 1000} s of CPU time each, in turns.`,
    '',
    table(rows, markdown),
    '',
  );
  print(...goalLines(rows).map((line) => (markdown ? `- ${line}` : line)));
}

function plain({ case: { name }, ...row }: Row): Figures & { case: string } {
  return { case: name, ...row };
}

function optionsOrExit(): Options {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
