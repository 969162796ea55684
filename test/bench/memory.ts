import { cases } from './cases.ts';
import { quantile } from './figures.ts';
import { requests } from './limits.ts';
import { Load, tokens } from './load.ts';
import { expectedAnswer } from './reference.ts';
import { type SubjectOptions, startSubject } from './subjects.ts';
import { usageOf } from './usage.ts';

const slice = 1000;
const marks = [10_000, 100_000];

/** Lines that tell the gateway's memory after each mark of full requests, as the median of the last slices. */
export async function memoryLines(options: SubjectOptions): Promise<string[]> {
  const subject = await startSubject('docgraph', options);
  const load = new Load(subject.url, cases.full, tokens(1000));
  const found: number[] = [];
  try {
    await load.check(await expectedAnswer(cases.full));
    const sizes: number[] = [];
    for (let done = slice; done <= Math.max(...marks); done += slice) {
      await load.run(requests(slice));
      sizes.push(usageOf(subject.pid).rssBytes / 2 ** 20);
      if (marks.includes(done)) found.push(medianOfLast(sizes, 5));
    }
  } finally {
    await load.close();
    await subject.stop();
  }
  const [early = 0, late = 0] = found;
  const growth = `${((late / early - 1) * 100).toFixed(1)} %`;
  return [
    ...marks.map((mark, i) => `RSS after ${mark} full requests: ${found[i]?.toFixed(1)} MiB`),
    `growth: ${growth}`,
  ];
}

/** Garbage comes and goes: a single reading would tell little. */
function medianOfLast(sizes: readonly number[], count: number): number {
  return quantile(Float64Array.from(sizes.slice(-count)).sort(), 0.5);
}
