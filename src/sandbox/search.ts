import type { SearchPage } from '../resources/shared/contract.ts';
import { allPages } from './page-tree.ts';
import type { SpaceRow, StoredPage } from './records.ts';
import type { Store } from './store.ts';
import { app } from './urls.ts';

/** A part of a page under one heading; the text before the first heading has the page's own title. */
export interface PageSection {
  /** The heading as a fragment, for example `rate-limits`. */
  id: string;
  title: string;
  text: string;
}

/**
 * The pages of a space's current content that hold every word of the query, in the title or the text, letter case
 * aside, each with its matching sections. An empty query finds nothing.
 */
export function searchSpace(store: Store, space: SpaceRow, query: string): SearchPage[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pages = allPages(store.revisions.get(space.revision)?.pages ?? []);
  return pages
    .filter((page) => holdsAll(`${page.title} ${page.markdown}`, words))
    .map((page) => found(space, page, words));
}

function found(space: SpaceRow, page: StoredPage, words: string[]): SearchPage {
  const pageUrl = app('o', space.organization, 's', space.id, ...page.path.split('/'));
  const sections = sectionsOf(page).filter((section) =>
    words.some((word) => holdsAll(`${section.title} ${section.text}`, [word])),
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

function holdsAll(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** At most 200 characters around the first word that is found. */
function excerpt(text: string, words: readonly string[]): string {
  const at = Math.min(...words.map((word) => text.toLowerCase().indexOf(word)).filter((index) => index >= 0));
  const start = Number.isFinite(at) ? Math.max(0, at - 60) : 0;
  return text.slice(start, start + 200).trim();
}

/** The sections of a page, in their order. */
export function sectionsOf(page: StoredPage): PageSection[] {
  const [intro = '', ...rest] = page.markdown.split(/^#{1,4} +/m);
  const sections = rest.map((part) => {
    const end = part.indexOf('\n');
    const title = end < 0 ? part : part.slice(0, end);
    return { id: slugOf(title), title: title.trim(), text: part.slice(title.length).trim() };
  });
  return intro.trim() === '' ? sections : [{ id: page.slug, title: page.title, text: intro.trim() }, ...sections];
}

/** A title as a part of a URL: `Rate limits & quotas` is `rate-limits-quotas`. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
