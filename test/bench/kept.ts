import type { CaseName } from './cases.ts';
import { originOf, writeSection } from './docs.ts';
import { cpuRatio, findRow, type Row } from './figures.ts';
import { type Bench, measure, pairPace } from './measure.ts';
import { markdownTable } from './report.ts';
import { type SubjectName, tailcallPath } from './subjects.ts';

/** So few that all results fit in each of the caches. */
const fewTokens = 20;
const manyTokens = 1000;

const titles: Partial<Record<SubjectName, string>> = {
  kept: 'docgraph',
  yogaKept: 'Yoga with Envelop’s response cache',
  apolloKept: 'Apollo Server with its response cache plugin',
  tailcallKept: 'Tailcall with `@cache` on its fields',
};

const servers: readonly SubjectName[] = ['kept', 'yogaKept', 'apolloKept'];

/** Measures what kept results and responses cost. Resolves to the text, which is written into the documentation, too, if `writes`. */
export async function measureKept(bench: Bench, writes: boolean): Promise<string> {
  const section = [
    originOf(bench, `${fewTokens}`),
    'A result of the query that is kept whole:',
    wholeResults([
      ...(await measureOne('small', fewTokens, tailcallPath ? [...servers, 'tailcallKept'] : servers, bench)),
      ...(await measureOne('full', fewTokens, servers, bench)),
    ]),
    'The full query where its REST responses are kept, and its result is not; and where nothing that is kept is used (1,000 tokens):',
    compared([
      ...(await measureOne('full', fewTokens, ['keptCalls', 'floor'], bench)),
      ...(await measureOne('full', manyTokens, ['unhit', 'docgraph'], { ...bench, pace: pairPace })),
    ]),
  ].join('\n\n');
  if (writes) await writeSection('kept', section);
  return section;
}

async function measureOne(
  name: CaseName,
  tokens: number,
  subjects: readonly SubjectName[],
  bench: Bench,
): Promise<Row[]> {
  process.stderr.write(`${name}: ${subjects.join(', ')} …\n`);
  return measure([{ name, tokens }], subjects, bench);
}

function wholeResults(rows: readonly Row[]): string {
  return markdownTable(
    [
      { title: 'case', isText: true },
      { title: 'server', isText: true },
      { title: 'REST calls' },
      { title: 'CPU µs' },
      { title: '÷ docgraph' },
    ],
    rows.map((row) => {
      const ours = rowOf(rows, row, 'kept');
      const ratio = row === ours ? '' : cpuRatio(row, ours).toFixed(2);
      return [row.case.name, titles[row.subject] ?? row.subject, row.calls.toFixed(2), row.cpuUs.toFixed(0), ratio];
    }),
  );
}

const pairs = [
  { ours: 'keptCalls', theirs: 'floor', title: 'all REST calls cached ÷ floor' },
  { ours: 'unhit', theirs: 'docgraph', title: 'cache on, nothing used ÷ cache off' },
] as const;

function compared(rows: readonly Row[]): string {
  return markdownTable(
    [{ title: 'full query', isText: true }, { title: 'CPU µs' }, { title: 'of the other' }, { title: 'ratio' }],
    pairs.map(({ ours, theirs, title }) => {
      const row = rows.find(({ subject }) => subject === ours) as Row;
      const other = rowOf(rows, row, theirs);
      return [title, row.cpuUs.toFixed(0), other.cpuUs.toFixed(0), cpuRatio(row, other).toFixed(2)];
    }),
  );
}

function rowOf(rows: readonly Row[], { case: { name }, tokens }: Row, subject: SubjectName): Row {
  const found = findRow(rows, name, tokens, subject);
  if (found === undefined) throw new Error(`${subject} was not measured.`);
  return found;
}
