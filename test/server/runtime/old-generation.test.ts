import { execFileSync } from 'node:child_process';
import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { oldGenerationLimit, oldGenerationUsed } from '../../../src/server/runtime/old-generation.ts';

const MiB = 2 ** 20;

/** What V8 says of its heap in a process with these flags, in bytes. */
const heapLimitWith = (flags: readonly string[]) =>
  Number(execFileSync(process.execPath, [...flags, '-p', 'v8.getHeapStatistics().heap_size_limit']));

describe('the old generation', () => {
  it.each([
    'no other flag',
    '--max-semi-space-size=0',
    '--max-semi-space-size=1',
    '--max_semi_space_size=24',
    '--max-semi-space-size=100',
    '--max-semi-space-size=16 --max-semi-space-size=64',
  ])('has the limit of --max-old-space-size with %s', (others) => {
    const flags = ['--max-old-space-size=96', ...others.split(' ').filter((flag) => flag.startsWith('--'))];
    expect(oldGenerationLimit(flags, heapLimitWith(flags))).toBe(96 * MiB);
  });

  it('has less in use than the heap with its young generation', () => {
    expect(oldGenerationUsed()).toBeGreaterThan(0);
    expect(oldGenerationUsed()).toBeLessThan(getHeapStatistics().used_heap_size);
  });
});
