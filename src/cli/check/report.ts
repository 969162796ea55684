import type { Paint } from '../colors.ts';
import { type Cell, type Column, formatTable, printable } from '../table.ts';
import type { OperationReport, PlannedCalls } from './check-operation.ts';
import { type Problem, placeOf } from './problem.ts';

export interface CheckReport {
  operations: readonly OperationReport[];
  /** Why files or documents are not among the operations. */
  problems: readonly Problem[];
}

/** Whether nothing is wrong. Deprecations are warnings. */
export function isPassed({ operations, problems }: CheckReport): boolean {
  return problems.length === 0 && operations.every(({ errors }) => errors.length === 0);
}

const columns: readonly Column[] = [
  { title: 'operation', maxWidth: 40 },
  { title: 'result' },
  { title: 'calls', align: 'right' },
  { title: 'levels', align: 'right' },
  { title: 'deprecated', align: 'right' },
  { title: 'costliest path', maxWidth: 70 },
];

/** The report as text: a table of the operations, a line for each error and deprecation, and a summary. */
export function formatReport(report: CheckReport, paint: Paint): string {
  const { operations } = report;
  const table = operations.length === 0 ? [] : [...formatTable(columns, operations.map(rowOf), paint), ''];
  const problems = [...report.problems, ...operations.flatMap(({ errors }) => errors)];
  const errors = problems.map((problem) => lineOf(paint('red', 'error'), problem));
  const deprecations = operations.flatMap((operation) => operation.deprecations);
  const warnings = [...new Set(deprecations.map((problem) => lineOf(paint('yellow', 'deprecated'), problem)))];
  const lines = [...errors, ...warnings];
  return [...table, ...lines, ...(lines.length > 0 ? [''] : []), summaryOf(report, paint), ''].join('\n');
}

/** The report as JSON for other programs. */
export function jsonOf(report: CheckReport): string {
  return `${JSON.stringify({ passed: isPassed(report), ...report }, null, 2)}\n`;
}

function rowOf({ name, isValid, errors, plan, deprecations }: OperationReport): Cell[] {
  const failed = isValid ? 'rejected' : 'invalid';
  const result: Cell = errors.length > 0 ? { text: failed, style: 'red' } : { text: 'ok', style: 'green' };
  const operation = name ?? '(anonymous)';
  if (plan === null) return [operation, result, '', '', ''];
  const deprecated: Cell = { text: String(deprecations.length || ''), style: 'yellow' };
  return [operation, result, callsOf(plan), String(plan.levels), deprecated, costliestOf(plan)];
}

/** A plus stands for calls that nothing bounds. */
function callsOf({ calls, isUnbounded }: PlannedCalls): string {
  return isUnbounded ? `${calls}+` : String(calls);
}

function costliestOf({ costliest }: PlannedCalls): string {
  if (costliest === null) return '';
  return `${costliest.field} (${costliest.calls ?? 'unbounded'} × ${costliest.operation})`;
}

function lineOf(label: string, { message, ...place }: Problem): string {
  return `${printable(placeOf(place))}: ${label}: ${printable(message)}`;
}

function summaryOf(report: CheckReport, paint: Paint): string {
  const { operations, problems } = report;
  const failed = operations.filter(({ errors }) => errors.length > 0).length;
  const failures = failed + problems.length;
  const checked = operations.length === 1 ? '1 operation' : `${operations.length} operations`;
  const text = `${checked} checked, ${failures} failed.`;
  return paint(isPassed(report) ? 'green' : 'red', text);
}
