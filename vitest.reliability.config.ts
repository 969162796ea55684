import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The tests of reliability (attacks, faults, fuzz and soak), and the long ones of the explorer in a browser. Each is a script of
 * package.json; `npm test` runs none of them.
 */
const { projects: _, execArgv, ...shared } = base.test ?? {};

/** Tests of these folders that measure times, or use all cores. */
const measuring = [
  'test/attacks/**/!(complexity).test.ts',
  'test/browser/main-thread.test.ts',
  'test/faults/{resilience,zero-loss}.test.ts',
  'test/fuzz/documents.test.ts',
  'test/soak/**/*.test.ts',
];

export default defineConfig({
  ...base,
  test: {
    ...shared,
    maxConcurrency: 6,
    projects: [
      {
        extends: true,
        // They measure CPU time, memory and latencies, so one file runs at a time.
        test: {
          name: 'alone',
          include: measuring,
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          name: 'growth',
          include: ['test/attacks/complexity.test.ts'],
          // No request fills the young generation: to collect it would be a step of the costs, at a size that depends on the machine.
          execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        // They wait for processes and browsers, or compute on one core.
        test: {
          name: 'beside',
          include: ['test/{browser,faults,fuzz}/**/*.test.ts'],
          exclude: measuring,
          execArgv,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
