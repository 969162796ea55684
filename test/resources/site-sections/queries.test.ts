import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareLinks } from '../../../src/resources/share-links/contract.ts';
import type { SiteSection } from '../../../src/resources/site-sections/contract.ts';
import { siteSections } from '../../../src/resources/site-sections/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { present } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { testListedRecords } from '../../support/resources/listed-records.ts';
import { expectList, expectOneError } from '../../support/resources/reads.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type SiteWorld, startSiteWorld } from '../../support/resources/site-world.ts';

let on: SiteWorld;
let all: SiteSection[];

beforeAll(async () => {
  on = await startSiteWorld();
  for (let i = 1; i <= 18; i++) {
    const body = { spaceId: on.spaceId, title: `Chapter ${i}`, icon: i % 2 === 0 ? 'book' : null };
    await on.rest.call(siteSections.create, { path: on.path, body });
  }
  all = await on.rest.items(siteSections.list, { path: on.path });
});

afterAll(() => on.world.close());

function expected({ object: _, id, default: isDefault, sectionGroup, siteSpaces: __, ...same }: SiteSection) {
  return present({
    ...same,
    id: on.idOf('SiteSection', id),
    restId: id,
    site: { restId: on.path.siteId },
    isDefault,
    sectionGroup: sectionGroup && { restId: sectionGroup },
  });
}

describe("a site's sections", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const document = on.ofSite(`sections(first: 100) { nodes ${everyField('SiteSection')} }`);
    const { data, calls, errors } = await on.world.execute(document);
    expect(errors).toBeUndefined();
    expect(all.some(({ condition }) => condition !== undefined)).toBe(true);
    expect(data.organization.site.sections.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['siteSections.list']);
  });

  it('come in pages', () =>
    expectConnection(on.world, {
      document: (window, inner) => on.ofSite(`sections(${window}) ${inner}`),
      at: ['organization', 'site', 'sections'],
      node: '{ restId title }',
      endpoint: siteSections.list,
      nodes: all.map(({ id: restId, title }) => ({ restId, title })),
      size: 8,
    }));

  it('have their URLs resolved by the key of a share link', async () => {
    const [link] = await on.rest.items(shareLinks.list, { path: on.sharedPath });
    const shareKey = link?.urls?.published?.split('/').at(-1) ?? '';
    const wanted = await on.rest.items(siteSections.list, { path: on.sharedPath, query: { shareKey } });
    await expectList(on.world, {
      document: on.ofSite(`sections(shareKey: "${shareKey}") { nodes { restId } }`, on.sharedPath),
      at: ['organization', 'site', 'sections'],
      endpoint: siteSections.list,
      query: { shareKey },
      restIds: wanted.map(({ id }) => id),
    });
    const { data } = await on.world.execute(
      on.ofSite(
        `with: sections(shareKey: "${shareKey}") { nodes { urls { published } siteSpaces { nodes { urls { published } } } } }
         without: sections { nodes { urls { published } } }`,
        on.sharedPath,
      ),
    );
    expect(data.organization.site.with.nodes).toEqual(
      wanted.map(({ urls, siteSpaces = [] }) => ({
        urls,
        siteSpaces: { nodes: siteSpaces.map((one) => ({ urls: one.urls })) },
      })),
    );
    expect(data.organization.site.without.nodes).toEqual(wanted.map(() => ({ urls: null })));
  });

  it('are refused as REST refuses them', async () => {
    await expectOneError(on.world, on.ofSite('title sections(shareKey: "guess") { totalCount }', on.sharedPath), {
      at: ['organization', 'site', 'sections'],
      code: 'FORBIDDEN',
    });
    await expectOneError(on.world, on.ofSite('sections { totalCount }', on.sharedPath), {
      at: ['organization', 'site'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    });
  });
});

describe('a section', () => {
  testListedRecords('SiteSection', 'section', siteSections.list, () => ({
    gateway: on.world,
    ...on.path,
    restIds: all.map(({ id }) => id),
  }));

  it('is not claimed to stand on a site that does not exist', () =>
    expectOneError(on.world, on.ofSite(`section(id: "${all[0]?.id}") { title }`, { ...on.path, siteId: 'nothing' }), {
      at: ['organization', 'site'],
      code: 'NOT_FOUND',
    }));

  it('names its group without a call; the groups of many sections take one', async () => {
    const bare = await on.world.execute(on.ofSite('sections(first: 4) { nodes { sectionGroup { restId } } }'));
    const groups = all.slice(0, 4).map(({ sectionGroup }) => ({ sectionGroup: { restId: sectionGroup } }));
    expect(bare.data.organization.site.sections.nodes).toEqual(groups);
    expect(operationsOf(bare.calls)).toEqual(['siteSections.list']);
    const { data, calls } = await on.world.execute(on.ofSite('sections { nodes { title sectionGroup { title } } }'));
    expect(data.organization.site.sections.nodes.slice(0, 5)).toEqual([
      { title: 'Dispatch', sectionGroup: { title: 'Products' } },
      { title: 'Beacon', sectionGroup: { title: 'Products' } },
      { title: 'API Reference', sectionGroup: { title: 'Developers' } },
      { title: 'Partner APIs', sectionGroup: { title: 'Developers' } },
      { title: 'Chapter 1', sectionGroup: null },
    ]);
    expect(operationsOf(calls)).toEqual(['sectionGroups.list', 'siteSections.list']);
  });
});

describe("a section's site spaces", () => {
  it('come with the section, whole, with their spaces, and none is fetched again', async () => {
    const { data, calls, errors } = await on.world.execute(
      on.ofSite(
        `sections(first: 100) { nodes { siteSpaces {
           totalCount nodes { id title section { restId title } site { restId } space { title } } } } }`,
      ),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site.sections.nodes).toEqual(
      all.map(({ id, title, siteSpaces = [] }) => ({
        siteSpaces: {
          totalCount: siteSpaces.length,
          nodes: siteSpaces.map((one) => ({
            id: on.idOf('SiteSpace', one.id),
            title: one.title,
            section: { restId: id, title },
            site: { restId: on.path.siteId },
            space: { title: one.space?.title },
          })),
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['siteSections.list']);
  });

  it('come in windows like any list, without a call of their own', async () => {
    const section = all.find(({ siteSpaces = [] }) => siteSpaces.length === 3);
    const wanted = section?.siteSpaces?.map(({ id }) => ({ restId: id }));
    const read = async (window: string) => {
      const { data, calls } = await on.world.execute(
        on.ofSite(
          `section(id: "${section?.id}") { siteSpaces(${window}) {
             nodes { restId } pageInfo { hasNextPage hasPreviousPage endCursor } totalCount } }`,
        ),
      );
      expect(operationsOf(calls)).toEqual(['siteSections.list']);
      return data.organization.site.section.siteSpaces;
    };
    const first = await read('first: 2');
    expect(first).toMatchObject({
      nodes: wanted?.slice(0, 2),
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
      totalCount: 3,
    });
    expect(await read(`first: 2, after: "${first.pageInfo.endCursor}"`)).toMatchObject({
      nodes: wanted?.slice(2),
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
      totalCount: 3,
    });
  });
});
