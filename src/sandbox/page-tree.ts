import type { RevisionRow, StoredPage } from './rows.ts';
import { uniquePath } from './site-structure.ts';

/** All pages of a tree, parents before their children. */
export function allPages(pages: readonly StoredPage[]): StoredPage[] {
  return pages.flatMap((page) => [page, ...allPages(page.pages)]);
}

export function findPage(pages: readonly StoredPage[], id: string): StoredPage | undefined {
  for (const page of pages) {
    const found = page.id === id ? page : findPage(page.pages, id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces pages of a tree. `replace` sets a page's own fields; unchanged subtrees keep their identity. */
export function replacePages(
  pages: readonly StoredPage[],
  replace: (page: StoredPage) => StoredPage,
): readonly StoredPage[] {
  const replaced = pages.map((page) => {
    const own = replace(page);
    const children = replacePages(page.pages, replace);
    return children === page.pages ? own : { ...own, pages: children };
  });
  return replaced.every((page, i) => page === pages[i]) ? pages : replaced;
}

/** A page's own fields, without its children, as a text to compare. */
function serializeOwnFields({ pages: _, ...own }: StoredPage): string {
  return JSON.stringify(own);
}

/** Whether two versions of a page differ in their own fields; a missing page differs from an existing one. */
export function differs(a: StoredPage | undefined, b: StoredPage | undefined): boolean {
  if (a === b) return false;
  return a === undefined || b === undefined || serializeOwnFields(a) !== serializeOwnFields(b);
}

/** The result of a merge, with the ids of the pages that both sides changed. */
export interface MergedContent {
  pages: readonly StoredPage[];
  files: RevisionRow['files'];
  conflicts: string[];
}

/**
 * A three-way merge, page by page: `base` is the common ancestor; `main` keeps its own changes and receives those of
 * `theirs`. If both changed the same page, `theirs` wins and the page is listed as a conflict. Pages that `theirs` added
 * go to the end of the top level; if `main` has another page at the path of one, it is a conflict, and the page gets a
 * free path. Files of both sides are kept.
 */
export function mergeContents(base: RevisionRow, main: RevisionRow, theirs: RevisionRow): MergedContent {
  const before = byId(base);
  const ours = byId(main);
  const changed = allPages(theirs.pages).filter((page) => differs(page, before.get(page.id)));
  const conflicts = changed.filter((page) => ours.has(page.id) && differs(ours.get(page.id), before.get(page.id)));
  const changes = new Map(changed.map((page) => [page.id, page]));
  const added = theirs.pages.filter((page) => !before.has(page.id) && !ours.has(page.id));
  const pages = replacePages(main.pages, (page) => {
    const change = changes.get(page.id);
    return change === undefined ? page : { ...change, pages: page.pages };
  });
  const placed = withFreePaths(pages, added);
  return {
    pages: [...pages, ...placed],
    files: [...main.files, ...theirs.files.filter((file) => !main.files.some(({ id }) => id === file.id))],
    conflicts: [
      ...conflicts.filter((page) => differs(page, ours.get(page.id))),
      ...added.filter((page, i) => page !== placed[i]),
    ].map((page) => page.id),
  };
}

/** The added top-level pages; those whose path is taken, with those below them, at a free path. */
function withFreePaths(pages: readonly StoredPage[], added: readonly StoredPage[]): StoredPage[] {
  const taken: { path: string }[] = [...pages];
  return added.map((page) => {
    const path = taken.some((other) => other.path === page.path) ? uniquePath(page.path, taken) : page.path;
    taken.push({ path });
    return path === page.path ? page : movedTo(page, path);
  });
}

function movedTo(page: StoredPage, path: string): StoredPage {
  const pages = page.pages.map((child) => movedTo(child, path + child.path.slice(page.path.length)));
  return { ...page, path, slug: path.split('/').at(-1) ?? path, pages };
}

function byId(revision: RevisionRow): Map<string, StoredPage> {
  return new Map(allPages(revision.pages).map((page) => [page.id, page]));
}
