import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { endpoints, entities } from '../../src/resources/contract.ts';
import { dialect } from '../../src/resources/dialect.ts';

const engine = new URL('../../src/engine/', import.meta.url);
const files = (await readdir(engine, { recursive: true })).filter((path) => path.endsWith('.ts')).sort();

/**
 * Words for the product's records that an engine needs for itself: it has files of code, pages of lists, members of objects,
 * comments of GraphQL documents, and versions of its own formats.
 */
const wordsOfTheEngine = new Set(['page', 'file', 'member', 'comment', 'version']);

/** Lines in which the engine writes a word of the product for something else, as `path: line`. */
const allowed: Readonly<Record<string, RegExp>> = {
  // The character.
  space: /^(contract\/path-segment|conversion\/shell-words|http\/redaction|http\/text-readings)\.ts: /,
  // The garbage collector's.
  collection: /through a collection/,
  section: /\bsection \d/,
};

/** Product words: the names of entities, resources and places in paths, in the forms that code and prose give them. */
const words = [
  ...new Set(
    [...Object.keys(entities), ...endpoints.flatMap(({ id, path }) => [id.split('.')[0] ?? '', ...segmentsOf(path)])]
      .map(singular)
      .filter((word) => word !== '' && !wordsOfTheEngine.has(word)),
  ),
].sort();

/** The words of a path that name a kind of record: those in front of a parameter. */
function segmentsOf(path: string): string[] {
  return [...path.matchAll(/([a-z-]+)\/\{/g)].map(([, segment]) => segment ?? '');
}

/** `changeRequests` and `change-requests` are "change request". */
function singular(name: string): string {
  return name
    .replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/s$/, '');
}

/** A word in prose, in an identifier, in a path or in kebab-case, in the singular and in the plural. */
function formsOf(word: string): RegExp {
  const [first = '', ...others] = word.replace(/y$/, '(?:y|ie)').split(' ');
  const rest = others.map((part) => `[ -]?[${part.charAt(0)}${part.charAt(0).toUpperCase()}]${part.slice(1)}`).join('');
  const start = `(?:(?<![A-Za-z])${first.charAt(0)}|${first.charAt(0).toUpperCase()})${first.slice(1)}`;
  return new RegExp(`${start}${rest}s?(?![a-z])`);
}

describe('the engine', () => {
  it('knows the words that the test looks for', () => {
    expect(words).toEqual(
      expect.arrayContaining(['change request', 'org', 'organization', 'share link', 'site', 'space', 'team']),
    );
    expect(formsOf('change request').test('the changeRequestId of')).toBe(true);
    expect(formsOf('org').test("'/orgs'")).toBe(true);
    expect(files.length).toBeGreaterThan(100);
  });

  it.each(words)('does not name the product: %s', async (word) => {
    expect(await linesWith(formsOf(word), allowed[word])).toEqual([]);
  });

  it.each([dialect.basePath, 'docgraph', 'documentation platform'])('does not name the product: %s', async (text) => {
    expect(await linesWith(new RegExp(`${text}(?![a-z])`, 'i'))).toEqual([]);
  });

  it('imports nothing of other layers', async () => {
    expect(await linesWith(/from '(\.\.\/)+(resources|server|cluster|cli|sandbox|explorer|generated)\b/)).toEqual([]);
  });
});

async function linesWith(pattern: RegExp, exception?: RegExp): Promise<string[]> {
  const found = files.map(async (path) => {
    const lines = (await readFile(new URL(path, engine), 'utf8')).split('\n').filter((line) => pattern.test(line));
    return lines.map((line) => `${path}: ${line.trim()}`).filter((line) => !exception?.test(line));
  });
  return (await Promise.all(found)).flat();
}
