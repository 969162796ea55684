import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const devDependencies = ['node_modules/typescript', 'node_modules/vite'];

/** A clone with a copy of the script, and with these files and folders; its build leaves the file `built`. */
function cloneWith(paths: readonly string[], build = "fs.writeFileSync('built', '')"): string {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-prepare-'));
  folders.push(folder);
  for (const path of ['scripts', ...paths]) mkdirSync(join(folder, path), { recursive: true });
  copyFileSync('scripts/prepare.js', join(folder, 'scripts/prepare.js'));
  const scripts = { prepare: 'node scripts/prepare.js', build: `node -e "${build}"` };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone', type: 'module', scripts }));
  return folder;
}

/** Runs the script as npm does in an installation by `npm ci`, or by `npm exec`, which is `npx`. */
async function prepare(folder: string, command: 'ci' | 'exec') {
  const env = { ...process.env, npm_command: command };
  const { stderr } = await promisify(execFile)(process.execPath, ['scripts/prepare.js'], { cwd: folder, env });
  return { isBuilt: existsSync(join(folder, 'built')), stderr };
}

describe('an installation in a clone', () => {
  it.each([
    ['builds it, by npm ci', [], 'ci', true],
    ['builds it anew, by npm ci', ['dist/cli.js'], 'ci', true],
    ['builds it where it is not built, by npx', [], 'exec', true],
    ['leaves its build as it is, by npx', ['dist/cli.js'], 'exec', false],
  ] as const)('%s', async (_, paths, command, isBuilt) => {
    expect(await prepare(cloneWith([...devDependencies, ...paths]), command)).toMatchObject({ isBuilt, stderr: '' });
  });

  it('without the development dependencies says why it is not built', async () => {
    expect(await prepare(cloneWith([]), 'ci')).toEqual({
      isBuilt: false,
      stderr: expect.stringMatching(/^docgraph is not built, as that needs the development dependencies: run `npm ci`/),
    });
  });

  it('without the development dependencies leaves its build as it is', async () => {
    expect(await prepare(cloneWith(['dist/cli.js']), 'ci')).toEqual({ isBuilt: false, stderr: '' });
  });

  it('fails where the build fails', async () => {
    await expect(prepare(cloneWith(devDependencies, 'process.exit(7)'), 'ci')).rejects.toMatchObject({ code: 7 });
  });
});
