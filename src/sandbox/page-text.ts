import { type PageSection, sectionsOf, withoutTargets } from './plain-text.ts';
import type { StoredPage } from './rows.ts';
import { stemOf, wordsOf } from './search-words.ts';

/** A part of a page that is searched: how often it has each stem, and how many words it has. */
export interface SearchedField {
  stems: ReadonlyMap<string, number>;
  length: number;
}

/** The text of a page as a search reads it. Pages with the same text share it. */
export interface PageText {
  key: string;
  sections: readonly PageSection[];
  fields: Readonly<Record<'title' | 'headings' | 'description' | 'text', SearchedField>>;
}

/** Characters of a page that are searched, so that no page holds up other requests for long. */
const maxCharacters = 100_000;

/** Identifies the text of a page. The targets of links are no part of it: pages of a kind often differ in nothing else. */
export function textKey({ slug, title, description = '' }: StoredPage, markdown: string): string {
  const text = withoutTargets(markdown.slice(0, maxCharacters));
  return `${slug}\n${title}\n${description.length}\n${description}\n${text}`;
}

export function readText(key: string, page: StoredPage, markdown: string): PageText {
  const sections = sectionsOf({ slug: page.slug, title: page.title, markdown: markdown.slice(0, maxCharacters) });
  return {
    key,
    sections,
    fields: {
      title: field([page.title]),
      headings: field(sections.map(({ title }) => title)),
      description: field([page.description ?? '']),
      text: field(sections.map(({ text }) => text)),
    },
  };
}

function field(texts: readonly string[]): SearchedField {
  const stems = new Map<string, number>();
  let length = 0;
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      const stem = stemOf(word);
      stems.set(stem, (stems.get(stem) ?? 0) + 1);
      length++;
    }
  }
  return { stems, length };
}
