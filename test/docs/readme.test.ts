import { describe, expect, it } from 'vitest';
import { blocksIn, pages, read } from './pages.ts';

const readme = pages['README.md'] ?? '';

describe('the README', () => {
  it('has at most 100 lines', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(100);
  });

  it('states the figures of the benchmark', () => {
    const [row = ''] = /^\| full \|.*$/m.exec(pages['docs/performance.md'] ?? '') ?? [];
    const ratios = row.split('|').slice(-4, -1);
    const [docgraph, apollo, yoga] = ratios.map((cell) => cell.trim());
    const text = readme.replaceAll(/\s+/g, ' ');
    expect(text).toContain(`takes ${docgraph} times the CPU time`);
    expect(text).toContain(`Apollo Server takes ${apollo} times, and Yoga with DataLoader ${yoga} times`);
  });

  it('starts with the commands that run and test the project', () => {
    const [first] = blocksIn('sh');
    expect(first).toMatchObject({ page: 'README.md', text: 'npm ci && npm start\nnpm ci && npm test\n' });
    expect(readme.indexOf('npm ci && npm start')).toBeLessThan(1000);
  });

  it('shows the explorer', () => {
    expect(readme).toContain('](docs/explorer.png)');
  });

  it('links every page of docs, the contributor guide and the changelog', () => {
    const links = [...readme.matchAll(/\]\(([\w./-]+\.md)\)/g)].map(([, path]) => path);
    expect(Object.keys(pages).filter((page) => page !== 'README.md' && !links.includes(page))).toEqual([]);
  });
});

describe('the version', () => {
  it('of the package is the latest one of the changelog', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const versions = [...(pages['CHANGELOG.md'] ?? '').matchAll(/^## \[(\d[\w.-]*)\]/gm)].map(([, one]) => one);
    expect(versions[0]).toBe(version);
  });
});
