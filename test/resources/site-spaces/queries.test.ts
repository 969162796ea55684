import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareLinks } from '../../../src/resources/share-links/contract.ts';
import type { SiteSpace } from '../../../src/resources/site-spaces/contract.ts';
import { siteSpaces } from '../../../src/resources/site-spaces/contract.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { testListedRecords } from '../../support/resources/listed-records.ts';
import { expectList, expectOneError } from '../../support/resources/reads.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type SiteWorld, startSiteWorld } from '../../support/resources/site-world.ts';

let on: SiteWorld;
let all: SiteSpace[];

beforeAll(async () => {
  on = await startSiteWorld();
  for (let i = 1; i <= 14; i++) {
    const { id: siteSpaceId } = await on.rest.call(siteSpaces.create, { path: on.path, body: { spaceId: on.spaceId } });
    if (i > 1) continue;
    const body = { condition: 'visitor.claims.isCustomer == true' };
    await on.rest.call(siteSpaces.update, { path: { ...on.path, siteSpaceId }, body });
  }
  all = await on.rest.items(siteSpaces.list, { path: on.path });
});

afterAll(() => on.world.close());

function expected({ object: _, id, default: isDefault, section, space, ...same }: SiteSpace) {
  return present({
    ...same,
    id: on.idOf('SiteSpace', id),
    restId: id,
    site: { restId: on.path.siteId },
    isDefault,
    section: section && { restId: section },
    space: space && { restId: space.id },
  });
}

describe("a site's spaces", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const document = on.ofSite(`siteSpaces(first: 100) { nodes ${everyField('SiteSpace')} }`);
    const { data, calls, errors } = await on.world.execute(document);
    expect(errors).toBeUndefined();
    expect(all.filter(({ condition }) => condition !== undefined)).toHaveLength(2);
    expect(data.organization.site.siteSpaces.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['siteSpaces.list']);
  });

  it('come in pages', () =>
    expectConnection(on.world, {
      document: (window, inner) => on.ofSite(`siteSpaces(${window}) ${inner}`),
      at: ['organization', 'site', 'siteSpaces'],
      node: '{ restId path }',
      endpoint: siteSpaces.list,
      nodes: all.map(({ id: restId, path }) => ({ restId, path })),
      size: 6,
    }));

  it.each([true, false])('are the defaults alone, or the others, with { default: %s }', async (isDefault) => {
    const wanted = await on.rest.items(siteSpaces.list, { path: on.path, query: { default: isDefault } });
    expect(wanted.length).toBeGreaterThan(0);
    await expectList(on.world, {
      document: on.ofSite(`siteSpaces(isDefault: ${isDefault}) { nodes { restId } }`),
      at: ['organization', 'site', 'siteSpaces'],
      endpoint: siteSpaces.list,
      query: { default: String(isDefault) },
      restIds: wanted.map(({ id }) => id),
    });
  });

  it('have their URLs, and those of their spaces, resolved by the key of a share link', async () => {
    const [link] = await on.rest.items(shareLinks.list, { path: on.sharedPath });
    const shareKey = link?.urls?.published?.split('/').at(-1) ?? '';
    const query = { shareKey, default: true };
    const wanted = await on.rest.items(siteSpaces.list, { path: on.sharedPath, query });
    await expectList(on.world, {
      document: on.ofSite(`siteSpaces(shareKey: "${shareKey}", isDefault: true) { nodes { restId } }`, on.sharedPath),
      at: ['organization', 'site', 'siteSpaces'],
      endpoint: siteSpaces.list,
      query: { shareKey, default: 'true' },
      restIds: wanted.map(({ id }) => id),
    });
    const { data, calls } = await on.world.execute(
      on.ofSite(
        `siteSpaces(shareKey: "${shareKey}", isDefault: true) { nodes { urls { published } space { urls { published } } } }`,
        on.sharedPath,
      ),
    );
    expect(data.organization.site.siteSpaces.nodes).toEqual(
      wanted.map(({ urls, space }) => ({ urls, space: { urls: { published: space?.urls?.published } } })),
    );
    expect(data.organization.site.siteSpaces.nodes[0].urls.published).toContain(shareKey);
    expect(operationsOf(calls)).toEqual(['siteSpaces.list']);
  });

  it('are refused as REST refuses them', async () => {
    await expectOneError(on.world, on.ofSite('siteSpaces(shareKey: "guess") { totalCount }', on.sharedPath), {
      at: ['organization', 'site', 'siteSpaces'],
      code: 'FORBIDDEN',
    });
    await expectOneError(on.world, on.ofSite('siteSpaces { totalCount }', on.sharedPath), {
      at: ['organization', 'site'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    });
  });
});

describe('a site space', () => {
  testListedRecords('SiteSpace', 'siteSpace', siteSpaces.list, () => ({
    gateway: on.world,
    ...on.path,
    restIds: all.map(({ id }) => id),
  }));

  it('holds its whole space, which is not fetched again', async () => {
    const { data, calls, errors } = await on.world.execute(
      on.ofSite('siteSpaces(first: 100) { nodes { space { id title visibility createdAt organization { restId } } } }'),
    );
    expect(errors).toBeUndefined();
    const [first] = data.organization.site.siteSpaces.nodes;
    const record = await on.rest.call(spaces.get, { path: { spaceId: all[0]?.space?.id ?? '' } });
    expect(first.space).toEqual({
      id: globalIdOf('Space', record.id),
      title: record.title,
      visibility: 'PUBLIC',
      createdAt: record.createdAt,
      organization: { restId: on.path.organizationId },
    });
    expect(data.organization.site.siteSpaces.nodes).toHaveLength(all.length);
    expect(operationsOf(calls)).toEqual(['siteSpaces.list']);
  });

  it('names its section without a call; the sections of many site spaces take one', async () => {
    const bare = await on.world.execute(on.ofSite('siteSpaces { nodes { section { restId site { restId } } } }'));
    expect(operationsOf(bare.calls)).toEqual(['siteSpaces.list']);
    const { data, calls } = await on.world.execute(on.ofSite('siteSpaces { nodes { section { restId title } } }'));
    const titles = new Set(
      data.organization.site.siteSpaces.nodes.map(({ section }: { section: { title: string } }) => section.title),
    );
    expect(titles).toEqual(new Set(['Dispatch', 'Beacon', 'API Reference', 'Partner APIs']));
    expect(operationsOf(calls)).toEqual(['siteSections.list', 'siteSpaces.list']);
  });

  it('has no section at the root of a site without sections', async () => {
    const { data, calls, errors } = await on.world.execute(
      '{ organizations { nodes { sites(title: "Lab Manual") { nodes { siteSpaces { nodes { path section { title } } } } } } } }',
    );
    expect(errors).toBeUndefined();
    const found = data.organizations.nodes.flatMap(({ sites }: { sites: { nodes: unknown[] } }) => sites.nodes);
    expect(found).toEqual([
      {
        siteSpaces: {
          nodes: [
            { path: 'laboratory-protocols', section: null },
            { path: 'team-handbook', section: null },
          ],
        },
      },
    ]);
    expect(operationsOf(calls)).not.toContain('siteSections.list');
  });
});
