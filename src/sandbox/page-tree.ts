import type { RevisionRow, StoredPage } from './records.ts';

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

/** The tree with some of its pages' own fields replaced; subtrees without a change stay the same objects. */
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

/** What a revision says of a page apart from its children: equal texts mean the same page. */
function ownState({ pages: _, ...own }: StoredPage): string {
  return JSON.stringify(own);
}

/** Whether two states of a page differ in its own fields; a missing page differs from any other. */
export function differs(a: StoredPage | undefined, b: StoredPage | undefined): boolean {
  if (a === b) return false;
  return a === undefined || b === undefined || ownState(a) !== ownState(b);
}

/** What merging two contents gives, and the ids of the pages that both sides changed. */
export interface MergedContent {
  pages: readonly StoredPage[];
  files: RevisionRow['files'];
  conflicts: string[];
}

/**
 * A three-way merge, page by page: `base` is what both sides began with, `main` keeps its own changes and gets those of
 * `theirs`. Where both changed the same page, `theirs` wins and the page is listed as a conflict. Pages that `theirs`
 * added go to the end of the top level; files are joined.
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
  return {
    pages: [...pages, ...added],
    files: [...main.files, ...theirs.files.filter((file) => !main.files.some(({ id }) => id === file.id))],
    conflicts: conflicts.filter((page) => differs(page, ours.get(page.id))).map((page) => page.id),
  };
}

function byId(revision: RevisionRow): Map<string, StoredPage> {
  return new Map(allPages(revision.pages).map((page) => [page.id, page]));
}
