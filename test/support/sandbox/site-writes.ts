import type { BodyOf } from '../../../src/engine/contract/endpoint.ts';
import { contract } from '../../../src/resources/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { startSandboxCalls } from './sandbox-calls.ts';

const { collections, organizations, siteSections, siteSpaces, sites } = contract;

/** Starts a sandbox, and gives what writes and reads sites of its editor's organization. */
export async function startSiteWrites() {
  const api = await startSandboxCalls();
  const organizationId = (await api.items(organizations.list, {}, sandboxTokens.editor))[0]?.id ?? '';
  const all = await api.items(collections.list, { path: { organizationId } });
  const inside = await Promise.all(all.map(({ id }) => api.items(collections.spaces, { path: { collectionId: id } })));
  /** Ids of the organization's spaces that are not deleted. */
  const spaceIds = inside.flat().map(({ id }) => id);
  const at = (site: { id: string }) => ({ organizationId, siteId: site.id });
  return {
    api,
    organizationId,
    at,
    spaceAt: (index: number) => spaceIds[index] ?? '',
    createSite: (body: BodyOf<typeof sites.create> = {}) =>
      api.call(sites.create, { path: { organizationId }, body: { title: 'Field notes', ...body } }),
    getSite: (site: Site) => api.call(sites.get, { path: at(site) }),
    updateSite: (site: Site, body: BodyOf<typeof sites.update>) => api.call(sites.update, { path: at(site), body }),
    sectionsOf: (site: Site) => api.items(siteSections.list, { path: at(site) }),
    siteSpacesOf: (site: Site) => api.items(siteSpaces.list, { path: at(site) }),
  };
}

/** The ids of the default rows. */
export const defaults = (records: { id: string; default?: boolean | undefined }[]) =>
  records.filter((record) => record.default).map(({ id }) => id);

export const ids = (records: { id: string }[]) => records.map(({ id }) => id);
