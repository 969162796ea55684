import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far. */
export interface Usage {
  /** User and system time of all its threads, in microseconds. */
  cpuUs: number;
  rssBytes: number;
}

/** Reads a process's usage from outside. On Linux, CPU time is exact to about a millisecond; elsewhere to a hundredth of a second. */
export function usageOf(pid: number): Usage {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): Usage {
  const kib = Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return { cpuUs: cpuNsOfThreads(pid) / 1000, rssBytes: kib * 1024 };
}

/** The first field of `schedstat` is the time that a thread ran, in nanoseconds. The threads of Node last as long as its process. */
function cpuNsOfThreads(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  );
  return times.reduce((sum, time) => sum + time, 0);
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
