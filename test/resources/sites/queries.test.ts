import { afterAll, describe, expect, it } from 'vitest';
import { siteSpaces } from '../../../src/resources/site-spaces/contract.ts';
import { sites } from '../../../src/resources/sites/contract.ts';
import type { Site } from '../../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectedSite } from '../../support/resources/expected-site.ts';
import { expectList, expectNode, expectOneError } from '../../support/resources/reads.ts';
import { everyField } from '../../support/resources/selections.ts';
import { startSiteWorld } from '../../support/resources/site-world.ts';

const { world, rest, all, path, elsewhere, inOrganization, ofSite } = await startSiteWorld();
const selection = everyField('Site');

afterAll(() => world.close());

const idOf = (site: string) => globalIdOf('Site', path.organizationId, site);
async function unpublished(): Promise<{ restId: string }> {
  const document = `{ organization(id: "${elsewhere}") { sites(isPublished: false) { nodes { restId } } } }`;
  return (await world.execute(document)).data.organization.sites.nodes[0];
}

describe("an organization's sites", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const { data, calls, errors } = await world.execute(inOrganization(`sites { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.sites.nodes.map(present)).toEqual(
      all.map((site) => expectedSite(site, path.organizationId)),
    );
    expect(operationsOf(calls)).toEqual(['sites.list']);
  });

  it('tell all visibilities by their enum names', async () => {
    const documents = [path.organizationId, elsewhere].map(
      (id) => `{ organization(id: "${id}") { sites { nodes { title visibility } } } }`,
    );
    const found: Record<string, string> = {};
    for (const document of documents) {
      const { data } = await world.execute(document);
      for (const { title, visibility } of data.organization.sites.nodes) found[title] = visibility;
    }
    expect(found).toEqual({
      'Halcyon Docs': 'PUBLIC',
      'Ledger Early Access': 'SHARE_LINK',
      'Engineering Handbook': 'VISITOR_AUTH',
      'Tidewater Documentation': 'PUBLIC',
      'Lab Manual': 'UNLISTED',
    });
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`sites(${window}) ${inner}`),
      at: ['organization', 'sites'],
      node: '{ restId title }',
      endpoint: sites.list,
      nodes: all.map(({ id: restId, title }) => ({ restId, title })),
    }));

  it('are filtered by title', async () => {
    await expectSites('title: "e"', { title: 'e' });
    await expectSites('title: "LEDGER"', { title: 'LEDGER' });
  });

  it('are filtered by whether they are published', async () => {
    expect(await expectSites('isPublished: true', { published: 'true' }, elsewhere)).toHaveLength(1);
    expect(await expectSites('isPublished: false', { published: 'false' }, elsewhere)).toHaveLength(1);
  });

  it('are filtered by a space, which its plain REST id or its global id names', async () => {
    const [first] = await rest.items(siteSpaces.list, { path });
    const space = first?.space?.id ?? '';
    const found = await expectSites(`spaceId: "${space}"`, { space });
    expect(found).toContain(path.siteId);
    expect(await expectSites(`spaceId: "${globalIdOf('Space', space)}"`, { space })).toEqual(found);
    await expectOneError(world, inOrganization(`sites(spaceId: "${idOf(path.siteId)}") { totalCount }`), {
      at: ['organization', 'sites'],
      code: 'BAD_USER_INPUT',
      message: /Expected an? Space id, got an? Site id/,
    });
  });

  it('are not for guests, nor for people outside', async () => {
    await expectOneError(world, inOrganization('sites { totalCount }'), {
      at: ['organization', 'sites'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    });
    await expectOneError(world, inOrganization('sites { totalCount }'), {
      at: ['organization'],
      code: 'NOT_FOUND',
      options: { token: sandboxTokens.outsider },
    });
  });

  it('are read by one list where several are asked for', async () => {
    const ids = [all[2]?.id ?? '', 'nothing', all[0]?.id ?? '', all[2]?.id ?? ''].map(idOf);
    const { data, calls, errors } = await world.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Site { title } } }',
      { variables: { ids } },
    );
    expect(errors).toBeUndefined();
    const [first, , third] = all.map(({ title }) => ({ title }));
    expect(data.nodes).toEqual([third, null, first, third]);
    expect(operationsOf(calls)).toEqual(['sites.get', 'sites.list']);
  });

  /** Checks a filter against REST, and resolves to the REST ids that it leaves. */
  async function expectSites(args: string, query: Record<string, string>, organizationId = path.organizationId) {
    const { published, ...texts } = query;
    const wanted = await rest.items(sites.list, {
      path: { organizationId },
      query: { ...texts, ...(published === undefined ? {} : { published: published === 'true' }) },
    });
    const restIds = wanted.map(({ id }) => id);
    await expectList(world, {
      document: `{ organization(id: "${organizationId}") { sites(${args}) { nodes { restId } } } }`,
      at: ['organization', 'sites'],
      endpoint: sites.list,
      query,
      restIds,
    });
    return restIds;
  }
});

describe('a site', () => {
  it.each(['plain REST id', 'global id'])('is found by its %s', async (which) => {
    const id = which === 'global id' ? idOf(path.siteId) : path.siteId;
    const { data, calls, errors } = await world.execute(inOrganization(`site(id: "${id}") ${selection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.site)).toEqual(
      expectedSite(await rest.call(sites.get, { path }), path.organizationId),
    );
    expect(operationsOf(calls)).toEqual(['sites.get']);
  });

  it('is a node', async () => {
    const node = await expectNode(world, { type: 'Site', id: idOf(path.siteId), selection, endpoint: sites.get });
    expect(present(node)).toEqual(expectedSite(all[0] as Site, path.organizationId));
  });

  it('is not fetched for its id and its lists, and at the same time with them for more', async () => {
    const lists = 'sections { totalCount } siteSpaces { totalCount } sectionGroups { totalCount }';
    const bare = await world.execute(ofSite(`restId organization { restId } ${lists}`));
    expect(bare.errors).toBeUndefined();
    expect(operationsOf(bare.calls)).toEqual(['sectionGroups.list', 'siteSections.list', 'siteSpaces.list']);
    const { data, calls } = await world.execute(inOrganization(`title site(id: "${path.siteId}") { title ${lists} }`));
    expect(data.organization.site.siteSpaces).toEqual({ totalCount: all[0]?.siteSpaces });
    expect(calls).toHaveLength(5);
    const firstAnswer = Math.min(...calls.map(({ startedAt, ms }) => startedAt + ms));
    // All of them are on their way before the first has answered: nothing waits that needn't.
    expect(calls.filter(({ startedAt }) => startedAt < firstAnswer)).toHaveLength(5);
  });

  it('is null with one NOT_FOUND error at its own path where there is none, whatever is selected', async () => {
    const selections = [
      'title',
      'restId',
      'sections { totalCount }',
      'adaptiveSchema { updatedAt }',
      'title section(id: "x") { title }',
      'published { structureType }',
    ];
    for (const fields of selections) {
      await expectOneError(world, inOrganization(`title site(id: "nothing") { ${fields} }`), {
        at: ['organization', 'site'],
        code: 'NOT_FOUND',
      });
    }
    const { data, errors } = await world.execute(`{ node(id: "${idOf('nothing')}") { id ... on Site { title } } }`);
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined });
  });

  it('is null without an error where the service has no published form of it', async () => {
    const { restId } = await unpublished();
    const document = `{ organization(id: "${elsewhere}") { site(id: "${restId}") { restId published { structureType } } } }`;
    const { data, errors, calls } = await world.execute(document);
    expect({ data, errors }).toEqual({
      data: { organization: { site: { restId, published: null } } },
      errors: undefined,
    });
    // The site's own GET tells that it exists.
    expect(operationsOf(calls)).toEqual(['sites.get', 'sites.published']);
  });

  it('makes no call for the published form of a site whose record says that there is none', async () => {
    const document = `{ organization(id: "${elsewhere}") { sites(isPublished: false) { nodes { published { structureType } } } } }`;
    const { data, errors, calls } = await world.execute(document);
    expect({ data, errors }).toEqual({
      data: { organization: { sites: { nodes: [{ published: null }] } } },
      errors: undefined,
    });
    expect(operationsOf(calls)).toEqual(['sites.list']);
  });

  it("refuses another type's id, and that of another organization's site, without a call", async () => {
    const cases = [
      [globalIdOf('Team', path.organizationId, 'team'), /Expected an? Site id, got an? Team id/],
      [globalIdOf('Site', elsewhere, path.siteId), /belongs to another organization/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, inOrganization(`site(id: "${id}") { title }`), {
        at: ['organization', 'site'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('sites.get');
    }
  });
});

describe("a site's adaptive content", () => {
  it('has the schema of its visitors, and the conditions ready for it', async () => {
    const { object: _, ...schema } = await rest.call(sites.adaptiveSchema, { path });
    const { items } = await rest.call(sites.templateConditions, { path });
    expect(items).toHaveLength(3);
    const { data, calls, errors } = await world.execute(
      ofSite(
        `adaptiveSchema ${everyField('SiteAdaptiveSchema')} templateConditions ${everyField('SiteTemplateCondition')}`,
      ),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site).toEqual({ adaptiveSchema: schema, templateConditions: items });
    expect(operationsOf(calls)).toEqual(['sites.adaptiveSchema', 'sites.templateConditions']);
  });

  it('is empty, and no error, on a site that has none', async () => {
    const { data, errors } = await world.execute(
      inOrganization(
        `site(id: "${all[1]?.id}") { adaptiveSchema { jsonSchema updatedAt } templateConditions { condition } }`,
      ),
    );
    expect(errors).toBeUndefined();
    expect(data.organization.site).toEqual({
      adaptiveSchema: { jsonSchema: null, updatedAt: null },
      templateConditions: [],
    });
  });
});

describe("a visibility's enum name", () => {
  // Last, as it adds to the sites that the tests before count.
  it.each(['a literal', 'a variable'])('is taken as %s, and REST gets its own value', async (which) => {
    const visibility = which === 'a variable' ? '$visibility' : 'SHARE_LINK';
    const declared = which === 'a variable' ? 'mutation ($visibility: SiteVisibility!)' : 'mutation';
    const { data, errors } = await world.execute(
      `${declared} { createSite(input: { organizationId: "${globalIdOf('Organization', path.organizationId)}",
         title: "Given by ${which}", visibility: ${visibility} }) { site { restId visibility } userErrors { message } } }`,
      which === 'a variable' ? { variables: { visibility: 'SHARE_LINK' } } : {},
    );
    expect(errors).toBeUndefined();
    const { site, userErrors } = data.createSite;
    expect(userErrors).toEqual([]);
    expect(site.visibility).toBe('SHARE_LINK');
    const record = await rest.call(sites.get, { path: { ...path, siteId: site.restId } });
    expect(record).toMatchObject({ title: `Given by ${which}`, visibility: 'share-link' });
  });
});
