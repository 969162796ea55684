import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The gateway. The page sends its requests to its own origin, so neither development nor preview needs CORS. */
const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:4000';
const proxy = { '/graphql': { target: gateway, changeOrigin: true } };

export default defineConfig({
  plugins: [react()],
  server: { proxy },
  preview: { proxy },
  build: { target: 'es2022' },
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
});
