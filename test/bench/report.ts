import { cpuRatio, cpuRatioError, findRow, type Row } from './figures.ts';
import type { SubjectName } from './subjects.ts';

/** A column of the table; one without any text is left out. */
interface Column {
  title: string;
  isText?: true;
  of(row: Row, rows: readonly Row[]): string;
}

const columns: readonly Column[] = [
  { title: 'case', isText: true, of: (row) => row.case.name },
  { title: 'tokens', of: (row) => String(row.tokens) },
  { title: 'server', isText: true, of: (row) => row.subject },
  { title: 'CPU µs', of: (row) => row.cpuUs.toFixed(0) },
  { title: 'req/s', of: (row) => row.requestsPerSecond.toFixed(0) },
  { title: 'p50 ms', of: (row) => row.p50.toFixed(1) },
  { title: 'p99 ms', of: (row) => row.p99.toFixed(1) },
  { title: 'RSS MiB', of: (row) => row.rssMib.toFixed(0) },
  { title: 'REST calls', of: (row) => row.calls.toFixed(row.calls < 10 ? 2 : 1) },
  { title: 'kB allocated', of: ({ allocatedBytes: bytes }) => (bytes === undefined ? '' : (bytes / 1000).toFixed(1)) },
  ...(['floor', 'yoga', 'apollo', 'baseline'] as const).map((name) => ({
    title: `÷ ${name}`,
    of: (row: Row, rows: readonly Row[]) => ratioTo(name, row, rows),
  })),
  { title: 'p50 ÷ delays', of: (row) => latencyRatio(row)?.toFixed(2) ?? '' },
];

/** The rows as a table: plain columns, or Markdown. The columns with ÷ compare CPU time with that of the case's other servers. */
export function table(rows: readonly Row[], markdown: boolean): string {
  const all = columns.map(({ title, isText, of }) => ({ title, isText, texts: rows.map((row) => of(row, rows)) }));
  const shown = all.filter(({ texts }) => texts.some((text) => text !== ''));
  if (markdown) {
    return markdownTable(
      shown.map(({ title, isText }) => ({ title, isText })),
      rows.map((_, i) => shown.map(({ texts }) => texts[i] ?? '')),
    );
  }
  const padded = shown.map(({ title, isText, texts }) => {
    const width = Math.max(title.length, ...texts.map(({ length }) => length));
    return [title, ...texts].map((text) => (isText ? text.padEnd(width) : text.padStart(width)));
  });
  return ['', ...rows].map((_, i) => padded.map((texts) => texts[i]).join('  ')).join('\n');
}

export function markdownTable(
  heads: readonly { title: string; isText?: true | undefined }[],
  cells: readonly (readonly string[])[],
): string {
  const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
  const rule = heads.map(({ isText }) => (isText ? '---' : '--:'));
  return [heads.map(({ title }) => title), rule, ...cells].map(line).join('\n');
}

/** Latency as a multiple of the dependent delays, as they were measured at the upstream; undefined where there are none. */
export function latencyRatio({ case: { levels }, p50, upstreamDelay }: Row): number | undefined {
  return upstreamDelay === 0 ? undefined : p50 / (levels * upstreamDelay);
}

/** Gateways that differ in their settings alone: CPU time of the first as a multiple of the second's. */
const settingsPairs: readonly [SubjectName, SubjectName][] = [
  ['docgraph', 'unlimited'],
  ['observed', 'docgraph'],
  ['sampled', 'silent'],
];

/** A line for each comparison of settings, with the standard error of the ratio. */
export function settingsLines(rows: readonly Row[]): string[] {
  return settingsPairs.flatMap(([ours, theirs]) =>
    rows.flatMap((our) => {
      const their = our.subject === ours ? findRow(rows, our.case.name, our.tokens, theirs) : undefined;
      if (their === undefined) return [];
      const ratio = `${cpuRatio(our, their).toFixed(3)} ± ${cpuRatioError(our, their).toFixed(3)}`;
      return [`CPU of ${ours} ÷ ${theirs}, ${our.case.name}, ${our.tokens} tokens: ${ratio}`];
    }),
  );
}

export function ratioTo(name: SubjectName, row: Row, rows: readonly Row[]): string {
  const other = findRow(rows, row.case.name, row.tokens, name);
  return other === undefined || other === row ? '' : cpuRatio(row, other).toFixed(2);
}
