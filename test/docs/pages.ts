import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';

export const root = new URL('../../', import.meta.url);

export const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The schema of all files in schema/, without resolvers. */
export const sdlSchema = buildSchema(
  readdirSync(new URL('schema/', root))
    .map((file) => read(`schema/${file}`))
    .join('\n'),
);

/** A fenced block of a page, without the indentation of its fence. */
export interface Block {
  page: string;
  language: string;
  text: string;
}

/** The text of every page of the documentation, by its path in the repository. */
export const pages: Record<string, string> = Object.fromEntries(
  [
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    ...readdirSync(new URL('docs/', root))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file}`),
  ].map((path) => [path, read(path)]),
);

export const allText = Object.values(pages).join('\n');

export const blocks: readonly Block[] = Object.keys(pages).flatMap(blocksOf);

/** The fenced blocks of one page, which is named by its path. */
export function blocksOf(page: string): Block[] {
  return [...(pages[page] ?? read(page)).matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map(
    ([, indent = '', language = '', body = '']) => ({
      page,
      language,
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

export function blocksIn(language: string): readonly Block[] {
  return blocks.filter((block) => block.language === language);
}

/** The rows of the table with this head. */
export function tableRows(page: string, head: string): string[] {
  const [, below = ''] = (pages[page] ?? '').split(`\n${head}\n`);
  return below.slice(0, below.indexOf('\n\n')).split('\n').slice(1);
}
