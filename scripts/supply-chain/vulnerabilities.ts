import { spawnSync } from 'node:child_process';

export interface Audit {
  /** One line for each package with a vulnerability of the severity high or critical. */
  problems: string[];
  /** What the registry answered, or that it did not. */
  summary: string;
}

interface Report {
  message?: string;
  metadata?: { vulnerabilities?: Readonly<Record<string, number>> };
  vulnerabilities?: Readonly<Record<string, { severity: string; range?: string }>>;
}

/** Asks the registry for known vulnerabilities of all locked packages. */
export function audit(): Audit {
  const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'];
  const { stdout } = spawnSync('npm', args, { encoding: 'utf8', timeout: 60_000 });
  return readAudit(stdout ?? '');
}

/** Reads the output of `npm audit --json`. No report is not the same as a report without vulnerabilities. */
export function readAudit(output: string): Audit {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (counts === undefined) {
    const reason = report?.message ?? 'no report';
    return {
      problems: [],
      summary: `The registry did not answer \`npm audit\` (${reason}): known vulnerabilities were NOT checked.`,
    };
  }
  const severe = Object.entries(report?.vulnerabilities ?? {}).filter(([, { severity }]) =>
    ['high', 'critical'].includes(severity),
  );
  const { high = 0, critical = 0, total = 0 } = counts;
  return {
    problems: severe.map(([name, { severity, range = '' }]) => `${name} ${range} has a ${severity} vulnerability.`),
    summary: `npm audit: ${total} known vulnerabilities, ${high} high, ${critical} critical.`,
  };
}

function parse(output: string): Report | undefined {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return undefined;
  }
}
