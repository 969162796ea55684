// The built command, as blocks of the documentation run it: a server goes on in the background once it listens. `FOLDER` is that of
// the block, `COMMAND` the built command, `GATEWAY` what executes operations.
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const { FOLDER = '', COMMAND = '', GATEWAY = '' } = process.env;
const args = process.argv.slice(2);
const [name = 'serve'] = args;
// One gateway for all operations: each would start its own over a sandbox of its own.
const gatewayFlags = name === 'query' ? ['--url', GATEWAY] : [];

if (name === 'serve' || name === 'sandbox') await startServer();
else process.exit(spawnSync(process.execPath, [COMMAND, ...args, ...gatewayFlags], { stdio: 'inherit' }).status ?? 1);

async function startServer() {
  const log = join(FOLDER, 'server.log');
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ['ignore', output, output], detached: true });
  const pids = join(FOLDER, 'pids');
  writeFileSync(pids, `${child.pid}\n`, { flag: 'a' });
  const hasStarted = () => /^(GraphQL|REST sandbox) +http/m.test(readFileSync(log, 'utf8'));
  while (child.exitCode === null && !hasStarted()) await setTimeout(20);
  if (child.exitCode !== null) process.stderr.write(readFileSync(log));
  child.unref();
  process.exitCode = child.exitCode ?? 0;
}
