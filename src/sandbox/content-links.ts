import type { ContentReference, LinkReference } from '../resources/links/contract.ts';
import { isActive } from './change-request-records.ts';
import type { Content } from './content-records.ts';
import type { OperationRequest } from './handlers.ts';
import { allPages, findPage } from './page-tree.ts';
import { revisionOf } from './revisions.ts';
import type { StoredPage } from './rows.ts';
import type { Store } from './store.ts';
import { appOrigin } from './urls.ts';

type LinkStatus = 'ok' | 'broken' | 'in-app';

/** All links from a set of pages to one target. */
interface Link {
  /** As written in the text: `/pages/<id>`, `/files/<id>`, `/spaces/<id>` or a URL. */
  target: string;
  status: LinkStatus;
  /** The pages that contain the link. */
  pages: StoredPage[];
}

const targetsByPage = new WeakMap<StoredPage, string[]>();

/** The distinct link targets of a page's text and cover. Pages are immutable, so the targets are computed once per page. */
function targetsOf(page: StoredPage): string[] {
  const cached = targetsByPage.get(page);
  if (cached !== undefined) return cached;
  const inText = [...page.markdown.matchAll(/\]\(([^)\s]{1,2048})\)/g)].map(([, target]) => target as string);
  const covers = [page.cover?.ref?.file, page.cover?.refDark?.file].flatMap((file) => (file ? `/files/${file}` : []));
  const targets = [...new Set([...covers, ...inText])];
  targetsByPage.set(page, targets);
  return targets;
}

/** The links of a content's pages, one for each target, in order of first appearance. */
function linksOf(store: Store, content: Content, pages: readonly StoredPage[]): Link[] {
  const links = new Map<string, Link>();
  for (const page of pages) {
    for (const target of targetsOf(page)) {
      const link = links.get(target);
      if (link === undefined) links.set(target, { target, status: statusOf(store, content, target), pages: [page] });
      else link.pages.push(page);
    }
  }
  return [...links.values()];
}

function statusOf(store: Store, { revision }: Content, target: string): LinkStatus {
  const [, kind, id = ''] = /^\/(pages|files|spaces)\/([^/#]+)/.exec(target) ?? [];
  if (kind === 'pages') return findPage(revision.pages, id) ? 'ok' : 'broken';
  if (kind === 'files') return revision.files.some((file) => file.id === id) ? 'ok' : 'broken';
  if (kind === 'spaces') return store.spaces.get(id)?.deletedAt === undefined && store.spaces.has(id) ? 'ok' : 'broken';
  return target.startsWith(appOrigin) ? 'in-app' : 'ok';
}

/**
 * Lists the links of a content's pages. `stats` counts all links, regardless of the status filter. `broken.changeRequest`
 * counts the broken links that the requested change request, or every active one, adds to the main content.
 */
export function linkListing(
  {
    store,
    query,
    paginate,
  }: Pick<OperationRequest, 'store' | 'paginate'> & { query: { status?: LinkStatus | undefined } },
  content: Content,
  pages: readonly StoredPage[],
) {
  const links = linksOf(store, content, pages);
  const broken = links.filter((link) => link.status === 'broken');
  const rows = links.filter((link) => query.status === undefined || link.status === query.status);
  return {
    ...paginate(rows, (link) => linkRecord(store, content, link)),
    stats: {
      total: links.length,
      broken: { total: broken.length, changeRequest: addedByChangeRequests(store, content, pages) },
    },
  };
}

function linkRecord(store: Store, content: Content, link: Link): LinkReference {
  return {
    status: link.status,
    relation: 'reference',
    targetReference: targetReference(store, content, link.target),
    locationReferences: link.pages.map((page) => pageReference(content, page.id)),
  };
}

function targetReference(store: Store, content: Content, target: string): ContentReference {
  const [, kind, id = ''] = /^\/(pages|files|spaces)\/([^/#]+)/.exec(target) ?? [];
  if (kind === 'pages') return pageReference(content, id);
  if (kind === 'files') return { ...localReference(content, 'file'), file: id };
  if (kind === 'spaces') return { kind: 'space', organization: store.spaces.get(id)?.organization, space: id };
  return { kind: 'url', url: target };
}

const pageReference = (content: Content, page: string): ContentReference => ({
  ...localReference(content, 'page'),
  page,
});

const localReference = ({ space, revision }: Content, kind: string): ContentReference => ({
  kind,
  organization: space.organization,
  space: space.id,
  versionContext: { type: 'revision', revision: revision.id },
});

/** References from the pages that link to a file or use it as their cover. */
export function fileBacklinks(content: Content, file: string): ContentReference[] {
  return allPages(content.revision.pages)
    .filter((page) => targetsOf(page).includes(`/files/${file}`))
    .map((page) => ({ ...pageReference(content, page.id), file }));
}

function addedByChangeRequests(store: Store, content: Content, pages: readonly StoredPage[]): number {
  const main: Content = { space: content.space, revision: revisionOf(store, content.space.revision) };
  const ids = new Set(pages.map(({ id }) => id));
  const brokenInMain = brokenTargets(store, main, ids);
  const contents = content.changeRequest ? [content] : activeContents(store, content);
  return contents
    .map((change) => [...brokenTargets(store, change, ids)].filter((target) => !brokenInMain.has(target)).length)
    .reduce((sum, count) => sum + count, 0);
}

function activeContents(store: Store, { space }: Content): Content[] {
  const active = store.changeRequests.by('space', space.id).filter(isActive);
  return active.map((changeRequest) => ({ space, changeRequest, revision: revisionOf(store, changeRequest.revision) }));
}

function brokenTargets(store: Store, content: Content, pages: ReadonlySet<string>): Set<string> {
  const selected = allPages(content.revision.pages).filter(({ id }) => pages.has(id));
  const broken = linksOf(store, content, selected).filter(({ status }) => status === 'broken');
  return new Set(broken.map(({ target }) => target));
}
