import { setImmediate } from 'node:timers/promises';
import type { SearchPage } from '../resources/shared/contract.ts';
import { contains } from './filters.ts';
import type { PageSection } from './plain-text.ts';
import type { SpaceRow } from './rows.ts';
import { type IndexedPage, searchIndexesOf } from './search-index.ts';
import { rankBy, type TextMatch } from './search-ranking.ts';
import { queryTerms, stemOf, wordsOf } from './search-words.ts';
import type { Store } from './store.ts';
import { appUrl } from './urls.ts';

export interface PageMatch extends IndexedPage {
  match: TextMatch;
}

/** A space that a search found: matching pages, or a matching title. */
export interface SpaceMatch {
  space: SpaceRow;
  matches: readonly PageMatch[];
}

/** Searches a space's main content. The best page comes first. A query without words has no results. */
export function searchSpace(store: Store, space: SpaceRow, query: string): PageMatch[] {
  return matchesIn(searchIndexesOf(store).pagesOf(space), rankBy(queryTerms(query)));
}

/** Longest time for which a search holds up other requests, in milliseconds. */
const turnMs = 10;

/** Pages that are read before anybody searches them. */
const maxPreparedPages = 30_000;

/** Reads the texts of spaces in the background, so that the first search need not. */
export async function prepareSearch(store: Store, signal: AbortSignal): Promise<void> {
  const indexes = searchIndexesOf(store);
  const spaces = store.organizations.all().flatMap(({ id }) => store.spaces.by('organization', id));
  const turn = new Turn();
  for (const space of spaces) {
    if (signal.aborted || indexes.size.pages >= maxPreparedPages) return;
    indexes.pagesOf(space);
    await turn.next();
  }
}

/** Work between which others have their turn. */
class Turn {
  #startedAt = performance.now();

  /** Waits where this turn has lasted long enough. */
  async next(): Promise<void> {
    if (performance.now() - this.#startedAt < turnMs) return;
    await setImmediate();
    this.#startedAt = performance.now();
  }
}

/** Searches several spaces. The space with the best page comes first; those with only a matching title come last. */
export async function searchSpaces(store: Store, spaces: readonly SpaceRow[], query: string): Promise<SpaceMatch[]> {
  const indexes = searchIndexesOf(store);
  const rank = rankBy(queryTerms(query));
  const found: SpaceMatch[] = [];
  const turn = new Turn();
  for (const space of spaces) {
    const matches = matchesIn(indexes.pagesOf(space), rank);
    if (matches.length > 0 || hasTitle(space, query)) found.push({ space, matches });
    await turn.next();
  }
  const score = ({ matches }: SpaceMatch) => matches[0]?.match.score ?? 0;
  return found.sort((a, b) => score(b) - score(a));
}

function matchesIn(pages: readonly IndexedPage[], rank: ReturnType<typeof rankBy>): PageMatch[] {
  const found: PageMatch[] = [];
  for (const { page, text } of pages) {
    const match = rank(text);
    if (match !== undefined) found.push({ page, text, match });
  }
  return found.sort((a, b) => b.match.score - a.match.score);
}

const hasTitle = (space: SpaceRow, query: string) => query.trim() !== '' && contains(space.title, query.trim());

/** The record of a page that was found, with the sections that match, the best first. */
export function searchPage(space: SpaceRow, { page, text, match }: PageMatch): SearchPage {
  const { id, title, path } = page;
  const pageUrl = appUrl('o', space.organization, 's', space.id, ...path.split('/'));
  return {
    id,
    title,
    path,
    sections: matchingSections(text.sections, match).map((section) => ({
      id: section.id,
      title: section.title,
      path: `${path}#${section.id}`,
      body: excerpt(section.text, match.stems),
      urls: { app: `${pageUrl}#${section.id}` },
    })),
    urls: { app: pageUrl },
  };
}

/** The sections with the most different matches come first. */
function matchingSections(sections: readonly PageSection[], { stems }: TextMatch): PageSection[] {
  const count = ({ title, text }: PageSection) =>
    new Set(
      wordsOf(`${title} ${text}`)
        .map(stemOf)
        .filter((stem) => stems.has(stem)),
    ).size;
  return sections
    .map((section) => ({ section, matches: count(section) }))
    .filter(({ matches }) => matches > 0)
    .sort((a, b) => b.matches - a.matches)
    .map(({ section }) => section);
}

const excerptLength = 200;

/** At most 200 characters around the first match, cut between words. An ellipsis marks a cut. */
function excerpt(text: string, stems: ReadonlySet<string>): string {
  const from = Math.max(0, firstMatch(text, stems) - excerptLength / 3);
  const start = from === 0 ? 0 : Math.max(0, text.indexOf(' ', from) + 1);
  // Leaves room for both ellipses.
  const limit = start + excerptLength - 4;
  const end = limit >= text.length ? text.length : Math.max(start, text.lastIndexOf(' ', limit));
  const cut = text.slice(start, end > start ? end : limit).trim();
  return `${start > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`;
}

function firstMatch(text: string, stems: ReadonlySet<string>): number {
  for (const match of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) if (stems.has(stemOf(match[0]))) return match.index;
  return 0;
}
