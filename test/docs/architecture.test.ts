import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { blocksOf, read, root } from './pages.ts';

const page = 'docs/architecture.md';

const foldersIn = (tree: string) =>
  readdirSync(new URL(tree, root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The folders of a tree that a table of the page has rows for, in their order. */
const foldersNamed = (tree: string) => read(page).match(new RegExp(`(?<=^\\| \`${tree}/)[\\w-]+(?=/\`)`, 'gm')) ?? [];

describe('the page about the architecture', () => {
  it.each(['src/engine', 'src/server'])('has a row for each folder of %s', (tree) => {
    expect(foldersNamed(tree).toSorted()).toEqual(foldersIn(tree).toSorted());
  });

  it('has the folders of the server in the order that is checked', () => {
    const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string }[];
    };
    const lowestFirst = forbidden.map(({ name }) => name.replace('server-', '')).filter((name) => isServerFolder(name));
    expect(foldersNamed('src/server').toReversed()).toEqual(lowestFirst);
  });

  it('draws each folder of the server', () => {
    const [, drawing] = blocksOf(page).filter(({ language }) => language === 'mermaid');
    const drawn: readonly string[] = drawing?.text.match(/\b[\w-]+\b/g) ?? [];
    expect(foldersIn('src/server').filter((name) => !drawn.includes(name))).toEqual([]);
  });

  const isServerFolder = (name: string) => foldersIn('src/server').includes(name);
});
