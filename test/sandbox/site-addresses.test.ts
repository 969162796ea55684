import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { type NewSite, newSections, newSite, spacesOf } from '../support/resources/site-fixtures.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { organizations, siteSections, siteSpaces, sites, spaces } = contract;

let api: SandboxCalls;
let organizationId: string;
let spaceId: string;
let site: NewSite;
/** The ids of two sections of the site; the first is the default. */
let sections: string[];

beforeAll(async () => {
  api = await startSandboxCalls();
  organizationId = (await api.items(organizations.list))[0]?.id ?? '';
  spaceId = (await spacesOf(api, organizationId))[0] ?? '';
});
afterAll(() => api.sandbox.close());

beforeEach(async () => {
  site = await newSite(api, organizationId);
  sections = await newSections(api, site, spaceId, 2);
});

const sectionPath = (at: number) => ({ ...site.path, siteSectionId: sections[at] ?? '' });

/** Gives the site space of the second section the path of the section after it, which is possible while it is not the default. */
async function sharePath(): Promise<void> {
  const [third = ''] = await newSections(api, site, spaceId, 1);
  await api.call(siteSections.update, { path: { ...site.path, siteSectionId: third }, body: { path: 'same' } });
  const placed = await api.items(siteSpaces.list, { path: site.path });
  const siteSpaceId = placed.find(({ section }) => section === sections[1])?.id ?? '';
  await api.call(siteSpaces.update, { path: { ...site.path, siteSpaceId }, body: { path: 'same' } });
}

const defaultSections = async () =>
  (await api.items(siteSections.list, { path: site.path })).filter((section) => section.default).map(({ id }) => id);

describe('paths right below the address of a site', () => {
  it('differ when another section becomes the default', async () => {
    const change = { path: site.path, body: { defaultSiteSection: sections[1] } };
    await sharePath();
    const failure = await api.failure(sites.update, change);
    expect(failure).toMatchObject({ status: 409, message: expect.stringContaining('have the path "same"') });
    expect(await defaultSections()).toEqual([sections[0]]);
  });

  it('differ when the default section is deleted', async () => {
    await sharePath();
    const failure = await api.failure(siteSections.delete, { path: sectionPath(0) });
    expect(failure).toMatchObject({ status: 409, message: expect.stringContaining('have the path "same"') });
    expect(await defaultSections()).toEqual([sections[0]]);
    await api.call(siteSections.delete, { path: sectionPath(1) });
    await api.call(siteSections.delete, { path: sectionPath(0) });
    expect(await defaultSections()).toHaveLength(1);
  });
});

describe('a site space', () => {
  it('has the title of its space, also after the space was renamed', async () => {
    const body = { title: 'Renamed by a test' };
    await api.call(spaces.update, { path: { spaceId }, body });
    const placed = await api.items(siteSpaces.list, { path: site.path });
    expect(placed.map(({ title }) => title)).toEqual([body.title, body.title]);
  });
});

describe('the address of a site', () => {
  it('is that of no other site', async () => {
    const other = await newSite(api, organizationId);
    for (const body of [{ basename: 'guides' }, { proxy: 'docs.example.com/guides' }]) {
      await api.call(sites.update, { path: site.path, body });
      const [field = ''] = Object.keys(body);
      expect(await api.failure(sites.update, { path: other.path, body })).toMatchObject({ status: 409 });
      expect(await api.call(sites.get, { path: other.path })).not.toHaveProperty(field);
      await api.call(sites.update, { path: site.path, body });
    }
  });

  it('has the host name of its organization, which is a subdomain that no other organization has', async () => {
    const [, second] = await api.items(organizations.list);
    const change = (hostname: string) => ({ path: { organizationId }, body: { hostname } });
    const before = await api.call(organizations.get, { path: { organizationId } });
    for (const hostname of ['a b/../c', 'Docs', '-docs', 'docs-']) {
      const failure = await api.failure(organizations.update, change(hostname));
      expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('hostname') });
    }
    const taken = await api.failure(organizations.update, change(second?.hostname ?? ''));
    expect(taken).toMatchObject({ status: 409 });
    expect(await api.call(organizations.get, { path: { organizationId } })).toEqual(before);
    const changed = await api.call(organizations.update, change('docs-2'));
    expect(changed).toEqual({ ...before, hostname: 'docs-2' });
  });
});
