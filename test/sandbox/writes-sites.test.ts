import { afterAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import type { Site } from '../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { defaults, ids, startSiteWrites } from '../support/sandbox/site-writes.ts';

const { organizations, shareLinks, siteSections, siteSpaces, sites, spaces } = contract;
const { editor, guest, outsider } = sandboxTokens;

const { api, organizationId, at, spaceAt, createSite, getSite, updateSite, sectionsOf, siteSpacesOf } =
  await startSiteWrites();

afterAll(() => api.sandbox.close());

describe('sites', () => {
  it('are created empty, with spaces, or with a new space', async () => {
    const empty = await api.call(sites.create, { path: { organizationId }, body: {} });
    expect(empty).toMatchObject({ type: 'basic', visibility: 'public', published: false, siteSpaces: 0 });
    const filled = await createSite({ spaces: [spaceAt(1), spaceAt(0), spaceAt(1)] });
    expect(filled.siteSpaces).toBe(2);
    const placed = await siteSpacesOf(filled);
    expect(placed.map(({ space }) => space?.id)).toEqual([spaceAt(1), spaceAt(0)]);
    expect(defaults(placed)).toEqual([placed[0]?.id]);
    const title = 'A notebook for the whole company and its many friends';
    const fresh = await createSite({ title, spaces: 'new' });
    const [only] = await siteSpacesOf(fresh);
    expect(only?.space).toMatchObject({ title: title.slice(0, 50), organization: organizationId, changeRequests: 0 });
    expect((await api.call(spaces.get, { path: { spaceId: only?.space?.id ?? '' } })).id).toBe(only?.space?.id);
  });

  it('are not created with a space that the organization does not have', async () => {
    const before = await api.items(sites.list, { path: { organizationId } });
    const body = { title: 'Broken', spaces: [spaceAt(0), 'elsewhere'] };
    expect(await api.failure(sites.create, { path: { organizationId }, body })).toMatchObject({
      status: 400,
      message: expect.stringContaining('elsewhere'),
    });
    expect(await api.items(sites.list, { path: { organizationId } })).toEqual(before);
  });

  it('are filtered by space, title and published', async () => {
    const site = await createSite({ title: 'Zeppelin manual', spaces: [spaceAt(2)] });
    const find = async (query: { space?: string; title?: string; published?: boolean }) =>
      ids(await api.items(sites.list, { path: { organizationId }, query }));
    expect(await find({ title: 'zeppelin' })).toEqual([site.id]);
    expect(await find({ title: 'zeppelin', published: true })).toEqual([]);
    expect(await find({ space: spaceAt(2) })).toContain(site.id);
    expect(await find({ space: spaceAt(1), title: 'zeppelin' })).toEqual([]);
  });

  it('are updated field by field, and remove the proxy by null', async () => {
    const site = await createSite();
    const facts = { title: 'Notes', visibility: 'unlisted', basename: 'notes', agentsContext: 'excluded' } as const;
    const changed = await updateSite(site, { ...facts, adaptiveContent: { enabled: true } });
    expect(changed).toMatchObject({ ...facts, adaptiveContent: { enabled: true } });
    const proxied = await updateSite(site, { proxy: 'www.halcyon.example/docs' });
    expect(proxied.proxy?.origin).toBe('https://www.halcyon.example/docs');
    expect(proxied.proxy?.target).toMatch(/\/notes$/);
    expect(await updateSite(site, {})).toEqual(proxied);
    expect(await updateSite(site, { proxy: null })).toEqual(changed);
    expect(await getSite(site)).toEqual(changed);
    const bad = { path: at(site), body: { proxy: 'no-path.example' } };
    expect(await api.failure(sites.update, bad)).toMatchObject({ status: 400 });
  });

  it('are deleted with their structure, but not with their spaces', async () => {
    const site = await createSite({ spaces: [spaceAt(0)] });
    await api.call(organizations.update, {
      path: { organizationId },
      body: { defaultContent: { type: 'site', site: site.id } },
    });
    await api.call(sites.delete, { path: at(site) });
    expect(await api.failure(sites.get, { path: at(site) })).toMatchObject({ status: 404 });
    expect(await api.failure(siteSections.list, { path: at(site) })).toMatchObject({ status: 404 });
    expect((await api.call(spaces.get, { path: { spaceId: spaceAt(0) } })).id).toBe(spaceAt(0));
    const organization = await api.call(organizations.get, { path: { organizationId } });
    expect(organization).not.toHaveProperty('defaultContent');
  });

  it('are read by members, written by members who may create content, and hidden from outsiders', async () => {
    const site = await createSite();
    expect((await api.call(sites.get, { path: at(site) }, editor)).id).toBe(site.id);
    const write = { path: at(site), body: { title: 'Mine' } };
    expect(await api.failure(sites.update, write, editor)).toMatchObject({ status: 403 });
    expect(await api.failure(sites.delete, { path: at(site) }, editor)).toMatchObject({ status: 403 });
    expect(await api.failure(sites.get, { path: at(site) }, guest)).toMatchObject({ status: 403 });
    expect(await api.failure(sites.get, { path: at(site) }, outsider)).toMatchObject({ status: 404 });
  });

  it('list their sections only when they are published', async () => {
    const [live] = await api.items(sites.list, { path: { organizationId }, query: { published: true } });
    const published = await api.call(sites.published, { path: at(live as Site) });
    expect(published.site).toEqual(live);
    expect(published.structure?.structure).toEqual(await sectionsOf(live as Site));
    const site = await createSite();
    expect(await api.failure(sites.published, { path: at(site) })).toMatchObject({ status: 404 });
  });

  it('have an adaptive schema, and template conditions for its attributes', async () => {
    const site = await createSite();
    const flag = (description: string) => ({ type: 'boolean', description });
    const jsonSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'https://pilots.example/visitor.json',
      type: 'object',
      additionalProperties: false,
      properties: {
        isPilot: flag('Flies with us'),
        'has-key': flag('Has a key'),
        unsigned: { type: 'object', additionalProperties: false, properties: { isNew: flag('Came just now') } },
      },
    };
    expect(await api.call(sites.adaptiveSchema, { path: at(site) })).not.toHaveProperty('jsonSchema');
    const set = await api.call(sites.setAdaptiveSchema, { path: at(site), body: { jsonSchema } });
    expect(set.jsonSchema).toEqual(jsonSchema);
    expect(await api.call(sites.adaptiveSchema, { path: at(site) })).toEqual(set);
    expect((await api.call(sites.templateConditions, { path: at(site) })).items).toEqual([
      { description: 'Flies with us', condition: 'visitor.claims.isPilot == true' },
      { description: 'Has a key', condition: 'visitor.claims["has-key"] == true' },
      { description: 'Came just now', condition: 'visitor.claims.unsigned.isNew == true' },
    ]);
    const wrong = { path: at(site), body: { jsonSchema: { type: 'string' } } };
    expect(await api.failure(sites.setAdaptiveSchema, wrong)).toMatchObject({ status: 400 });
  });
});

describe('share links', () => {
  /** A published site with share-link visibility. */
  const sharedSite = async (): Promise<Site> => {
    const published = await api.items(sites.list, { path: { organizationId }, query: { published: true } });
    return published.find(({ visibility }) => visibility === 'share-link') as Site;
  };
  const keyOf = (link: { urls?: { published?: string | undefined } | undefined }) =>
    link.urls?.published?.split('/').at(-1) ?? '';
  const create = (site: Site) => api.call(shareLinks.create, { path: at(site), body: { name: 'Press' } });

  it('add the published URLs of their site while they are active', async () => {
    const site = await sharedSite();
    expect(site.urls).not.toHaveProperty('published');
    const link = await create(site);
    expect(link).toMatchObject({ name: 'Press', active: true });
    const shareKey = keyOf(link);
    const withKey = { path: at(site), query: { shareKey } };
    const published = await api.call(sites.published, withKey);
    expect(published.site?.urls?.published).toBe(link.urls?.published);
    for (const record of [
      ...(await api.items(siteSections.list, withKey)),
      ...(await api.items(siteSpaces.list, withKey)),
    ]) {
      expect(record.urls?.published).toContain(shareKey);
    }
    const path = { ...at(site), shareLinkId: link.id };
    const off = await api.call(shareLinks.update, { path, body: { active: false, name: 'Old press' } });
    expect(off).toEqual({ ...link, active: false, name: 'Old press' });
    for (const endpoint of [sites.published, siteSections.list, siteSpaces.list]) {
      expect(await api.failure(endpoint, withKey)).toMatchObject({ status: 403 });
    }
    await api.call(shareLinks.update, { path, body: { active: true } });
    expect((await api.call(sites.published, withKey)).site?.urls?.published).toBe(link.urls?.published);
    await api.call(shareLinks.delete, { path });
    expect(await api.failure(sites.published, withKey)).toMatchObject({ status: 403 });
    expect(ids(await api.items(shareLinks.list, { path: at(site) }))).not.toContain(link.id);
    expect(await api.failure(shareLinks.delete, { path })).toMatchObject({ status: 404 });
  });

  it('are valid for their own share-link site only', async () => {
    const site = await createSite({ visibility: 'share-link' });
    const shareKey = keyOf(await create(site));
    expect(await api.items(siteSections.list, { path: at(site), query: { shareKey } })).toEqual([]);
    const other = { path: at(await sharedSite()), query: { shareKey } };
    expect(await api.failure(siteSections.list, other)).toMatchObject({ status: 403 });
  });

  it('are hidden from callers who may not edit the site, and reject a long name', async () => {
    const site = await sharedSite();
    expect(await api.failure(shareLinks.list, { path: at(site) }, editor)).toMatchObject({ status: 403 });
    const body = { name: 'x'.repeat(51) };
    expect(await api.failure(shareLinks.create, { path: at(site), body })).toMatchObject({ status: 400 });
  });
});
