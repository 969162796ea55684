import type { CaseName } from './cases.ts';
import { cpuRatio, cpuRatioError, findRow, type Row } from './figures.ts';
import type { SubjectName } from './subjects.ts';

/** What docgraph promises: a ratio found in the rows, and the limit it keeps. */
interface Goal {
  text: string;
  limit: number;
  ratio(rows: readonly Row[]): number | undefined;
  /** Standard error of the ratio, where it is small enough to matter. */
  error?(rows: readonly Row[]): number | undefined;
  /** What the floor itself reaches, where that is not 1 by definition. */
  floor?(rows: readonly Row[]): number | undefined;
}

const goals: readonly Goal[] = [
  cpuGoal('CPU of the full query, 1,000 tokens', 1.25, ['full', 1000], 'floor'),
  cpuGoal('CPU of the full query, 1,000 tokens', 0.5, ['full', 1000], 'yoga'),
  cpuGoal('CPU of the full query, 1,000 tokens', 0.25, ['full', 1000], 'apollo'),
  cpuGoal('CPU of the full query, one token', 0.5, ['full', 1], 'floor'),
  limitsGoal('small', 1.03),
  limitsGoal('medium', 1.03),
  limitsGoal('full', 1.02),
  observedGoal('small', 1.06),
  observedGoal('medium', 1.06),
  observedGoal('full', 1.03),
  cpuGoal('CPU of a query of one call, 1,000 tokens', 1.5, ['single', 1000], 'floor'),
  cpuGoal('CPU of the small query, 1,000 tokens', 1.5, ['small', 1000], 'floor'),
  cpuGoal('CPU of the 1,000-item list, 1,000 tokens', 1.6, ['list', 1000], 'floor'),
  ...(['apolloClient', 'get', 'persisted'] as const).map((name) => transportGoal(name)),
  {
    text: "CPU of the first request for an operation, 1,000 tokens, of the baseline's",
    limit: 0.8,
    ratio: (rows) => ratioOf(findRow(rows, 'first', 1000, 'docgraph'), findRow(rows, 'first', 1000, 'baseline')),
  },
  {
    text: 'latency of the full query at 10 ms, of its dependent levels × the delay measured at the upstream',
    limit: 1.1,
    ratio: (rows) => latencyRatio(rows, 'docgraph'),
    floor: (rows) => latencyRatio(rows, 'floor'),
  },
];

/** A line for each goal whose figures were measured. */
export function goalLines(rows: readonly Row[]): string[] {
  return goals.flatMap(({ text, limit, ratio, error, floor }) => {
    const found = ratio(rows);
    const errorFound = error?.(rows);
    const floorFound = floor?.(rows);
    if (found === undefined) return [];
    const uncertainty = errorFound === undefined ? '' : ` ± ${errorFound.toFixed(3)}`;
    const result = found <= limit ? 'reached' : `missed by ${((found / limit - 1) * 100).toFixed(0)} %`;
    const beside = floorFound === undefined ? '' : `; the floor's is ${floorFound.toFixed(2)}`;
    return [
      `${text}: ${found.toFixed(errorFound === undefined ? 2 : 3)}${uncertainty} (at most ${limit}): ${result}${beside}`,
    ];
  });
}

function cpuGoal(text: string, limit: number, [name, tokens]: [CaseName, number], other: SubjectName): Goal {
  return {
    text: `${text}, of ${other}'s`,
    limit,
    ratio: (rows) => ratioOf(findRow(rows, name, tokens, 'docgraph'), findRow(rows, name, tokens, other)),
  };
}

/** A goal for two settings of the gateway. */
function settingsGoal(text: string, limit: number, name: CaseName, [ours, theirs]: [SubjectName, SubjectName]): Goal {
  const rowsOf = (rows: readonly Row[]) =>
    [findRow(rows, name, 1000, ours), findRow(rows, name, 1000, theirs)] as const;
  return {
    text: `CPU of the ${name} query ${text}`,
    limit,
    ratio: (rows) => ratioOf(...rowsOf(rows)),
    error: (rows) => {
      const [our, their] = rowsOf(rows);
      return our && their && cpuRatioError(our, their);
    },
  };
}

function limitsGoal(name: CaseName, limit: number): Goal {
  return settingsGoal("with limits, 1,000 tokens, of unlimited's", limit, name, ['docgraph', 'unlimited']);
}

function observedGoal(name: CaseName, limit: number): Goal {
  const text = "with metrics and all traces, 1,000 tokens, of docgraph's without";
  return settingsGoal(text, limit, name, ['observed', 'docgraph']);
}

function transportGoal(name: CaseName): Goal {
  return {
    text: `CPU of the small query as ${name}, 1,000 tokens, of its plain POST's`,
    limit: 1.15,
    ratio: (rows) => ratioOf(findRow(rows, name, 1000, 'docgraph'), findRow(rows, 'small', 1000, 'docgraph')),
  };
}

function ratioOf(ours: Row | undefined, theirs: Row | undefined): number | undefined {
  return ours && theirs && cpuRatio(ours, theirs);
}

function latencyRatio(rows: readonly Row[], subject: SubjectName): number | undefined {
  const row = findRow(rows, 'deep', 1000, subject);
  return row && row.p50 / (row.case.levels * row.upstreamDelay);
}
