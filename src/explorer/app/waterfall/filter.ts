import { allMarks, type Mark, marksOf } from './marks.ts';
import type { TimedCall } from './timed-call.ts';

export interface Filter {
  /**
   * Terms, separated by spaces, that all must match: `>50ms`, `<2s`, `status:404`, `status:4xx`, `level:3`, the name of a
   * mark, or a part of an operation, a URL or a field.
   */
  readonly text: string;
  /** Calls with one of these marks; all calls where there are none. */
  readonly marks: ReadonlySet<Mark>;
}

/** A function that tells whether a call matches a filter. */
export function matcherOf({ text, marks }: Filter): (call: TimedCall) => boolean {
  const terms = text.toLowerCase().split(/\s+/).filter(Boolean).map(termOf);
  return (call) => {
    if (marks.size > 0 && !marksOf(call).some((mark) => marks.has(mark))) return false;
    return terms.every((matchesTerm) => matchesTerm(call));
  };
}

function termOf(term: string): (call: TimedCall) => boolean {
  const [, sign, number, unit] = /^([<>])(\d+(?:\.\d+)?)(ms|s)?$/.exec(term) ?? [];
  if (number !== undefined) {
    const bound = Number(number) * (unit === 's' ? 1000 : 1);
    return sign === '>' ? ({ ms }) => ms > bound : ({ ms }) => ms < bound;
  }
  const [, name, value = ''] = /^(status|level):(\w+)$/.exec(term) ?? [];
  if (name === 'level') return ({ level }) => String(level) === value;
  if (name === 'status') return ({ status }) => statusMatches(status, value);
  const mark = allMarks.find((one) => one === term);
  if (mark !== undefined) return (call) => marksOf(call).includes(mark);
  return (call) => contentOf(call).includes(term);
}

/** `none` is a call without a response, `4xx` all statuses from 400 to 499. */
function statusMatches(status: number | null, value: string): boolean {
  if (status === null) return value === 'none';
  return String(status) === value || `${Math.floor(status / 100)}xx` === value;
}

function contentOf({ method, operation, path, field = '', status }: TimedCall): string {
  return `${method} ${operation} ${path} ${field} ${status ?? ''}`.toLowerCase();
}
