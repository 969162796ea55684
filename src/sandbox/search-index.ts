import { latestSpecVersion, pageText } from './content-records.ts';
import { type PageText, readText, textKey } from './page-text.ts';
import { allPages } from './page-tree.ts';
import { revisionOf } from './revisions.ts';
import type { SpaceRow, StoredPage } from './rows.ts';
import type { Store } from './store.ts';

export interface IndexedPage {
  page: StoredPage;
  text: PageText;
}

interface SpaceIndex {
  revision: string;
  /** The latest versions of the specifications that pages are computed from, by slug. */
  versions: ReadonlyMap<string, string | undefined>;
  pages: readonly IndexedPage[];
}

/** What the indexes of a store hold at most: pages, and characters of different texts. */
export interface IndexLimits {
  pages: number;
  characters: number;
}

const defaultLimits: IndexLimits = { pages: 200_000, characters: 16_000_000 };

const indexesByStore = new WeakMap<Store, SearchIndexes>();

/** The indexes of a store, which are kept as long as it is. */
export function searchIndexesOf(store: Store): SearchIndexes {
  const indexes = indexesByStore.get(store) ?? new SearchIndexes(store);
  indexesByStore.set(store, indexes);
  return indexes;
}

/**
 * The texts of the main content of spaces. A space is read when it is first searched, and again after its content has
 * changed. Equal texts are kept once. Beyond the limits, a further space is not kept: searches read all spaces in the same
 * order, so that dropping the least recently used one would drop each of them before it is read again.
 */
export class SearchIndexes {
  readonly #store: Store;
  readonly #limits: IndexLimits;
  readonly #spaces = new Map<string, SpaceIndex>();
  readonly #texts = new Map<string, { text: PageText; uses: number }>();
  #pages = 0;
  #characters = 0;

  constructor(store: Store, limits: IndexLimits = defaultLimits) {
    this.#store = store;
    this.#limits = limits;
  }

  /** The pages of a space's main content, as they are now. */
  pagesOf(space: SpaceRow): readonly IndexedPage[] {
    const known = this.#spaces.get(space.id);
    if (known !== undefined && this.#isCurrent(known, space)) return known.pages;
    this.#drop(space.id);
    const index = this.#read(space);
    this.#spaces.set(space.id, index);
    this.#pages += index.pages.length;
    if (this.#isFull()) this.#drop(space.id);
    return index.pages;
  }

  /** What the indexes hold now. */
  get size(): IndexLimits {
    return { pages: this.#pages, characters: this.#characters };
  }

  #isFull(): boolean {
    return this.#pages > this.#limits.pages || this.#characters > this.#limits.characters;
  }

  #isCurrent({ revision, versions }: SpaceIndex, space: SpaceRow): boolean {
    if (revision !== space.revision) return false;
    return [...versions].every(([slug, version]) => latestSpecVersion(this.#store, space, slug)?.id === version);
  }

  #read(space: SpaceRow): SpaceIndex {
    const revision = revisionOf(this.#store, space.revision);
    const pages = allPages(revision.pages);
    const texts = pages.map((page): IndexedPage => {
      const markdown = pageText(this.#store, { space, revision }, page, { evaluated: true }) ?? '';
      return { page, text: this.#textOf(page, markdown) };
    });
    const slugs = new Set(pages.flatMap((page) => page.computed?.dependencies?.spec?.ref?.spec ?? []));
    const versions = new Map([...slugs].map((slug) => [slug, latestSpecVersion(this.#store, space, slug)?.id]));
    return { revision: space.revision, versions, pages: texts };
  }

  #textOf(page: StoredPage, markdown: string): PageText {
    const key = textKey(page, markdown);
    const known = this.#texts.get(key);
    if (known !== undefined) {
      known.uses++;
      return known.text;
    }
    const text = readText(key, page, markdown);
    this.#texts.set(key, { text, uses: 1 });
    this.#characters += key.length;
    return text;
  }

  #drop(id: string): void {
    const index = this.#spaces.get(id);
    if (index === undefined) return;
    this.#spaces.delete(id);
    this.#pages -= index.pages.length;
    for (const { text } of index.pages) this.#release(text);
  }

  #release({ key }: PageText): void {
    const entry = this.#texts.get(key);
    if (entry === undefined || --entry.uses > 0) return;
    this.#texts.delete(key);
    this.#characters -= key.length;
  }
}
