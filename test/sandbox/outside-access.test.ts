import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { pathOfSite } from '../support/resources/site-fixtures.ts';
import { copiedSpace, publishedSpace } from '../support/resources/space-fixtures.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { changeRequestComments, changeRequestContents, changeRequests, shareLinks, siteSections, siteSpaces } = contract;
const { sectionGroups, sites, spaceComments, spaceContents, spaces } = contract;
const { guest, outsider } = sandboxTokens;

let api: SandboxCalls;
let organizationId: string;
beforeAll(async () => {
  api = await startSandboxCalls();
  organizationId = (await api.items(contract.organizations.list))[0]?.id ?? '';
});
afterAll(() => api.sandbox.close());

const siteNamed = (title: string) => pathOfSite(api, organizationId, title);

/** The share-link site, the key of one of its links, and its spaces. */
async function sharedSite() {
  const path = await siteNamed('Ledger Early Access');
  const link = await api.call(shareLinks.create, { path, body: { name: 'For a test' } });
  const placed = await api.items(siteSpaces.list, { path });
  return {
    path,
    linkPath: { ...path, shareLinkId: link.id },
    shareKey: link.urls?.published?.split('/').at(-1) ?? '',
    spaceIds: placed.map(({ space }) => space?.id ?? ''),
  };
}

describe.each([outsider, guest])('a share key, sent with the token %s', (token) => {
  it('opens the published site, its sections, its site spaces and their spaces', async () => {
    const { path, shareKey, spaceIds } = await sharedSite();
    const query = { shareKey };
    const published = await api.call(sites.published, { path, query }, token);
    expect(published.site?.urls?.published).toContain(shareKey);
    expect(published.structure?.structure).toHaveLength(2);
    expect(await api.items(siteSections.list, { path, query }, token)).toHaveLength(2);
    const placed = await api.items(siteSpaces.list, { path, query }, token);
    expect(placed.map(({ space }) => space?.id)).toEqual(spaceIds);
    for (const spaceId of spaceIds) {
      const space = await api.call(spaces.get, { path: { spaceId }, query }, token);
      expect(space.urls?.published).toContain(shareKey);
      expect(space.permissions).toMatchObject({ edit: false, admin: false });
    }
  });

  it('opens nothing if it is missing, unknown or inactive, and no other site', async () => {
    const { path, linkPath, shareKey, spaceIds } = await sharedSite();
    const onSite = async (query: { shareKey?: string }, at = path) => {
      const endpoints = [sites.published, siteSections.list, siteSpaces.list];
      const failures = endpoints.map((endpoint) => api.failure(endpoint, { path: at, query }, token));
      return (await Promise.all(failures)).map(({ status }) => status);
    };
    const onSpace = async (query: { shareKey?: string }) =>
      (await api.failure(spaces.get, { path: { spaceId: spaceIds[0] ?? '' }, query }, token)).status;
    const hidden = token === guest ? 403 : 404;
    expect(await onSite({})).toEqual([hidden, hidden, hidden]);
    expect(await onSpace({})).toBe(404);
    expect(await onSite({ shareKey: 'guess' })).toEqual([403, 403, 403]);
    expect(await onSpace({ shareKey: 'guess' })).toBe(403);
    await api.call(shareLinks.update, { path: linkPath, body: { active: false } });
    expect(await onSite({ shareKey })).toEqual([403, 403, 403]);
    expect(await onSpace({ shareKey })).toBe(403);
    await api.call(shareLinks.update, { path: linkPath, body: { active: true } });
    expect(await onSite({ shareKey }, await siteNamed('Engineering Handbook'))).toEqual([hidden, hidden, hidden]);
  });
});

describe('a share key that is not needed', () => {
  it('is ignored on a public site and its spaces', async () => {
    const path = await siteNamed('Halcyon Docs');
    const query = { shareKey: 'guess' };
    const published = await api.call(sites.published, { path, query });
    expect(published).toEqual(await api.call(sites.published, { path }));
    const spaceId = await publishedSpace(api, organizationId);
    expect(await api.call(spaces.get, { path: { spaceId }, query })).toEqual(
      await api.call(spaces.get, { path: { spaceId } }),
    );
  });
});

describe('public sites and spaces', () => {
  it('are visible to callers who are not members', async () => {
    const path = await siteNamed('Halcyon Docs');
    const member = await api.call(sites.get, { path });
    expect(await api.call(sites.get, { path }, outsider)).toEqual(member);
    expect(await api.items(siteSections.list, { path }, outsider)).toHaveLength(4);
    expect(await api.items(sectionGroups.list, { path }, outsider)).toHaveLength(2);
    const [shown] = await api.items(siteSpaces.list, { path }, outsider);
    const inSpace = { path: { spaceId: shown?.space?.id ?? '' } };
    const { permissions = {} } = await api.call(spaces.get, inSpace, outsider);
    const { view, ...others } = permissions;
    expect(view).toBe(true);
    expect(Object.values(others)).not.toContain(true);
    const { pages } = await api.call(spaceContents.pages, inSpace, outsider);
    expect(pages.length).toBeGreaterThan(1);
    expect(await api.items(spaces.search, { ...inSpace, query: { query: 'quickstart' } }, outsider)).not.toEqual([]);
  });

  it('keep their discussions, change requests and settings for members', async () => {
    const path = await siteNamed('Halcyon Docs');
    const [shown] = await api.items(siteSpaces.list, { path });
    const inSpace = { path: { spaceId: shown?.space?.id ?? '' } };
    const [changeRequest] = await api.items(changeRequests.list, inSpace);
    const inChangeRequest = { path: { ...inSpace.path, changeRequestId: changeRequest?.id ?? '' } };
    expect(await api.failure(spaceComments.list, inSpace, outsider)).toMatchObject({ status: 403 });
    expect(await api.failure(changeRequests.list, inSpace, outsider)).toMatchObject({ status: 403 });
    for (const endpoint of [changeRequests.get, changeRequestContents.pages, changeRequestComments.list]) {
      expect(await api.failure(endpoint, inChangeRequest, outsider)).toMatchObject({ status: 403 });
    }
    expect(await api.failure(spaces.update, { ...inSpace, body: {} }, outsider)).toMatchObject({ status: 403 });
    expect(await api.failure(shareLinks.list, { path }, outsider)).toMatchObject({ status: 404 });
    expect(await api.failure(sites.list, { path: { organizationId } }, outsider)).toMatchObject({ status: 404 });
  });

  it('are hidden while they are neither public nor published', async () => {
    const [first, second] = await api.items(contract.organizations.list);
    const labs = { organizationId: second?.id ?? '' };
    const [manual] = await api.items(sites.list, { path: labs, query: { title: 'Lab Manual' } });
    expect(manual).toMatchObject({ visibility: 'unlisted', published: false });
    const lab = { path: { ...labs, siteId: manual?.id ?? '' } };
    expect(await api.failure(sites.get, lab, sandboxTokens.editor)).toMatchObject({ status: 404 });
    const handbook = await siteNamed('Engineering Handbook');
    expect(handbook.organizationId).toBe(first?.id);
    expect(await api.failure(sites.get, { path: handbook }, outsider)).toMatchObject({ status: 404 });
    const spaceId = await copiedSpace(api, organizationId);
    expect((await api.call(spaces.get, { path: { spaceId } }, outsider)).visibility).toBe('public');
    await api.call(spaces.delete, { path: { spaceId } });
    expect(await api.failure(spaces.get, { path: { spaceId } }, outsider)).toMatchObject({ status: 404 });
  });
});
