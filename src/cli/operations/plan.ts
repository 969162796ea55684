import { isJsonObject } from '../../engine/contract/json.ts';
import type { Plan, PlannedCall } from '../../engine/operation/call-tree.ts';
import type { ExecuteResult } from '../../server/adapters/in-process.ts';
import { type Paint, paintFor } from '../colors.ts';
import { type Cell, formatTable } from '../table.ts';
import { failure } from './failure.ts';
import { type OperationFlags, readOperation } from './operation-input.ts';
import { failOnErrors, using } from './query.ts';
import { openPlanner, type TargetFlags } from './target.ts';

export interface PlanFlags extends OperationFlags, TargetFlags {
  json?: boolean;
  maxCalls?: number;
}

/** Prints the REST calls that an operation makes at most, and executes nothing. Fails above `maxCalls`. */
export async function plan(file: string | undefined, flags: PlanFlags): Promise<void> {
  const operation = await readOperation(file, flags);
  const request = { ...operation, extensions: { explain: 'plan' } };
  const result = await using(await openPlanner(flags), (target) => target.execute(request));
  failOnErrors(result);
  const planned = planIn(result);
  const paint = paintFor(process.stdout);
  const lines = flags.json ? [JSON.stringify(planned, null, 2)] : [...tableOf(planned, paint), '', totalOf(planned)];
  process.stdout.write(`${lines.join('\n')}\n`);
  const { maxCalls } = flags;
  if (maxCalls === undefined || (planned.calls !== null && planned.calls <= maxCalls)) return;
  throw failure(`The plan has ${countOf(planned.calls)} calls: more than --max-calls ${maxCalls}.`);
}

function planIn({ extensions }: ExecuteResult): Plan {
  const explain = extensions?.explain;
  if (isJsonObject(explain) && isJsonObject(explain.plan)) return explain.plan as unknown as Plan;
  throw failure('The gateway does not explain operations. Start it with EXPLAIN=true, or leave out --url.');
}

const columns = [
  { title: 'LEVEL', align: 'right' },
  { title: 'CALLS', align: 'right' },
  { title: 'OPERATION' },
  { title: 'FIELD' },
] as const;

function tableOf({ tree }: Plan, paint: Paint): string[] {
  const calls = inOrder(tree);
  const most = Math.max(...calls.map((call) => call.calls ?? Number.POSITIVE_INFINITY));
  const rows = calls.map((call) => rowOf(call, call.calls === null || (call.calls === most && most > 1)));
  return formatTable(columns, rows, paint);
}

/** The calls by their levels. */
function inOrder(tree: readonly PlannedCall[]): PlannedCall[] {
  const calls: PlannedCall[] = [];
  let level = [...tree];
  while (level.length > 0) {
    calls.push(...level);
    level = level.flatMap(({ next }) => next);
  }
  return calls.sort((a, b) => a.level - b.level);
}

/** The most frequent call is the one to look at. */
function rowOf({ level, calls, operation, or = [], field }: PlannedCall, isCostly: boolean): Cell[] {
  const count = countOf(calls);
  const names = [operation, ...or].join(' or ');
  return [String(level), isCostly ? { text: count, style: 'yellow' } : count, names, { text: field, style: 'dim' }];
}

function totalOf({ calls, levels }: Plan): string {
  const plural = (count: number | null, noun: string) => `${countOf(count)} ${noun}${count === 1 ? '' : 's'}`;
  return `At most ${plural(calls, 'REST call')} in ${plural(levels, 'level')}.`;
}

function countOf(calls: number | null): string {
  return calls === null ? 'unbounded' : String(calls);
}
