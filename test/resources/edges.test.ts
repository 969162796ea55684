import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collections } from '../../src/resources/collections/contract.ts';
import { openapiSpecs } from '../../src/resources/openapi-specs/contract.ts';
import { siteSections } from '../../src/resources/site-sections/contract.ts';
import { siteSpaces } from '../../src/resources/site-spaces/contract.ts';
import { globalIdOf, queriesOf } from '../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { stubbedGateway } from '../support/gateways/stubbed-gateway.ts';
import { everyMutation } from '../support/resources/mutation-inputs.ts';
import { mutationOf } from '../support/resources/mutations.ts';
import { restCalls } from '../support/sandbox/sandbox-calls.ts';
import { minimalResponses } from '../support/upstreams/minimal-responses.ts';

describe('edges between records', () => {
  let world: TestWorld;
  let organizationId: string;
  let rest: ReturnType<typeof restCalls>;

  beforeAll(async () => {
    world = await startWorld();
    rest = restCalls(world.sandboxUrl);
    const { data } = await world.execute('{ organizations(first: 1) { nodes { restId } } }');
    organizationId = data.organizations.nodes[0].restId;
  });
  afterAll(() => world.close());

  const inOrganization = (selection: string) => `{ organization(id: "${organizationId}") { ${selection} } }`;

  it('lead from a found page of an organization to its space and its page', async () => {
    const search = (fields: string) =>
      world.execute(
        inOrganization(
          `search(query: "route", first: 2) { nodes { restId space { ${fields} } pages { restId page { ${fields} content { ... on Space { restId } } } } } }`,
        ),
      );
    const ids = await search('restId');
    expect(ids.errors).toBeUndefined();
    for (const { restId, space, pages } of ids.data.organization.search.nodes) {
      expect(space).toEqual({ restId });
      for (const { page, ...found } of pages) expect(page).toEqual({ restId: found.restId, content: { restId } });
    }
    expect(operationsOf(ids.calls)).toEqual(['organizations.search']);
    const titles = await search('title');
    expect(titles.errors).toBeUndefined();
    expect(operationsOf(titles.calls)).toContain('spaceContents.page');
  });

  it('lead from a user to the membership in an organization', async () => {
    const member = (id: string) =>
      `members(first: 1) { nodes { id user { restId member(organizationId: "${id}") { id } } } }`;
    const { data, errors, calls } = await world.execute(inOrganization(member(organizationId)));
    expect(errors).toBeUndefined();
    const [{ id, user }] = data.organization.members.nodes;
    expect(user.member).toEqual({ id });
    expect(operationsOf(calls)).toEqual(['members.list']);
    const missing = await world.execute(inOrganization(member('nowhere')));
    expect(missing.data.organization.members.nodes[0].user.member).toBeNull();
    expect(missing.errors).toBeUndefined();
  });

  it('lead from a collection to the collections in it, page by page', async () => {
    const all = await rest.items(collections.list, { path: { organizationId } });
    const parent = all.find(({ id }) => all.some((one) => one.parent === id))?.id ?? '';
    const inside = all.filter((one) => one.parent === parent).map(({ id }) => id);
    expect(inside.length).toBeGreaterThan(0);
    const document = `{ collection(id: "${parent}") { collections(first: 1) { totalCount nodes { restId parent { restId } } pageInfo { hasNextPage } } } }`;
    const { data, calls, errors } = await world.execute(document);
    expect(errors).toBeUndefined();
    expect(data.collection.collections).toEqual({
      totalCount: inside.length,
      nodes: [{ restId: inside[0], parent: { restId: parent } }],
      pageInfo: { hasNextPage: inside.length > 1 },
    });
    expect(operationsOf(calls)).toEqual(['collections.get', 'collections.list']);
  });

  it('find an OpenAPI specification by its id, its REST id and its slug', async () => {
    const [spec] = await rest.items(openapiSpecs.list, { path: { organizationId } });
    const slug = spec?.slug ?? '';
    for (const by of [`id: "${globalIdOf('OpenApiSpec', organizationId, slug)}"`, `id: "${slug}"`, `slug: "${slug}"`]) {
      const { data, calls } = await world.execute(inOrganization(`openApiSpec(by: { ${by} }) { restId specId }`));
      expect(data.organization.openApiSpec).toEqual({ restId: slug, specId: spec?.id });
      expect(operationsOf(calls)).toEqual(['openapiSpecs.get']);
    }
  });

  it('find a section and a site space with a share key', async () => {
    const listed =
      'id visibility shareLinks { nodes { isActive urls { published } } } siteSpaces(first: 1) { nodes { restId } }';
    const { data } = await world.execute(
      `{ organizations { nodes { sites(first: 100) { nodes { ${listed} sections(first: 1) { nodes { restId } } } } } } }`,
    );
    const links = (site: { shareLinks: { nodes: { isActive: boolean }[] } | null }) =>
      site.shareLinks?.nodes.filter(({ isActive }) => isActive) ?? [];
    const sites = data.organizations.nodes.flatMap((one: { sites: { nodes: object[] } }) => one.sites.nodes);
    const shared = sites.filter(
      (site: Parameters<typeof links>[0] & { visibility: string }) =>
        site.visibility === 'SHARE_LINK' && links(site).length > 0,
    );
    expect(shared.length).toBeGreaterThan(0);
    for (const [field, list, connection] of [
      ['section', siteSections.list, 'sections'],
      ['siteSpace', siteSpaces.list, 'siteSpaces'],
    ] as const) {
      for (const site of shared) {
        const [record] = site[connection].nodes;
        if (record === undefined) continue;
        const shareKey = site.shareLinks.nodes
          .find((link: { isActive: boolean }) => link.isActive)
          .urls.published.split('/')
          .at(-1);
        const read = (id: string, selection: string) =>
          world.execute(
            `{ node(id: "${site.id}") { ... on Site { ${field}(id: "${id}", shareKey: "${shareKey}") ${selection} } } }`,
          );
        const found = await read(record.restId, '{ restId urls { published } }');
        expect(found.data.node[field].restId).toBe(record.restId);
        expect(found.data.node[field].urls.published).toContain(shareKey);
        expect(queriesOf(found.calls, list)).toEqual([{ shareKey, limit: '1000' }]);
        const missing = await read('nowhere', '{ restId }');
        expect(missing.data.node[field]).toBeNull();
        expect(missing.errors).toMatchObject([{ path: ['node', field], extensions: { code: 'NOT_FOUND' } }]);
      }
    }
  });
});

describe('the payload of a mutation that deletes or removes', () => {
  const world = stubbedGateway();

  /** Records whose key has no parent: after the deletion, nothing tells it. */
  const withoutParent = ['deleteCollection'];
  const parents: Readonly<Record<string, string>> = {
    deleteChangeRequestComment: 'changeRequest',
    deleteOpenApiSpec: 'organization',
    deleteOrganizationLinkInvite: 'organization',
    deleteSamlProvider: 'organization',
    deleteShareLink: 'site',
    deleteSite: 'organization',
    deleteSiteSection: 'site',
    deleteSiteSectionGroup: 'site',
    deleteSiteSpace: 'site',
    deleteSpaceComment: 'space',
    deleteSpaceCommentReply: 'comment',
    deleteTeam: 'organization',
    deleteTranslationConfiguration: 'organization',
    removeMember: 'organization',
    removeSiteSectionFromGroup: 'sectionGroup',
    removeTeamMember: 'team',
  };
  const deletions = everyMutation().filter(({ name }) => /^(delete|remove)/.test(name) && name !== 'deleteSpace');

  it('names a parent wherever its key does', () => {
    const names = deletions.map(({ name }) => name).filter((name) => !withoutParent.includes(name));
    expect(names.sort()).toEqual(Object.keys(parents).sort());
  });

  it.each(deletions.filter(({ name }) => name in parents))('$name costs no call for the parent', async (mutation) => {
    const { name, minimal } = mutation;
    world.upstream.reply(minimalResponses);
    const parent = parents[name] ?? '';
    const { data, errors } = await world.gateway.execute(mutationOf(name, `${parent} { id restId }`), {
      variables: { input: minimal.input },
    });
    expect(errors).toBeUndefined();
    expect(data[name][parent].restId).toEqual(expect.stringMatching(/-(id)$/));
    expect(world.upstream.arrived.map(({ method }) => method)).toEqual(['DELETE']);
  });
});
