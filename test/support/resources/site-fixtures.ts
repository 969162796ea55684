import { contract } from '../../../src/resources/contract.ts';
import { globalIdOf } from '../execution/expectations.ts';
import type { RestCalls } from '../sandbox/sandbox-calls.ts';

const { collections, siteSections, siteSpaces, sites } = contract;

export interface NewSite {
  /** Its path in REST. */
  path: { organizationId: string; siteId: string };
  id: string;
  /** The global id of a record of the site. */
  idOf: (type: 'SiteSection' | 'SiteSectionGroup' | 'SiteSpace' | 'ShareLink', restId: string) => string;
}

/** REST ids of an organization's spaces. */
export async function spacesOf(rest: RestCalls, organizationId: string): Promise<string[]> {
  const all = await rest.items(collections.list, { path: { organizationId } });
  const inside = await Promise.all(all.map(({ id }) => rest.items(collections.spaces, { path: { collectionId: id } })));
  return inside.flat().map(({ id }) => id);
}

/** The REST path of the organization's site with this title. */
export async function pathOfSite(rest: RestCalls, organizationId: string, title: string) {
  const [site] = await rest.items(sites.list, { path: { organizationId }, query: { title } });
  return { organizationId, siteId: site?.id ?? '' };
}

/** Creates a site without sections, with the spaces at its root level. */
export async function newSite(rest: RestCalls, organizationId: string, spaces: string[] = []): Promise<NewSite> {
  const { id } = await rest.call(sites.create, {
    path: { organizationId },
    body: { title: 'Made by a test', spaces },
  });
  return {
    path: { organizationId, siteId: id },
    id: globalIdOf('Site', organizationId, id),
    idOf: (type, restId) => globalIdOf(type, organizationId, id, restId),
  };
}

/** Creates sections of a site, each with one space; resolves to their REST ids. */
export async function newSections(rest: RestCalls, { path }: NewSite, spaceId: string, count: number) {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    ids.push((await rest.call(siteSections.create, { path, body: { spaceId, title: `Section ${i}` } })).id);
  }
  return ids;
}

/** REST ids of a site's site spaces, in their order. */
export async function siteSpacesOn(rest: RestCalls, { path }: NewSite): Promise<string[]> {
  return (await rest.items(siteSpaces.list, { path })).map(({ id }) => id);
}
