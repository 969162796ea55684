import { usageOf } from './usage.ts';

/** Lets so many requests start. */
export function requests(count: number): () => boolean {
  let left = count;
  return () => left-- > 0;
}

/**
 * Lets requests start until a process has used so many milliseconds of CPU time, or half as much again has passed on the
 * clock: on a busy machine a server gets less done in a second, and is measured for longer.
 */
export function cpuTime(pid: number, ms: number): () => boolean {
  const enoughCpu = usageOf(pid).cpuUs + ms * 1000;
  const deadline = performance.now() + ms * 1.5;
  let nextLook = 0;
  let isOver = false;
  return () => {
    const now = performance.now();
    if (!isOver && now >= nextLook) {
      nextLook = now + lookEveryMs;
      isOver = now >= deadline || usageOf(pid).cpuUs >= enoughCpu;
    }
    return !isOver;
  };
}

/** As long as one of them lets requests start. */
export function longest(...limits: readonly (() => boolean)[]): () => boolean {
  return () => {
    const may = limits.map((mayStart) => mayStart());
    return may.includes(true);
  };
}

/** To look takes some system calls for each thread of the process. */
const lookEveryMs = 10;
