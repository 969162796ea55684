import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface Usage {
  /** User and system time of all its threads, in microseconds. */
  cpuUs: number;
  rssBytes: number;
}

/** Reads a process's usage from outside; the resolution of CPU time is 10 ms. */
export function usageOf(pid: number): Usage {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

const ticksPerSecond = process.platform === 'linux' ? Number(execFileSync('getconf', ['CLK_TCK'])) : 100;

function fromProc(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Behind the name in parentheses, which may hold anything: state is field 3, utime 14, stime 15 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kib = Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { cpuUs: (ticks * 1e6) / ticksPerSecond, rssBytes: kib * 1024 };
}

/** `ps` tells CPU time as `[[days-]hours:]minutes:seconds`, and memory in KiB. */
function fromPs(pid: number): Usage {
  const [time = '', kib = ''] = execFileSync('ps', ['-o', 'time=,rss=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);
  const [clock = '', days = '0'] = time.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuUs: (Number(days) * 86_400 + seconds) * 1e6, rssBytes: Number(kib) * 1024 };
}
