import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shippedFlags } from '../support/processes/shipped-flags.ts';

const command = 'bin/docgraph.cjs';

let folder: string;
let preload: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docgraph-'));
  preload = join(folder, 'preload.cjs');
  // In place of a replacement: what the process would be replaced by.
  await writeFile(
    preload,
    `process.execve = (_file, args) => { console.log(JSON.stringify(args.slice(1))); process.exit(); };`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** The arguments of Node with which the command replaces itself; undefined where it does not. */
async function replacement(
  flags: string[],
  args: string[],
  options = '',
  channel: 'ipc' | 'ignore' = 'ignore',
): Promise<string[] | undefined> {
  const env = { ...process.env, NODE_OPTIONS: options };
  const child = spawn(process.execPath, [...flags, '--require', preload, command, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'ignore', channel],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output.startsWith('["--') ? JSON.parse(output) : undefined;
}

describe('the command', () => {
  it('starts where `env` splits no arguments, as that of Alpine', () => {
    expect(readFileSync(command, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('sets the flags of npm start, and keeps those that it has, and its arguments', async () => {
    const [poolSize = '', semiSpaceSize = ''] = [...shippedFlags].reverse();
    const rest = ['--require', preload, expect.stringContaining(command), 'serve', '--help'];
    expect(await replacement([], ['serve', '--help'])).toEqual([...shippedFlags, ...rest]);
    expect(await replacement(['--v8-pool-size=2'], ['serve', '--help'])).toEqual([
      semiSpaceSize,
      '--v8-pool-size=2',
      ...rest,
    ]);
    expect(await replacement([], ['serve', '--help'], '--max-semi-space-size=32')).toEqual([poolSize, ...rest]);
  });

  it('is not replaced where it has the flags, where it serves nothing, and where it cannot be', async () => {
    expect(await replacement([...shippedFlags], ['serve', '--help'])).toBeUndefined();
    expect(await replacement([], ['schema', '--help'])).toBeUndefined();
    expect(await replacement([], ['serve', '--help'], '', 'ipc')).toBeUndefined();
    const permission = Number.parseInt(process.versions.node, 10) < 24 ? '--experimental-permission' : '--permission';
    expect(await replacement([permission, '--allow-fs-read=*'], ['serve', '--help'])).toBeUndefined();
  });
});
