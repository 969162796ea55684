import { defineConfig, mergeConfig } from 'vitest/config';
import base from './vitest.config.ts';

/**
 * The tests of reliability (attacks, faults, fuzz and soak), and the long ones of the explorer in a browser. Each is a script of
 * package.json; `npm test` runs none of them.
 * They measure CPU time, memory and latencies, so one file runs at a time.
 */
const config = mergeConfig(base, defineConfig({ test: { maxConcurrency: 6 } }));

export default {
  ...config,
  test: {
    ...config.test,
    include: ['test/{attacks,browser,faults,fuzz,soak}/**/*.test.ts'],
    exclude: [],
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
};
