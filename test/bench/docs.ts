import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { CaseName } from './cases.ts';
import { cpuRatio, findRow, type Row } from './figures.ts';
import { type Bench, measure, type Pair } from './measure.ts';
import { latencyRatio, markdownTable, ratioTo } from './report.ts';
import { type SubjectName, subjectNames } from './subjects.ts';

const path = 'docs/performance.md';

const cases = ['single', 'small', 'medium', 'full', 'list', 'mutation'] as const;
/** The small query as other clients send it. The first one is what the others are compared with. */
const transports = {
  small: 'plain POST',
  apolloClient: 'Apollo Client 4: `extensions.clientLibrary`',
  get: 'urql: GET',
  persisted: 'persisted query (APQ): the hash alone',
  first: 'first request: an unknown operation',
} as const satisfies Partial<Record<CaseName, string>>;

const titles: Partial<Record<SubjectName, string>> = { apollo: 'Apollo Server', yoga: 'Yoga' };
const titleOf = (name: SubjectName) => titles[name] ?? name;

/** Measures what docs/performance.md shows, and writes it there. Resolves to the text. */
export async function writeDocs(bench: Bench): Promise<string> {
  const section = [
    originOf(bench, '1,000'),
    costs(await measureEach(cases, 1000, [...subjectNames], bench)),
    'The small query as other clients send it, and as the first request for its operation, with 1,000 tokens:',
    transportCosts(await measureTogether(Object.keys(transports) as CaseName[], bench)),
    'With one token, identical queries that are in flight share one execution:',
    sharedCosts(await measureEach(cases, 1, ['docgraph'], bench)),
    'Latency of the full query for one client at a time, with 10 ms before each response of the upstream:',
    latencies(await measureEach(['deep'], 1000, [...subjectNames], bench)),
  ].join('\n\n');
  await writeSection('benchmark', section);
  return section;
}

/** Writes a section that the benchmark measures, of docs/performance.md or of another page. */
export async function writeSection(name: string, section: string, file = path): Promise<void> {
  const page = await readFile(file, 'utf8');
  const place = new RegExp(`(<!-- begin:${name} -->\\n).*?(<!-- end:${name} -->)`, 's');
  if (!place.test(page)) throw new Error(`${file} has no place for the figures.`);
  await writeFile(
    file,
    page.replace(place, (_all, begin: string, end: string) => `${begin}\n${section}\n\n${end}`),
  );
}

/** Each case in processes of its own. */
async function measureEach(
  names: readonly CaseName[],
  tokens: number,
  subjects: readonly SubjectName[],
  bench: Bench,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names) rows.push(...(await measurePairs([{ name, tokens }], subjects, bench)));
  return rows;
}

function measureTogether(names: readonly CaseName[], bench: Bench): Promise<Row[]> {
  return measurePairs(
    names.map((name) => ({ name, tokens: 1000 })),
    ['docgraph'],
    bench,
  );
}

function measurePairs(pairs: readonly Pair[], subjects: readonly SubjectName[], bench: Bench): Promise<Row[]> {
  process.stderr.write(`${pairs.map(({ name, tokens }) => `${name}, ${tokens} tokens`).join('; ')} …\n`);
  return measure(pairs, subjects, bench);
}

/** Where and when the figures were measured. */
export function originOf({ pace: { rounds, slices, sliceMs } }: Bench, tokens: string): string {
  const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', 'src', 'package-lock.json') === '' ? '' : ' with changes';
  return [
    `Measured on ${new Date().toISOString().slice(0, 10)} in one run: commit ${git('rev-parse', '--short=10', 'HEAD')}${changes},`,
    `Node ${process.version}, ${availableParallelism()} cores; default settings, with limits and a log (to the null device);`,
    `${tokens} tokens; medians of ${rounds} turns of ${((slices * sliceMs) / 1000).toFixed(1)} s of CPU time for each server.`,
  ].join('\n');
}

function costs(rows: readonly Row[]): string {
  const others = subjectNames.filter((name) => name !== 'floor');
  return markdownTable(
    [
      { title: 'case', isText: true },
      { title: 'REST calls' },
      ...subjectNames.map((name) => ({ title: `${titleOf(name)}, µs` })),
      ...others.map((name) => ({ title: `${titleOf(name)} ÷ floor` })),
    ],
    rowsOf('docgraph', rows).map((row) => {
      const of = (name: SubjectName) => findRow(rows, row.case.name, row.tokens, name) ?? row;
      return [
        row.case.name,
        row.calls.toFixed(0),
        ...subjectNames.map((name) => of(name).cpuUs.toFixed(0)),
        ...others.map((name) => ratioTo('floor', of(name), rows)),
      ];
    }),
  );
}

function transportCosts(rows: readonly Row[]): string {
  const plain = rows.find((row) => row.case.name === 'small');
  return markdownTable(
    [{ title: 'request', isText: true }, { title: 'CPU µs' }, { title: '÷ plain POST' }],
    Object.entries(transports).map(([name, title]) => {
      const row = rows.find((one) => one.case.name === name);
      if (row === undefined || plain === undefined) throw new Error(`The case ${name} was not measured.`);
      return [title, row.cpuUs.toFixed(0), row === plain ? '' : cpuRatio(row, plain).toFixed(2)];
    }),
  );
}

function sharedCosts(rows: readonly Row[]): string {
  return markdownTable(
    [{ title: 'case', isText: true }, { title: 'CPU µs' }, { title: 'REST calls per request' }],
    rows.map((row) => [row.case.name, row.cpuUs.toFixed(0), row.calls.toFixed(2)]),
  );
}

function latencies(rows: readonly Row[]): string {
  return markdownTable(
    [{ title: 'server', isText: true }, { title: 'p50 ms' }, { title: '÷ dependent delays' }],
    rows.map((row) => [titleOf(row.subject), row.p50.toFixed(1), (latencyRatio(row) ?? Number.NaN).toFixed(2)]),
  );
}

function rowsOf(subject: SubjectName, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.subject === subject);
}
