import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { blocksIn, pages, read, root } from './pages.ts';

const readme = pages['README.md'] ?? '';

/** The README itself, and the first page of the site, which says the same. */
const unlinked = new Set(['README.md', 'docs/index.md']);

describe('the README', () => {
  it('has at most 80 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  });

  it('states the figures of the benchmark', () => {
    for (const [name, calls] of [
      ['full', 77],
      ['small', 2],
    ]) {
      const [row = ''] =
        new RegExp(`^\\| ${name} \\| ${calls} \\|.*$`, 'm').exec(pages['docs/performance.md'] ?? '') ?? [];
      const [docgraph, apollo, yoga] = row
        .split('|')
        .slice(-4, -1)
        .map((cell) => cell.trim());
      expect(readme).toContain(
        `query of ${calls} calls, as a ratio to that of the calls alone | ${docgraph} | 1.00 | ${apollo} | ${yoga} |`,
      );
      if (name === 'full') {
        expect(pages['docs/why.md']).toContain(
          `| CPU time of the gateway | none | ${apollo} | ${yoga} | ${docgraph} |`,
        );
      }
    }
  });

  it('starts with the commands that run and test the project', () => {
    // One block each: what follows `npm start` in the same one would run when the gateway has stopped.
    const commands = ['npm ci && npm start\n', 'npm ci && npm test\n'];
    expect(blocksIn('sh').slice(0, 2)).toMatchObject(commands.map((text) => ({ page: 'README.md', text })));
    for (const command of commands) expect(readme.indexOf(command)).toBeLessThan(1000);
  });

  it('shows the explorer', () => {
    expect(readme).toContain('](docs/explorer.png)');
  });

  it('has its pages of docs in the package', async () => {
    const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const { stdout } = await promisify(execFile)('npm', pack, { cwd: fileURLToPath(root), shell: true });
    const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
    const files = new Set(packed?.files.map(({ path }) => path));
    const links = [...readme.matchAll(/\]\((docs\/[\w-]+\.(?:md|svg))/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter((path) => !files.has(path))).toEqual([]);
  });

  it('links every page of docs, the contributor guide and the changelog', () => {
    const links = [...readme.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path]) => path);
    expect(Object.keys(pages).filter((page) => !unlinked.has(page) && !links.includes(page))).toEqual([]);
  });
});

describe('the version', () => {
  it('of the package is the latest one of the changelog', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const versions = [...(pages['CHANGELOG.md'] ?? '').matchAll(/^## \[(\d[\w.-]*)\]/gm)].map(([, one]) => one);
    expect(versions[0]).toBe(version);
  });

  it('is the one that the README names', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(readme).toContain(`docgraph is at version ${version}`);
  });
});
