import { organizations } from '../../../src/resources/organizations/contract.ts';
import { siteSpaces } from '../../../src/resources/site-spaces/contract.ts';
import { sites } from '../../../src/resources/sites/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { startWorld } from '../gateways/gateway.ts';
import { restCalls } from '../sandbox/sandbox-calls.ts';

export type SiteWorld = Awaited<ReturnType<typeof startSiteWorld>>;

/** Starts a gateway with its own sandbox; finds the first organization's site with groups and its site with share links. */
export async function startSiteWorld() {
  const world = await startWorld();
  const rest = restCalls(world.sandboxUrl);
  const [organization, second] = await rest.items(organizations.list);
  const organizationId = organization?.id ?? '';
  const all = await rest.items(sites.list, { path: { organizationId } });
  const inSite = (has: (site: Site) => boolean) => ({ organizationId, siteId: all.find(has)?.id ?? '' });
  const path = inSite(({ visibility }) => visibility === 'public');
  const sharedPath = inSite(({ visibility }) => visibility === 'share-link');
  const [first] = await rest.items(siteSpaces.list, { path });
  const inOrganization = (field: string) => `{ organization(id: "${organizationId}") { ${field} } }`;
  /** A document that selects a field of the first site. */
  const ofSite = (field: string, { siteId } = path) => inOrganization(`site(id: "${siteId}") { ${field} }`);
  const idOf = (type: string, restId: string) => globalIdOf(type, organizationId, path.siteId, restId);
  /** The second organization, which has a site that is not published. */
  const elsewhere = second?.id ?? '';
  return {
    world,
    rest,
    all,
    path,
    sharedPath,
    elsewhere,
    spaceId: first?.space?.id ?? '',
    inOrganization,
    ofSite,
    idOf,
  };
}
