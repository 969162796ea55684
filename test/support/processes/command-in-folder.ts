import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach } from 'vitest';
import { builtCommand } from './command.ts';

/** The built command in an empty folder, which each test of a file has for itself. */
export function commandInFolder() {
  const command = builtCommand();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docgraph-configuration-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  return {
    command,
    file: (name: string) => join(folder, name),

    /** Runs the command in the folder; resolves to its exit code and what it printed. */
    async run(args: string[], environment: Record<string, string> = {}) {
      const { PATH = '', HOME = '' } = process.env;
      const child = spawn(process.execPath, [resolve(command.path), ...args], {
        cwd: folder,
        env: { PATH, HOME, ...environment },
      });
      const closed = once(child, 'close');
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = await closed;
      return { code, stdout, lines: stderr.trim().split('\n') };
    },
  };
}
