/**
 * Runs Next.js without telemetry: `node scripts/next.mjs dev`. `dev` and `start` without UPSTREAM_URL run over docgraph's
 * REST sandbox, which ends with them.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createSandbox } from 'docgraph';

const { UPSTREAM_URL } = process.env;
const parameters = process.argv.slice(2);
const needsSandbox = UPSTREAM_URL === undefined && ['dev', 'start'].includes(parameters[0] ?? '');
const sandbox = needsSandbox ? await createSandbox() : undefined;
const upstreamUrl = UPSTREAM_URL ?? (await sandbox?.listen());

const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const child = spawn(process.execPath, [next, ...parameters], {
  stdio: 'inherit',
  env: {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    ...(upstreamUrl !== undefined && { UPSTREAM_URL: upstreamUrl }),
  },
});
child.once('exit', async (code, signal) => {
  await sandbox?.close();
  process.exitCode = code ?? (signal === null ? 1 : 0);
});
// A terminal sends SIGINT to both processes, other programs send a signal only to this one. The child ends first.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
