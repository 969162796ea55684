import type { SearchPage } from '../resources/shared/contract.ts';
import { allPages } from './page-tree.ts';
import type { SpaceRow, StoredPage } from './rows.ts';
import type { Store } from './store.ts';
import { appUrl } from './urls.ts';

/** The part of a page under one heading. The text before the first heading has the page's own title. */
export interface PageSection {
  /** The heading as a URL fragment, for example `rate-limits`. */
  id: string;
  title: string;
  text: string;
}

/**
 * Searches a space's current content for the pages whose title and text contain every word of the query, ignoring case.
 * Each result has the matching sections. An empty query has no results.
 */
export function searchSpace(store: Store, space: SpaceRow, query: string): SearchPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pages = allPages(store.revisions.get(space.revision)?.pages ?? []);
  return pages
    .filter((page) => containsAll(`${page.title} ${page.markdown}`, words))
    .map((page) => searchResult(space, page, words));
}

function searchResult(space: SpaceRow, page: StoredPage, words: string[]): SearchPage {
  const pageUrl = appUrl('o', space.organization, 's', space.id, ...page.path.split('/'));
  const sections = sectionsOf(page).filter((section) =>
    words.some((word) => containsAll(`${section.title} ${section.text}`, [word])),
  );
  return {
    id: page.id,
    title: page.title,
    path: page.path,
    sections: sections.map(({ id, title, text }) => ({
      id,
      title,
      path: `${page.path}#${id}`,
      body: excerpt(text, words),
      urls: { app: `${pageUrl}#${id}` },
    })),
    urls: { app: pageUrl },
  };
}

function containsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** At most 200 characters around the first matching word. */
function excerpt(text: string, words: readonly string[]): string {
  const index = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((position) => position >= 0));
  const start = Number.isFinite(index) ? Math.max(0, index - 60) : 0;
  return text.slice(start, start + 200).trim();
}

/** The sections of a page, in document order. */
export function sectionsOf(page: StoredPage): PageSection[] {
  const [intro = '', ...rest] = page.markdown.split(/^#{1,4} +/m);
  const sections = rest.map((part) => {
    const end = part.indexOf('\n');
    const title = end < 0 ? part : part.slice(0, end);
    return { id: slugOf(title), title: title.trim(), text: part.slice(title.length).trim() };
  });
  return intro.trim() === '' ? sections : [{ id: page.slug, title: page.title, text: intro.trim() }, ...sections];
}

/** Converts a title to a URL segment: `Rate limits & quotas` becomes `rate-limits-quotas`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
