import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A build of the gateway to compare with. */
export interface Baseline {
  /** Its command. */
  file: string;
  /** Deletes what was made for it. */
  remove(): void;
}

/** Takes a built command by its path, or builds that of a commit in a temporary folder. Throws where there is neither. */
export function baselineOf(fileOrCommit: string): Baseline {
  if (existsSync(fileOrCommit)) return { file: resolve(fileOrCommit), remove: () => {} };
  const commit = commitOf(fileOrCommit);
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-baseline-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // An interrupted run leaves no folder behind.
  process.once('exit', remove);
  build(commit, folder);
  return { file: join(folder, 'dist/cli.js'), remove };
}

function commitOf(revision: string): string {
  try {
    return git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`).toString().trim();
  } catch {
    throw new TypeError(`--baseline takes a commit or the path of a built command, not "${revision}".`);
  }
}

/** An archive, as a worktree would stay registered in the repository if the run were killed. */
function build(commit: string, folder: string): void {
  process.stderr.write(`Building ${commit.slice(0, 12)} …\n`);
  execFileSync('tar', ['x', '-C', folder], { input: git('archive', commit) });
  if (isSame(folder, 'package-lock.json')) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
  run(folder, 'npm', 'run', 'build:command');
}

function isSame(folder: string, file: string): boolean {
  return readFileSync(join(folder, file)).equals(readFileSync(file));
}

/** What the program prints goes to stderr: stdout has the figures. */
function run(folder: string, program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', process.stderr, 'inherit'] });
}

function git(...args: readonly string[]): Buffer {
  return execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 30 });
}
