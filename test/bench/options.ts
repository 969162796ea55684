import { parseArgs } from 'node:util';
import { type AllocationCase, allocationCases } from './allocation-sampling.ts';
import { type CaseName, caseNames } from './cases.ts';
import { type Pace, type Pair, pairPace } from './measure.ts';
import { type SubjectName, subjectNames } from './subjects.ts';

export const usage = `npm run bench -- [options]

  --quick              fewer cases and shorter measurements: done within a minute
  --case LIST          only these: ${caseNames.join(', ')}
  --subject LIST       only these: ${subjectNames.join(', ')}
  --tokens LIST        numbers of different tokens: 1, 1000, or both (default)
  --launches N         processes of each server, one after the other (default 1; with --limits or --observability 4)
  --rounds N           measurements in each process; the median of all counts (default 5; with these 150)
  --seconds N          CPU time of a measurement (default 1; with these 0.05, and one request of each client)
  --gateway FILE       the gateway's command (default dist/cli.js)
  --baseline BUILD     compare the gateway with another build of it, and both with the floor: CPU time, and bytes allocated;
                       BUILD is a commit, which is built in a temporary folder, or the path of a built command
  --allocations        instead: bytes that the gateway allocates for each request
    --check            fails where a case allocates 3 % more than recorded, and names the functions that do
    --planted          with --check: puts a closure on the path of leaves first, and fails where the check does not find it
    --record           writes what is found into the record, test/bench/allocations.json
  --write-docs         instead: writes the figures of one run into docs/performance.md
  --kept               instead: what kept results and responses cost, beside the response caches of Yoga and Apollo Server; with
                       --write-docs, writes them into docs/performance.md, too
  --dashboard          instead: the query of README.md for many users who repeat it, with the cache and without; with --write-docs,
                       writes the figures into docs/caching.md, too
  --limits             small, medium and full with the limits as they are, and with all of them off
  --observability      small, medium and full with metrics and all traces exported, and without both; with log lines, metrics
                       and a tenth of the traces, and without all of them
                       (both: gateways in one process, measured in turns)
  --memory             instead: memory of the gateway after 10,000 and after 100,000 full requests
  --profile            instead: CPU profiles of the gateway or the chosen servers, the 25 dearest functions of each
  --markdown           print the table as Markdown
  --json FILE          write the figures to a file, too`;

export interface Options {
  mode: 'compare' | 'allocations' | 'docs' | 'kept' | 'dashboard' | 'memory' | 'profile' | 'help';
  /** What is measured. The pairs of a group share their servers' processes. */
  groups: Pair[][];
  subjects: SubjectName[];
  pace: Pace;
  gateway: string;
  /** A commit, or the path of a built command. */
  baseline: string | undefined;
  allocations: { cases: AllocationCase[]; action: 'print' | 'check' | 'planted' | 'record' };
  /** Whether `kept` or `dashboard` writes its figures into the documentation. */
  writesDocs: boolean;
  markdown: boolean;
  json: string | undefined;
}

const quickCases = ['small', 'full', 'list', 'deep', 'apolloClient', 'get', 'persisted', 'first'] as const;
const baselineCases = ['single', 'small', 'medium', 'full', 'list', 'mutation'] as const;
/** For pairs of settings of the gateway. */
const pairCases = ['small', 'medium', 'full'] as const;

export const usualPace: Pace = {
  launches: 1,
  rounds: 5,
  slices: 4,
  sliceMs: 250,
  firstWarmUpMs: 3000,
  minRequests: 0,
};
const quickPace: Pace = { ...usualPace, rounds: 3, slices: 1, firstWarmUpMs: 2500, sliceMs: 200 };

/** What the command line asks for. Throws a TypeError that names the mistake. */
export function readOptions(args: readonly string[]): Options {
  const values = parse(args);
  const { quick, gateway, baseline, markdown, json } = values;
  const settings = settingsOf(values);
  const tokens = chosen('--tokens', values.tokens, ['1', '1000']);
  const isPart = quick || settings !== undefined || baseline !== undefined;
  const names = values.allocations ? [] : (chosen('--case', values.case, caseNames) ?? usualCases(values));
  const pairs = pairsOf(names, tokens ?? (isPart ? ['1000'] : ['1', '1000']));
  return {
    mode: modeOf(values),
    groups: quick ? [pairs] : pairs.map((pair) => [pair]),
    subjects: settings ?? subjectsOf(values),
    pace: paceOf(values, settings === undefined ? (quick ? quickPace : usualPace) : pairPace),
    gateway,
    baseline,
    allocations: {
      cases: (values.allocations ? chosen('--case', values.case, allocationCases) : undefined) ?? allocationCases,
      action: actionOf(values),
    },
    writesDocs: values['write-docs'],
    markdown,
    json,
  };
}

type Values = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: flag,
      case: text,
      subject: text,
      tokens: text,
      launches: text,
      rounds: text,
      seconds: text,
      gateway: { type: 'string', default: 'dist/cli.js' },
      baseline: text,
      allocations: flag,
      check: flag,
      planted: flag,
      record: flag,
      'write-docs': flag,
      kept: flag,
      dashboard: flag,
      limits: flag,
      observability: flag,
      memory: flag,
      profile: flag,
      markdown: flag,
      json: text,
      help: flag,
    },
  });
  return values;
}

function modeOf(values: Values): Options['mode'] {
  if (values.help) return 'help';
  if (values.allocations) return 'allocations';
  if (values.check || values.record) throw new TypeError('--check and --record take --allocations.');
  if (values.kept) return 'kept';
  if (values.dashboard) return 'dashboard';
  if (values['write-docs']) return 'docs';
  return values.memory ? 'memory' : values.profile ? 'profile' : 'compare';
}

function actionOf({ record, check, planted }: Values): Options['allocations']['action'] {
  if (planted && !check) throw new TypeError('--planted takes --check.');
  if (record) return 'record';
  return planted ? 'planted' : check ? 'check' : 'print';
}

function usualCases({ quick, limits, observability, baseline }: Values): readonly CaseName[] {
  if (limits || observability) return pairCases;
  if (baseline !== undefined) return baselineCases;
  return quick ? quickCases : caseNames;
}

/** Gateways that differ in their settings alone; undefined where others are compared. */
function settingsOf({ limits, observability }: Values): SubjectName[] | undefined {
  if (limits) return ['docgraph', 'unlimited'];
  return observability ? ['docgraph', 'observed', 'sampled', 'silent'] : undefined;
}

function subjectsOf({ subject, profile, baseline }: Values): SubjectName[] {
  const usual: SubjectName[] = profile
    ? ['docgraph']
    : baseline === undefined
      ? [...subjectNames]
      : ['docgraph', 'floor'];
  const subjects = chosen<SubjectName>('--subject', subject, subjectNames) ?? usual;
  return baseline === undefined ? subjects : [...subjects, 'baseline'];
}

function paceOf({ launches, rounds, seconds }: Values, usual: Pace): Pace {
  return {
    ...usual,
    ...(launches !== undefined && { launches: positive('--launches', launches) }),
    ...(rounds !== undefined && { rounds: positive('--rounds', rounds) }),
    ...(seconds !== undefined && { sliceMs: (positive('--seconds', seconds) * 1000) / usual.slices }),
  };
}

function pairsOf(names: readonly CaseName[], tokens: readonly string[]): Pair[] {
  return names.flatMap((name) => tokens.map((count) => ({ name, tokens: Number(count) })));
}

function chosen<Name extends string>(
  flag: string,
  text: string | undefined,
  known: readonly Name[],
): Name[] | undefined {
  return text?.split(',').map((name) => {
    const found = known.find((one) => one === name.trim());
    if (found === undefined) throw new TypeError(`${flag} takes ${known.join(', ')}, not "${name}".`);
    return found;
  });
}

function positive(flag: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 600)) throw new TypeError(`${flag} takes a number up to 600, not "${text}".`);
  return value;
}
