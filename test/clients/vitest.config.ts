import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    globalSetup: 'support/start-gateway.ts',
    // As the clients warn in development only.
    env: { NODE_ENV: 'development' },
    // Most of the time goes to the start of the clients, on two cores.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
  },
});
