import { parseArgs } from 'node:util';
import { type CaseName, caseNames } from './cases.ts';
import type { Pace, Pair } from './measure.ts';
import { type SubjectName, subjectNames } from './subjects.ts';

export const usage = `npm run bench -- [options]

  --quick              fewer cases and shorter measurements: done within a minute
  --case LIST          only these: ${caseNames.join(', ')}
  --subject LIST       only these: ${subjectNames.join(', ')}
  --tokens LIST        numbers of different tokens: 1, 1000, or both (default)
  --launches N         processes of each server, one after the other (default 1; with --limits or --observability 4)
  --rounds N           measurements in each process; the median of all counts (default 3; with these 150)
  --seconds N          CPU time of a measurement (default 2; with these 0.05, and one request of each client)
  --gateway FILE       the gateway's command (default dist/cli.js)
  --baseline FILE      another build of it to measure beside it
  --limits             small, medium and full with the limits as they are, and with all of them off
  --observability      small, medium and full with metrics and all traces exported, and without both
                       (both: two gateways in one process, measured in turns)
  --memory             instead: memory of the gateway after 10,000 and after 100,000 full requests
  --profile            instead: CPU profiles of the gateway or the chosen servers, the 25 dearest functions of each
  --markdown           print the table as Markdown
  --json FILE          write the figures to a file, too`;

export interface Options {
  mode: 'compare' | 'memory' | 'profile' | 'help';
  /** What is measured. The pairs of a group share their servers' processes. */
  groups: Pair[][];
  subjects: SubjectName[];
  pace: Pace;
  gateway: string;
  baseline: string | undefined;
  markdown: boolean;
  json: string | undefined;
}

const quickCases = ['small', 'full', 'list', 'deep', 'apolloClient', 'get', 'persisted', 'first'] as const;

const usualPace: Pace = {
  launches: 1,
  rounds: 3,
  firstWarmUpMs: 3000,
  warmUpMs: 300,
  measureMs: 2000,
  minRequests: 0,
};
const quickPace: Pace = { ...usualPace, firstWarmUpMs: 2500, warmUpMs: 0, measureMs: 200 };

/** For pairs of settings of the gateway: the speed of a machine changes less between short measurements. */
const pairPace: Pace = {
  launches: 4,
  rounds: 150,
  firstWarmUpMs: 4000,
  warmUpMs: 0,
  measureMs: 50,
  minRequests: 1,
};

/** For pairs of settings of the gateway. */
const pairCases = ['small', 'medium', 'full'] as const;

/** What the command line asks for. Throws a TypeError that names the mistake. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      case: { type: 'string' },
      subject: { type: 'string' },
      tokens: { type: 'string' },
      launches: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      gateway: { type: 'string', default: 'dist/cli.js' },
      baseline: { type: 'string' },
      limits: { type: 'boolean', default: false },
      observability: { type: 'boolean', default: false },
      memory: { type: 'boolean', default: false },
      profile: { type: 'boolean', default: false },
      markdown: { type: 'boolean', default: false },
      json: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { quick, gateway, baseline, markdown, json } = values;
  const all = values.profile ? (['docgraph'] as const) : subjectNames;
  const other = values.limits ? 'unlimited' : values.observability ? 'observed' : undefined;
  const subjects: SubjectName[] =
    other === undefined ? (chosen('--subject', values.subject, subjectNames) ?? [...all]) : ['docgraph', other];
  const usual = other !== undefined ? pairCases : quick ? quickCases : caseNames;
  const pairs = pairsOf(
    chosen('--case', values.case, caseNames) ?? usual,
    chosen('--tokens', values.tokens, ['1', '1000']) ?? (quick || other !== undefined ? ['1000'] : ['1', '1000']),
  );
  return {
    mode: values.help ? 'help' : values.memory ? 'memory' : values.profile ? 'profile' : 'compare',
    groups: quick ? [pairs] : pairs.map((pair) => [pair]),
    subjects: baseline === undefined ? subjects : [...subjects, 'baseline'],
    pace: {
      ...(other === undefined ? (quick ? quickPace : usualPace) : pairPace),
      ...(values.launches !== undefined && { launches: positive('--launches', values.launches) }),
      ...(values.rounds !== undefined && { rounds: positive('--rounds', values.rounds) }),
      ...(values.seconds !== undefined && { measureMs: positive('--seconds', values.seconds) * 1000 }),
    },
    gateway,
    baseline,
    markdown,
    json,
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
