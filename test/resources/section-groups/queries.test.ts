import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SectionGroup } from '../../../src/resources/section-groups/contract.ts';
import { sectionGroups } from '../../../src/resources/section-groups/contract.ts';
import { siteSections } from '../../../src/resources/site-sections/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { present } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { testListedRecords } from '../../support/resources/listed-records.ts';
import { expectOneError } from '../../support/resources/reads.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type SiteWorld, startSiteWorld } from '../../support/resources/site-world.ts';

let on: SiteWorld;
let all: SectionGroup[];

beforeAll(async () => {
  on = await startSiteWorld();
  for (let i = 1; i <= 19; i++) {
    const body = { title: `Shelf ${i}`, icon: i % 2 === 0 ? 'box' : null };
    await on.rest.call(sectionGroups.create, { path: on.path, body });
  }
  all = await on.rest.items(sectionGroups.list, { path: on.path });
});

afterAll(() => on.world.close());

function expected({ object: _, id, sections: __, ...same }: SectionGroup) {
  return present({ ...same, id: on.idOf('SiteSectionGroup', id), restId: id, site: { restId: on.path.siteId } });
}

describe("a site's section groups", () => {
  it('have every field of the REST records, from one call', async () => {
    const document = on.ofSite(`sectionGroups(first: 100) { nodes ${everyField('SiteSectionGroup')} }`);
    const { data, calls, errors } = await on.world.execute(document);
    expect(errors).toBeUndefined();
    expect(data.organization.site.sectionGroups.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['sectionGroups.list']);
  });

  it('come in pages', () =>
    expectConnection(on.world, {
      document: (window, inner) => on.ofSite(`sectionGroups(${window}) ${inner}`),
      at: ['organization', 'site', 'sectionGroups'],
      node: '{ restId title }',
      endpoint: sectionGroups.list,
      nodes: all.map(({ id: restId, title }) => ({ restId, title })),
      size: 7,
    }));

  it('are not for guests', () =>
    expectOneError(on.world, on.ofSite('sectionGroups { totalCount }', on.sharedPath), {
      at: ['organization', 'site'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    }));
});

describe('a section group', () => {
  testListedRecords('SiteSectionGroup', 'sectionGroup', sectionGroups.list, () => ({
    gateway: on.world,
    ...on.path,
    restIds: all.map(({ id }) => id),
  }));

  it('leads to its site, which is fetched once for all groups, and only for more than its id', async () => {
    const { data, calls } = await on.world.execute(on.ofSite('sectionGroups { nodes { site { title } } }'));
    expect(data.organization.site.sectionGroups.nodes).toEqual(all.map(() => ({ site: { title: 'Halcyon Docs' } })));
    expect(operationsOf(calls)).toEqual(['sectionGroups.list', 'sites.get']);
  });
});

describe("a group's sections", () => {
  it('come with the group, whole, with their site spaces and spaces, and none is fetched again', async () => {
    const { data, calls, errors } = await on.world.execute(
      on.ofSite(
        `sectionGroups(first: 2) { nodes { sections { totalCount nodes {
           id title sectionGroup { restId title } siteSpaces { nodes { path space { title organization { restId } } } } } } } }`,
      ),
    );
    expect(errors).toBeUndefined();
    expect(all.slice(0, 2).map(({ sections = [] }) => sections.length)).toEqual([2, 2]);
    expect(data.organization.site.sectionGroups.nodes).toEqual(
      all.slice(0, 2).map(({ id, title, sections = [] }) => ({
        sections: {
          totalCount: sections.length,
          nodes: sections.map((section) => ({
            id: on.idOf('SiteSection', section.id),
            title: section.title,
            sectionGroup: { restId: id, title },
            siteSpaces: {
              nodes: section.siteSpaces?.map(({ path, space }) => ({
                path,
                space: { title: space?.title, organization: { restId: on.path.organizationId } },
              })),
            },
          })),
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['sectionGroups.list']);
  });

  it('come in windows like any list, without a call of their own', async () => {
    const [group] = all;
    const read = async (window: string) => {
      const { data, calls } = await on.world.execute(
        on.ofSite(
          `sectionGroup(id: "${group?.id}") { sections(${window}) {
             edges { cursor node { restId } } pageInfo { hasNextPage endCursor } } }`,
        ),
      );
      expect(operationsOf(calls)).toEqual(['sectionGroups.list']);
      return data.organization.site.sectionGroup.sections;
    };
    const [first, second] = group?.sections ?? [];
    const window = await read('first: 1');
    expect(window.edges).toEqual([{ cursor: window.pageInfo.endCursor, node: { restId: first?.id } }]);
    expect(window.pageInfo.hasNextPage).toBe(true);
    const rest = await read(`first: 1, after: "${window.pageInfo.endCursor}"`);
    expect(rest.edges).toMatchObject([{ node: { restId: second?.id } }]);
    expect(rest.pageInfo.hasNextPage).toBe(false);
  });

  it('are the sections that the site lists with the group', async () => {
    const sections = await on.rest.items(siteSections.list, { path: on.path });
    const { data } = await on.world.execute(
      on.ofSite('sectionGroups { nodes { restId sections { nodes { restId } } } }'),
    );
    for (const { restId, sections: given } of data.organization.site.sectionGroups.nodes) {
      const wanted = sections.filter(({ sectionGroup }) => sectionGroup === restId);
      expect(given.nodes).toEqual(wanted.map(({ id }) => ({ restId: id })));
    }
  });
});
