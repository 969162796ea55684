import { expect, it } from 'vitest';
import { workerFlags } from '../../src/cluster/worker-flags.ts';

const MiB = 2 ** 20;
const shipped = ['--max-semi-space-size=64', '--v8-pool-size=1'];

it('gives workers the flags of npm start, and what else the primary process has', () => {
  expect(workerFlags([], undefined, 8)).toEqual(shipped);
  expect(workerFlags(['--v8-pool-size=4', '--max-old-space-size=512'], undefined, 8)).toEqual([
    ...['--v8-pool-size=4', '--max-old-space-size=512'],
    '--max-semi-space-size=64',
  ]);
});

it.each([
  [1536, 1, 64],
  [1536, 2, 64],
  [1536, 4, 32],
  [512, 2, 16],
  [256, 2, 8],
  [8, 64, 1],
])('with %i MiB for %i workers, gives each a young generation that fits', (memory, workers, size) => {
  expect(workerFlags(shipped, memory * MiB, workers)).toContain(`--max-semi-space-size=${size}`);
  expect(workerFlags([], memory * MiB, workers)).toEqual([`--max-semi-space-size=${size}`, '--v8-pool-size=1']);
});

it('leaves a young generation alone that an operator has set', () => {
  for (const flag of ['--max-semi-space-size=128', '--max_semi_space_size=64']) {
    expect(workerFlags([flag, '--v8-pool-size=1'], 512 * MiB, 2)).toEqual([flag, '--v8-pool-size=1']);
  }
});
