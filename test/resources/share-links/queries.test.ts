import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShareLink } from '../../../src/resources/share-links/contract.ts';
import { shareLinks } from '../../../src/resources/share-links/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { testListedRecords } from '../../support/resources/listed-records.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type SiteWorld, startSiteWorld } from '../../support/resources/site-world.ts';

let on: SiteWorld;
let all: ShareLink[];

beforeAll(async () => {
  on = await startSiteWorld();
  for (let i = 1; i <= 18; i++) {
    await on.rest.call(shareLinks.create, { path: on.sharedPath, body: { name: `Customer ${i}` } });
  }
  all = await on.rest.items(shareLinks.list, { path: on.sharedPath });
});

afterAll(() => on.world.close());

function expected({ object: _, id, active, ...same }: ShareLink) {
  const { organizationId, siteId } = on.sharedPath;
  return present({
    ...same,
    id: globalIdOf('ShareLink', organizationId, siteId, id),
    restId: id,
    site: { restId: siteId },
    isActive: active,
  });
}

const ofSite = (field: string) => on.ofSite(field, on.sharedPath);

describe("a site's share links", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const document = ofSite(`shareLinks(first: 100) { nodes ${everyField('ShareLink')} }`);
    const { data, calls, errors } = await on.world.execute(document);
    expect(errors).toBeUndefined();
    expect(new Set(all.map(({ active }) => active))).toEqual(new Set([true, false]));
    expect(data.organization.site.shareLinks.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['shareLinks.list']);
  });

  it('come in pages', () =>
    expectConnection(on.world, {
      document: (window, inner) => ofSite(`shareLinks(${window}) ${inner}`),
      at: ['organization', 'site', 'shareLinks'],
      node: '{ restId name isActive }',
      endpoint: shareLinks.list,
      nodes: all.map(({ id: restId, name, active: isActive }) => ({ restId, name, isActive })),
      size: 5,
    }));

  it('are none on a site that has none', async () => {
    const { data, errors } = await on.world.execute(on.ofSite('shareLinks { totalCount nodes { name } }'));
    expect(errors).toBeUndefined();
    expect(data.organization.site.shareLinks).toEqual({ totalCount: 0, nodes: [] });
  });

  it('are for those who may change the site: everything else of it stands for others', async () => {
    const { data, errors, calls } = await on.world.execute(ofSite('title visibility shareLinks { nodes { name } }'), {
      token: sandboxTokens.editor,
    });
    expect(data.organization.site).toEqual({
      title: 'Ledger Early Access',
      visibility: 'SHARE_LINK',
      shareLinks: null,
    });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'site', 'shareLinks'],
      extensions: { code: 'FORBIDDEN', rest: { operation: 'shareLinks.list', status: 403 } },
    });
    expect(operationsOf(calls)).toEqual(['shareLinks.list', 'sites.get']);
  });
});

describe('a share link', () => {
  testListedRecords('ShareLink', 'shareLink', shareLinks.list, () => ({
    gateway: on.world,
    ...on.sharedPath,
    restIds: all.map(({ id }) => id),
  }));

  it('leads to its site, which is fetched once for all links, and only for more than its id', async () => {
    const { data, calls } = await on.world.execute(ofSite('shareLinks { nodes { site { visibility } } }'));
    const { nodes } = data.organization.site.shareLinks;
    expect(nodes).toEqual(all.map(() => ({ site: { visibility: 'SHARE_LINK' } })));
    expect(operationsOf(calls)).toEqual(['shareLinks.list', 'sites.get']);
  });
});
