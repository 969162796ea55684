import { cpuRatio, findRow, type Row } from './figures.ts';
import type { SubjectName } from './subjects.ts';

const columns = [
  'case',
  'tokens',
  'server',
  'CPU µs',
  'req/s',
  'p50 ms',
  'p99 ms',
  'RSS MiB',
  'REST calls',
  '÷ floor',
  '÷ yoga',
  '÷ apollo',
];

/** The rows as a table: plain columns, or Markdown. The last three columns compare CPU time with the others of the case. */
export function table(rows: readonly Row[], markdown: boolean): string {
  const cells = rows.map((row) => cellsOf(row, rows));
  if (markdown) {
    const line = (texts: readonly string[]) => `| ${texts.join(' | ')} |`;
    const rule = columns.map((_, i) => (isText(i) ? '---' : '--:'));
    return [columns, rule, ...cells].map(line).join('\n');
  }
  const widths = columns.map((name, i) => Math.max(name.length, ...cells.map((row) => (row[i] ?? '').length)));
  const line = (texts: readonly string[]) =>
    texts.map((text, i) => (isText(i) ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join('  ');
  return [columns, ...cells].map(line).join('\n');
}

function isText(column: number): boolean {
  return column === 0 || column === 2;
}

function cellsOf(row: Row, rows: readonly Row[]): string[] {
  const { cpuUs, requestsPerSecond, p50, p99, rssMib, calls } = row;
  return [
    row.case.name,
    String(row.tokens),
    row.subject,
    cpuUs.toFixed(0),
    requestsPerSecond.toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
    rssMib.toFixed(0),
    calls.toFixed(calls < 10 ? 2 : 1),
    ...(['floor', 'yoga', 'apollo'] as const).map((name) => ratioTo(name, row, rows)),
  ];
}

function ratioTo(name: SubjectName, row: Row, rows: readonly Row[]): string {
  const other = findRow(rows, row.case.name, row.tokens, name);
  return other === undefined || other === row ? '' : cpuRatio(row, other).toFixed(2);
}
