import type { ResultOf } from '../../engine/contract/endpoint.ts';
import { Reference } from '../../engine/data/reference.ts';
import { contractBroken } from '../../engine/engine.ts';
import { objectsIn } from '../../engine/fields/contract-checks.ts';
import type { Page } from './contract.ts';
import { PageEntity } from './entities.ts';
import { type Computed, type ContentOperations, contentsOf, inForm, maxPageDepth, ownerOf, tooDeep } from './fields.ts';

type PageTree = ResultOf<ContentOperations['pages']>;

/** The page above each page of a tree, by the ids of pages; undefined above top-level pages. */
type Parents = ReadonlyMap<string, Page | undefined>;

/** Responses are shared by all fields that read the same tree. */
const parentsByTree = new WeakMap<PageTree, Parents>();

/**
 * The pages that contain a page in the tree of its content, from the top level down. Throws UPSTREAM_CONTRACT for a tree
 * that does not contain the page, or is too deep.
 */
export function pagesAbove(
  page: Reference<typeof PageEntity>,
  tree: PageTree,
  form: Computed,
): Reference<typeof PageEntity>[] {
  const { key } = page;
  const source = contentsOf(key).pages;
  const parents = parentsIn(tree, source);
  if (!parents.has(key.pageId)) throw contractBroken(source, 'pages', 'does not contain the page');
  const content = ownerOf(key).key;
  const above: Reference<typeof PageEntity>[] = [];
  for (let parent = parents.get(key.pageId); parent !== undefined; parent = parents.get(parent.id)) {
    above.unshift(inForm(Reference.of(PageEntity, content, parent, source), form));
  }
  return above;
}

function parentsIn(tree: PageTree, source: ContentOperations['pages']): Parents {
  const known = parentsByTree.get(tree);
  if (known !== undefined) return known;
  const parents = new Map<string, Page | undefined>();
  addPages(tree.pages, undefined, 0, parents, source);
  parentsByTree.set(tree, parents);
  return parents;
}

function addPages(
  pages: readonly Page[] | undefined,
  parent: Page | undefined,
  depth: number,
  parents: Map<string, Page | undefined>,
  source: ContentOperations['pages'],
): void {
  if (depth > maxPageDepth) throw tooDeep(source);
  for (const page of objectsIn(pages, source, 'pages') ?? []) {
    // The first of several pages with one id counts: no page is then above itself.
    if (parents.has(page.id)) continue;
    parents.set(page.id, parent);
    addPages(page.pages, page, depth + 1, parents, source);
  }
}
