import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { pageText } from './content-records.ts';
import { allPages } from './page-tree.ts';
import { type PageSection, sectionsOf } from './plain-text.ts';
import { revisionOf } from './revisions.ts';
import type { SpaceRow, StoredPage } from './rows.ts';
import { pair, type Store } from './store.ts';

/** A page that matches a query. */
export interface PageMatch {
  page: StoredPage;
  /** The relevance; higher is better. */
  score: number;
  /** The stems of the page that match the query. */
  stems: ReadonlySet<string>;
  sections: readonly PageSection[];
}

interface IndexedPage {
  page: StoredPage;
  sections: readonly PageSection[];
}

interface SpaceIndex {
  /** The content that is indexed: a new revision or version of a specification makes the index stale. */
  version: string;
  pages: ReadonlyMap<string, IndexedPage>;
  search: MiniSearch;
}

const maxIndexes = 500;
const maxStems = 50_000;

/** The indexes of each store by space, the least recently used first. */
const indexesByStore = new WeakMap<Store, Map<string, SpaceIndex>>();

/** Searches a space's main content; the best match comes first. Every term of the query must be on the page. */
export function matchingPages(store: Store, space: SpaceRow, terms: readonly string[]): PageMatch[] {
  if (terms.length === 0 || !mayMatch(store, space, terms)) return [];
  const { search, pages } = indexFor(store, space);
  const results = search.search(terms.join(' '), {
    combineWith: 'AND',
    // The terms are stems already, and the stem of a stem can be another.
    processTerm: (term) => term,
    boost: { title: 8, headings: 3, description: 2 },
    // A reader who types a query has not finished its last word.
    prefix: (_term, i, all) => i === all.length - 1 && terms.join('').length > 2,
  });
  return results.flatMap(({ id, score, terms: stems }) => {
    const found = pages.get(String(id));
    return found === undefined ? [] : [{ ...found, score, stems: new Set(stems) }];
  });
}

const stopWords = new Set(
  'a an and are as at be by do does for from how i if in into is it its my of on or our so than that the their then there these this to us was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** The stems of a query's words. Stop words are dropped, unless there are no others. */
export function queryTerms(query: string): string[] {
  const words = wordsOf(query.toLowerCase());
  const specific = words.filter((word) => !stopWords.has(word));
  return [...new Set((specific.length > 0 ? specific : words).map(stemOf))];
}

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

const stems = new Map<string, string>();

/** The stem of a word: `limits` and `limited` become `limit`. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = stemmer(word.toLowerCase());
  if (stems.size >= maxStems) stems.clear();
  stems.set(word, stem);
  return stem;
}

/**
 * Whether a page can match: its text has the beginning of every term, or values that are not in the text. It is much cheaper than an index, and saves the
 * indexes of most spaces when an organization is searched. A stem can end in another letter than its word.
 */
function mayMatch(store: Store, space: SpaceRow, terms: readonly string[]): boolean {
  const beginnings = terms.map((term) => new RegExp(term.length > 3 ? term.slice(0, -1) : term, 'i'));
  return allPages(revisionOf(store, space.revision).pages).some(
    (page) =>
      page.computed !== undefined ||
      page.markdown.includes('{{') ||
      beginnings.every(
        (pattern) => pattern.test(page.title) || pattern.test(page.markdown) || pattern.test(page.description ?? ''),
      ),
  );
}

function indexFor(store: Store, space: SpaceRow): SpaceIndex {
  const indexes = indexesByStore.get(store) ?? new Map<string, SpaceIndex>();
  indexesByStore.set(store, indexes);
  const version = versionOf(store, space);
  const cached = indexes.get(space.id);
  const index = cached?.version === version ? cached : createIndex(store, space, version);
  indexes.delete(space.id);
  indexes.set(space.id, index);
  const [oldest] = indexes.keys();
  if (indexes.size > maxIndexes && oldest !== undefined) indexes.delete(oldest);
  return index;
}

/** Identifies the content of a space, with the specifications that its pages are computed from. */
function versionOf(store: Store, { organization, revision }: SpaceRow): string {
  const slugs = allPages(revisionOf(store, revision).pages).map((page) => page.computed?.dependencies?.spec?.ref?.spec);
  const specs = [...new Set(slugs)].flatMap((slug) =>
    slug === undefined ? [] : (store.openapiSpecs.get(pair(organization, slug)) ?? []),
  );
  return JSON.stringify([revision, ...specs.map((spec) => store.openapiSpecVersions.by('spec', spec.id).at(-1)?.id)]);
}

function createIndex(store: Store, space: SpaceRow, version: string): SpaceIndex {
  const content = { space, revision: revisionOf(store, space.revision) };
  const pages = allPages(content.revision.pages).map((page): IndexedPage => {
    const markdown = pageText(store, content, page, { evaluated: true }) ?? '';
    return { page, sections: sectionsOf({ ...page, markdown }) };
  });
  const search = new MiniSearch({
    fields: ['title', 'description', 'headings', 'text'],
    tokenize: wordsOf,
    processTerm: stemOf,
  });
  search.addAll(
    pages.map(({ page, sections }) => ({
      id: page.id,
      title: page.title,
      description: page.description ?? '',
      headings: sections.map(({ title }) => title).join(' '),
      text: sections.map(({ text }) => text).join(' '),
    })),
  );
  return { version, pages: new Map(pages.map((indexed) => [indexed.page.id, indexed])), search };
}
