import { defineConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The tests of reliability (attacks, faults, fuzz and soak), and the long ones of the explorer in a browser. Each is a script of
 * package.json; `npm test` runs none of them.
 * They measure CPU time, memory and latencies, so one file runs at a time; of those in a browser two, which measure the CPU time of a thread.
 */
const { projects: _, ...shared } = base.test ?? {};

export default defineConfig({
  ...base,
  test: {
    ...shared,
    include: ['test/{attacks,browser,faults,fuzz,soak}/**/*.test.ts'],
    maxWorkers: 1,
    maxConcurrency: 6,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
