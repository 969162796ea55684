import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sectionGroups } from '../../../src/resources/section-groups/contract.ts';
import { siteSections } from '../../../src/resources/site-sections/contract.ts';
import { siteSpaces } from '../../../src/resources/site-spaces/contract.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { teamMembers } from '../../../src/resources/team-members/contract.ts';
import { teams } from '../../../src/resources/teams/contract.ts';
import { operationsOf, startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type RestProxy, startProxy } from '../../support/proxies/proxy.ts';
import { type SiteWorld, startSiteWorld } from '../../support/resources/site-world.ts';

// What the contract leaves optional may be missing from a record; what it requires must not.

let on: SiteWorld;
let proxy: RestProxy;
let gateway: TestGateway;

beforeAll(async () => {
  on = await startSiteWorld();
  proxy = await startProxy(on.world.sandboxUrl);
  gateway = await startGateway(proxy.url);
});

afterEach(() => proxy.restore());

afterAll(async () => {
  await gateway.close();
  await proxy.close();
  await on.world.close();
});

interface Page {
  items: Record<string, unknown>[];
}

/** Leaves a field out of all items of a page. */
const without =
  (field: string) =>
  (page: Page): Page => ({ ...page, items: page.items.map((item) => ({ ...item, [field]: undefined })) });

describe('a list inside a record that came without it', () => {
  it("is read from the site: the site spaces of all sections by one list, the sections' spaces with them", async () => {
    proxy.change({ endpoint: siteSections.list }, without('siteSpaces'));
    const { data, calls, errors } = await gateway.execute(
      on.ofSite(
        'sections { nodes { restId siteSpaces { totalCount nodes { restId section { restId } space { title } } } } }',
      ),
    );
    expect(errors).toBeUndefined();
    const sections = await on.rest.items(siteSections.list, { path: on.path });
    expect(data.organization.site.sections.nodes).toEqual(
      sections.map(({ id, siteSpaces: held = [] }) => ({
        restId: id,
        siteSpaces: {
          totalCount: held.length,
          nodes: held.map((one) => ({ restId: one.id, section: { restId: id }, space: { title: one.space?.title } })),
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['siteSections.list', 'siteSpaces.list']);
  });

  it("is read from the site: the groups' sections by one list", async () => {
    proxy.change({ endpoint: sectionGroups.list }, without('sections'));
    const { data, calls, errors } = await gateway.execute(
      on.ofSite('sectionGroups { nodes { restId sections { nodes { title siteSpaces { totalCount } } } } }'),
    );
    expect(errors).toBeUndefined();
    const groups = await on.rest.items(sectionGroups.list, { path: on.path });
    expect(data.organization.site.sectionGroups.nodes).toEqual(
      groups.map(({ id, sections = [] }) => ({
        restId: id,
        sections: {
          nodes: sections.map(({ title, siteSpaces: held = [] }) => ({
            title,
            siteSpaces: { totalCount: held.length },
          })),
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['sectionGroups.list', 'siteSections.list']);
  });
});

describe('a record that came without another inside it', () => {
  it('has null there, and no error, where the contract leaves that open', async () => {
    proxy.change({ endpoint: siteSpaces.list }, without('space'));
    const { data, calls, errors } = await gateway.execute(
      on.ofSite('siteSpaces(first: 1) { nodes { path space { title } } }'),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site.siteSpaces.nodes).toEqual([{ path: 'dispatch-guides', space: null }]);
    expect(operationsOf(calls)).toEqual(['siteSpaces.list']);
  });

  it('has null there with UPSTREAM_CONTRACT where it names who it is about', async () => {
    const { organizationId } = on.path;
    const [team] = await on.rest.items(teams.list, { path: { organizationId } });
    proxy.change({ endpoint: teamMembers.list }, without('organization'));
    const { data, errors } = await gateway.execute(
      `{ organization(id: "${organizationId}") { team(id: "${team?.id}") { members(first: 1) { nodes { role member { role } } } } } }`,
    );
    expect(data.organization.team.members.nodes).toEqual([{ role: 'OWNER', member: null }]);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      path: ['organization', 'team', 'members', 'nodes', 0, 'member'],
      extensions: { code: 'UPSTREAM_CONTRACT', rest: { operation: 'teamMembers.list' } },
    });
  });

  it.each([undefined, null, '', 5])(
    'has null there with UPSTREAM_CONTRACT where a required id is %j',
    async (organization) => {
      proxy.change({ endpoint: spaces.get }, (space) => ({ ...space, organization }));
      for (const selection of ['{ restId }', '{ title }']) {
        const { data, errors } = await gateway.execute(
          `{ space(id: "${on.spaceId}") { title organization ${selection} } }`,
        );
        expect(data.space).toEqual({ title: 'Dispatch Guides', organization: null });
        expect(errors).toHaveLength(1);
        expect(errors?.[0]).toMatchObject({
          path: ['space', 'organization'],
          extensions: { code: 'UPSTREAM_CONTRACT', rest: { operation: 'spaces.get' } },
        });
      }
    },
  );
});
