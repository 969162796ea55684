import { describe, expect, it } from 'vitest';
import { blocksIn, pages } from './pages.ts';

describe('a page of the documentation', () => {
  // The first page of the site has a layout of its own.
  const names = Object.keys(pages).filter((page) => page.startsWith('docs/') && page !== 'docs/index.md');

  it.each(names)('begins with what it is for: %s', (page) => {
    expect(pages[page]).toMatch(/^# .+\n\n[\w`]/);
  });
});

describe('a block of commands', () => {
  const serving = /npm start$|npx docgraph(?: serve| sandbox|$)(?!.*--help)/;

  it('says what to do with those that follow one which does not end', () => {
    const following = blocksIn('sh').flatMap(({ page, text }) => {
      const lines = text.trim().split(/(?<!\\)\n/);
      return lines
        .filter((line, index) => serving.test(lines[index - 1] ?? '') && !line.startsWith('#'))
        .map((line) => `${page}: ${line}`);
    });
    expect(following).toEqual([]);
  });
});
