import { isJsonObject, type Plan, type PlannedCall } from '../../engine/engine.ts';
import type { ExecuteResult } from '../../server/transport/adapters/in-process.ts';
import type { CachedPlannedCall } from '../../server/upstream/planned-caching.ts';
import { type Paint, paintFor } from '../colors.ts';
import { foundProblems } from '../exit.ts';
import { type Cell, formatTable, plural } from '../table.ts';
import { type OperationFlags, readOperation } from './operation-input.ts';
import { failOnErrors, using } from './query.ts';
import { notExplained, openPlanner, type TargetFlags } from './target.ts';

export interface PlanFlags extends OperationFlags, TargetFlags {
  json?: boolean;
  maxCalls?: number;
}

/** Prints the REST calls that an operation makes at most, and executes nothing. Fails above `maxCalls`. */
export async function plan(file: string | undefined, flags: PlanFlags): Promise<void> {
  const operation = await readOperation(file, flags);
  const request = { ...operation, extensions: { ...operation.extensions, explain: 'plan' } };
  const result = await using(await openPlanner(flags), (target) => target.execute(request));
  failOnErrors(result, flags);
  const planned = planIn(result);
  const paint = paintFor(process.stdout);
  const lines = flags.json ? [JSON.stringify(planned, null, 2)] : [...tableOf(planned, paint), '', totalOf(planned)];
  process.stdout.write(`${lines.join('\n')}\n`);
  failOnRejected(planned);
  const { maxCalls } = flags;
  if (maxCalls === undefined || (planned.calls !== null && planned.calls <= maxCalls)) return;
  const count = planned.calls === null ? 'no bound' : `${planned.calls} calls`;
  throw foundProblems(`The plan has ${count}: more than --max-calls ${maxCalls}.`);
}

function failOnRejected({ rejected }: Plan): void {
  if (rejected.length > 0) throw foundProblems(rejected.map(({ field, message }) => `${field}: ${message}`));
}

function planIn({ extensions }: ExecuteResult): Plan {
  const explain = extensions?.explain;
  if (isJsonObject(explain) && isJsonObject(explain.plan)) return explain.plan as unknown as Plan;
  throw notExplained();
}

const columns = [
  { title: 'LEVEL', align: 'right' },
  { title: 'EXPECTED', align: 'right' },
  { title: 'AT MOST', align: 'right' },
  { title: 'OPERATION' },
  { title: 'FIELD' },
] as const;

function tableOf({ tree }: Plan, paint: Paint): string[] {
  const calls = inOrder(tree);
  const most = Math.max(...calls.map((call) => call.calls ?? Number.POSITIVE_INFINITY));
  const rows = calls.map((call) => rowOf(call, call.calls === null || (call.calls === most && most > 1)));
  if (!calls.some(hasCaching)) return formatTable(columns, rows, paint);
  const withCache = rows.map((row, i) => [...row, keptOf(calls[i] as PlannedCall)]);
  return formatTable([...columns, { title: 'KEPT' }], withCache, paint);
}

/** Gateways without a cache do not tell what it would do. */
function hasCaching(call: PlannedCall): call is CachedPlannedCall {
  return 'cache' in call;
}

/** How long the cache keeps the response at most, or why it does not. */
function keptOf(call: PlannedCall): Cell {
  if (!hasCaching(call)) return '';
  const { maxAge, reason } = call.cache;
  return maxAge > 0 ? `${maxAge / 1000} s` : { text: `no: ${reason}`, style: 'dim' };
}

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
function rowOf(call: PlannedCall, isCostly: boolean): Cell[] {
  const { level, calls, expectedCalls, operation, or = [], field } = call;
  const count = String(calls ?? 'unbounded');
  const names = [operation, ...or].join(' or ');
  const most: Cell = isCostly ? { text: count, style: 'yellow' } : count;
  return [String(level), String(expectedCalls), most, names, { text: field, style: 'dim' }];
}

function totalOf({ calls, expectedCalls, levels, maxCalls, tree }: Plan): string {
  const inLevels = `in ${plural(levels, 'level')}`;
  const expected = ` Expected: ${expectedCalls}.`;
  if (calls === null) {
    const unbounded = inOrder(tree).find((call) => call.calls === null);
    return `Any number of REST calls ${inLevels}: no argument bounds the list above ${unbounded?.field}.${expected}`;
  }
  const most = maxCalls === null ? 'any number' : `at most ${maxCalls}`;
  const further = maxCalls === calls ? '' : ` With missing records and short pages, ${most}.`;
  return `At most ${plural(calls, 'REST call')} ${inLevels}.${expected}${further}`;
}
