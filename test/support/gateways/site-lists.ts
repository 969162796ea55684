import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import { json } from '../upstreams/fault-upstream.ts';
import { pagesOf } from '../upstreams/pages.ts';
import type { StubbedGateway } from './stubbed-gateway.ts';

/** What tests of records in lists do with a gateway and its service. */
export function siteLists(world: StubbedGateway) {
  return {
    /** Sites of an organization, by their list and each by its own path. */
    serveSites(organizationId: string, ids: readonly string[], pageSize?: number): void {
      const sites = ids.map((id) => ({ id, title: `Site ${id}` }));
      world.replies[`/v1/orgs/${organizationId}/sites`] = pagesOf(sites, pageSize);
      for (const site of sites) world.replies[`/v1/orgs/${organizationId}/sites/${site.id}`] = json(site);
    },

    /** Reads the titles of sites and sections by their global ids. */
    readNodes(ids: readonly string[]) {
      const titles = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Site { title } ... on SiteSection { title } } }';
      return world.gateway.execute(titles, { variables: { ids } });
    },

    /** The URLs of the calls that have arrived at the service, sorted. */
    arrived: () => world.upstream.arrived.map(({ url }) => url).sort(),
  };
}

/** What was called, with a mark where a list stands for look-ups. */
export function told(calls: readonly CallRecord[]): string[] {
  return calls.map(({ path, batched }) => `${path}${batched ? ' (batched)' : ''}`);
}
