import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/reliability.md', 'utf8');
const settings = readFileSync('docs/settings.md', 'utf8');
const found = (pattern: RegExp) => [...new Set([...page.matchAll(pattern)].map(([, name = '']) => name))];

describe('the page about reliability', () => {
  it('names tests that exist', () => {
    const paths = found(/`(test\/[\w/.-]+)`/g);
    expect(paths.length).toBeGreaterThan(3);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('names settings that exist', () => {
    const names = found(/`([A-Z][A-Z_]{4,})`/g).filter(
      (name) => name !== 'UPSTREAM_CONTRACT' && !name.startsWith('WRITE_OUTCOME'),
    );
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
  });

  it('gives commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const names = found(/`npm run ([\w:]+)/g);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('has a setting or a dash, and a test, for each limit', () => {
    const section = /^## Limits of one request$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
    const rows = section
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2);
    expect(rows.length).toBeGreaterThan(20);
    const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.filter(([, , , setting = '']) => !/^(?:–|`[A-Z_]+`)/.test(setting))).toEqual([]);
    expect(cells.filter(([, , , , test = '']) => !/attacks|faults|npm test/.test(test))).toEqual([]);
  });
});
