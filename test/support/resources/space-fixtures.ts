import { contract } from '../../../src/resources/contract.ts';
import type { RestCalls } from '../sandbox/sandbox-calls.ts';

const { collections, organizations, sites, siteSpaces, spaces } = contract;

/** The first two organizations. The admin is an admin of both, the editor is a member of the first only. */
export async function twoOrganizations(api: RestCalls): Promise<{ home: string; abroad: string }> {
  const [first, second] = await api.items(organizations.list);
  return { home: first?.id ?? '', abroad: second?.id ?? '' };
}

/** A space of the organization that is on a site. */
export async function publishedSpace(api: RestCalls, organizationId: string): Promise<string> {
  const [site] = await api.items(sites.list, { path: { organizationId } });
  const [shown] = await api.items(siteSpaces.list, { path: { organizationId, siteId: site?.id ?? '' } });
  return shown?.space?.id ?? '';
}

/** A copy of such a space, without change requests and comments. */
export async function copiedSpace(api: RestCalls, organizationId: string): Promise<string> {
  const spaceId = await publishedSpace(api, organizationId);
  return (await api.call(spaces.duplicate, { path: { spaceId } })).id;
}

export async function newCollection(api: RestCalls, organizationId: string, parent?: string): Promise<string> {
  const body = { title: 'Made by a test', parent };
  return (await api.call(collections.create, { path: { organizationId }, body })).id;
}

/** Creates spaces in a collection: copies of a space that is on a site. */
export async function newSpaces(api: RestCalls, organizationId: string, parent: string, count: number) {
  const original = await publishedSpace(api, organizationId);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await api.call(spaces.duplicate, { path: { spaceId: original } });
    await api.call(spaces.move, { path: { spaceId: id }, body: { parent } });
    ids.push(id);
  }
  return ids;
}
