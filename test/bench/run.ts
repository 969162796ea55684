import { writeFile } from 'node:fs/promises';
import { cases } from './cases.ts';
import { goalLines } from './goals.ts';
import { type Figures, measure, type Row } from './measure.ts';
import { memoryLines } from './memory.ts';
import { type Options, readOptions, usage } from './options.ts';
import { twoCores } from './processes.ts';
import { profileLines } from './profile.ts';
import { table } from './report.ts';
import type { SubjectOptions } from './subjects.ts';
import { startUpstream, type UpstreamProcess } from './upstream-process.ts';

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
    else if (mode === 'profile') await profile(pairs, subject);
    else await compare({ pairs, ...how }, subject, upstream);
  } finally {
    await upstream.stop();
  }
}

async function profile(pairs: Options['pairs'], subject: SubjectOptions): Promise<void> {
  for (const { name, tokens } of pairs) {
    print('', `${name}, ${tokens} tokens`, ...(await profileLines(cases[name], tokens, subject)));
  }
}

async function compare(
  { pairs, subjects, pace, markdown, json }: Pick<Options, 'pairs' | 'subjects' | 'pace' | 'markdown' | 'json'>,
  subject: SubjectOptions,
  upstream: UpstreamProcess,
): Promise<void> {
  const rows: Row[] = [];
  for (const { name, tokens } of pairs) {
    process.stderr.write(`${name}, ${tokens} tokens …\n`);
    rows.push(...(await measure(cases[name], tokens, subjects, { pace, upstream, options: subject })));
  }
  print(
    `Medians of ${pace.rounds} rounds of ${pace.measureMs / 1000} s each, in turns.`,
    '',
    table(rows, markdown),
    '',
  );
  print(...goalLines(rows).map((line) => (markdown ? `- ${line}` : line)));
  if (json !== undefined) await writeFile(json, `${JSON.stringify(rows.map(plain), undefined, 2)}\n`);
}

function plain({ case: { name }, ...row }: Row): Figures & { case: string } {
  return { case: name, ...row };
}

function print(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
