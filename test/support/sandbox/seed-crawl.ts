import type {
  Endpoint,
  ItemOf,
  ListEndpoint,
  PathOf,
  QueryOf,
  ResultOf,
} from '../../../src/engine/contract/endpoint.ts';
import type { Page } from '../../../src/resources/contents/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import type { RestCalls } from './sandbox-calls.ts';

/** A GET that was made, with its result. */
export interface CrawledCall {
  endpoint: Endpoint;
  path: Record<string, string>;
  query: Record<string, unknown>;
  result: unknown;
}

const { organizations, members, teams, teamMembers, samlProviders, openapiSpecs, translations, collections } = contract;
const { sites, siteSections, sectionGroups, siteSpaces, shareLinks, spaces, spaceContents, spaceComments } = contract;
const { changeRequests, changeRequestContents, changeRequestComments } = contract;

export const statuses = ['draft', 'open', 'merged', 'archived'] as const;

/** The titles of the spaces whose discussions are read in full: two of them have long lists. */
const discussed = ['Dispatch Guides', 'Network Runbooks', 'Security Policies', 'Ghent Depot Manual'];

/** The titles of the spaces with many links and files. */
const linked = ['Yard Error Codes', 'Yard Release Notes'];

const flatten = (pages: readonly Page[]): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages ?? [])]);

/**
 * Reads an organization: all of its lists, the contents of all of its spaces, and the discussions of some.
 * Lists are read in pages of 1000, so only their length, and not the number of calls, depends on the scale.
 */
export async function crawlOrganization(
  api: RestCalls,
  organizationId: string,
  token?: string,
): Promise<CrawledCall[]> {
  const calls: CrawledCall[] = [];
  async function call<O extends Endpoint>(endpoint: O, path: PathOf<O>, query = {}): Promise<ResultOf<O>> {
    const result = await api.call(endpoint, { path, query: query as QueryOf<O> }, token);
    calls.push({ endpoint, path: path as Record<string, string>, query, result });
    return result;
  }
  async function items<O extends Endpoint & ListEndpoint>(endpoint: O, path: PathOf<O>, query = {}) {
    const result = (await call(endpoint, path, { limit: 1000, ...query })) as { items: ItemOf<O>[] };
    // A second page exists only with a smaller limit.
    if (result.items.length > 25) await call(endpoint, path, { limit: 25, ...query });
    return result.items;
  }
  const path = { organizationId };
  await call(organizations.get, path);
  await items(organizations.search, path, { query: 'the' });
  const all = await items(members.list, path);
  const admin = all.find(({ role }) => role === 'admin')?.id ?? '';
  await items(members.teams, { ...path, userId: admin });
  const accessible = await items(members.spaces, { ...path, userId: admin });
  for (const { id } of await items(teams.list, path)) await items(teamMembers.list, { ...path, teamId: id });
  await items(samlProviders.list, path);
  await call(samlProviders.loginInfos, path);
  await items(translations.list, path);
  for (const { slug } of (await items(openapiSpecs.list, path)).slice(0, 12)) {
    await items(openapiSpecs.versions, { ...path, specSlug: slug });
  }
  for (const { id } of await items(collections.list, path)) await items(collections.spaces, { collectionId: id });
  for (const { id: siteId, published, visibility } of await items(sites.list, path)) {
    const at = { ...path, siteId };
    await items(siteSections.list, at);
    await items(sectionGroups.list, at);
    await items(siteSpaces.list, at);
    await items(shareLinks.list, at);
    await call(sites.adaptiveSchema, at);
    await call(sites.templateConditions, at);
    if (published && visibility !== 'share-link') await call(sites.published, at);
  }
  for (const { space } of accessible) await crawlSpace(space?.id ?? '', space?.title ?? '');
  return calls;

  async function crawlSpace(spaceId: string, title: string): Promise<void> {
    const { pages = [], files = [] } = await call(spaceContents.get, { spaceId });
    if (title === 'People Handbook') await crawlDeletedSpaces(spaceId);
    if (!discussed.includes(title) && !linked.includes(title)) return;
    await call(spaceContents.get, { spaceId }, { metadata: false, computed: false });
    await items(spaces.links, { spaceId });
    await items(spaces.search, { spaceId }, { query: 'the' });
    await items(spaceContents.files, { spaceId });
    for (const { id } of files.slice(0, 2)) await items(spaceContents.fileBacklinks, { spaceId, fileId: id });
    for (const { id } of flatten(pages).slice(0, 4)) await items(spaceContents.pageLinks, { spaceId, pageId: id });
    if (!discussed.includes(title)) return;
    await items(spaceComments.list, { spaceId });
    for (const status of statuses) {
      const found = await items(changeRequests.list, { spaceId }, { status });
      for (const { id } of [...found.slice(0, 16), ...found.slice(-2)]) await crawlChangeRequest(spaceId, id);
    }
  }

  /** Only links lead to deleted spaces. */
  async function crawlDeletedSpaces(spaceId: string): Promise<void> {
    const links = await items(spaces.links, { spaceId }, { status: 'broken' });
    for (const { targetReference } of links) {
      if (targetReference?.space !== spaceId && targetReference?.kind === 'space') {
        await call(spaces.get, { spaceId: targetReference.space ?? '' });
      }
    }
  }

  async function crawlChangeRequest(spaceId: string, changeRequestId: string): Promise<void> {
    const at = { spaceId, changeRequestId };
    await call(changeRequestContents.get, at);
    for (const { id, replies = 0 } of (await items(changeRequestComments.list, at)).slice(0, 40)) {
      if (replies > 0) await items(changeRequestComments.replies, { ...at, commentId: id });
    }
  }
}
