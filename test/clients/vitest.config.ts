import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'support/start-gateway.ts',
    // As the clients warn in development only.
    env: { NODE_ENV: 'development' },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    maxWorkers: 2,
  },
});
