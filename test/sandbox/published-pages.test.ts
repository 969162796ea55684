import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import type { Site } from '../../src/resources/sites/records.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { collections, organizations, shareLinks, siteSections, siteSpaces, sites, spaceContents, spaces } = contract;

let api: SandboxCalls;
let organizationId: string;
let all: Site[];
beforeAll(async () => {
  api = await startSandboxCalls();
  organizationId = (await api.items(organizations.list))[0]?.id ?? '';
  all = await api.items(sites.list, { path: { organizationId } });
});
afterAll(() => api.sandbox.close());

const siteWith = (visibility: Site['visibility']): Site => {
  const site = all.find((candidate) => candidate.visibility === visibility && candidate.published);
  if (site === undefined) throw new Error(`The seed has no published site that is ${visibility}`);
  return site;
};

async function open(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

/** The addresses of the links in a page. */
const linksIn = (html: string) => [...html.matchAll(/ href="([^"#]+)"/g)].map(([, href = '']) => api.url + href);

describe('a public site', () => {
  it('shows its first page to everybody, with the sections and the pages as links that work', async () => {
    const site = siteWith('public');
    const { status, headers, html } = await open(site.urls?.published ?? '');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain(site.title);
    expect(html).toMatch(/<h1>[^<]+<\/h1>/);
    expect(html).not.toContain('noindex');
    const links = [...new Set(linksIn(html))].filter((url) => url.includes('/sites/') || url.includes('/assets/'));
    expect(links.length).toBeGreaterThan(8);
    for (const url of links) expect([url, (await open(url)).status]).toEqual([url, 200]);
  });

  it('shows each section and site space at its own address', async () => {
    const site = siteWith('public');
    const path = { organizationId, siteId: site.id };
    const pages = new Map<string, string>();
    for (const { urls, title } of await api.items(siteSections.list, { path })) {
      const { status, html } = await open(urls?.published ?? '');
      expect([title, status]).toEqual([title, 200]);
      expect(html).toContain(`aria-current="page">${title}<`);
    }
    for (const { urls, space } of await api.items(siteSpaces.list, { path })) {
      const { pages: tree } = await api.call(spaceContents.pages, { path: { spaceId: space?.id ?? '' } });
      const { html } = await open(`${urls?.published}/${tree[1]?.path}`);
      pages.set(urls?.published ?? '', /<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? '');
      expect(pages.get(urls?.published ?? '')).toContain(tree[1]?.title);
    }
    expect(pages.size).toBeGreaterThan(2);
  });

  it.each(['/no-such-page', '/no/such/page', '/%2e%2e', '/%00', '/%E0%A4%A'])('has no page at %s', async (path) => {
    const { status } = await open(`${siteWith('public').urls?.published}${path}`);
    expect([400, 404]).toContain(status);
  });
});

describe('the published sites of an organization', () => {
  it('have different addresses', async () => {
    for (const { id } of await api.items(organizations.list)) {
      const published = (await api.items(sites.list, { path: { organizationId: id } })).filter(
        (site) => site.published,
      );
      const addresses = published.flatMap(({ urls }) => urls?.published ?? []);
      expect(addresses).toEqual([...new Set(addresses)]);
    }
  });
});

describe('a site with sections, and site spaces beside them', () => {
  let own: SandboxCalls;
  let site: Site;
  let path: { organizationId: string; siteId: string };
  beforeEach(async () => {
    own = await startSandboxCalls();
    ({ site, path } = await siteWithoutSections());
    await own.call(siteSpaces.create, { path, body: { spaceId: await otherSpace() } });
    // The contract publishes no site: sections are added to one that is published.
    await own.call(siteSections.create, { path, body: { title: 'Handbook', spaceId: await otherSpace() } });
    await own.call(siteSections.create, { path, body: { title: 'Reference', spaceId: await otherSpace() } });
  });
  afterEach(() => own.sandbox.close());

  /** A published site that anyone can visit, with site spaces at its root. */
  async function siteWithoutSections() {
    for (const { id } of await own.items(organizations.list)) {
      for (const candidate of await own.items(sites.list, { path: { organizationId: id } })) {
        const at = { organizationId: id, siteId: candidate.id };
        const isOpen = candidate.published && ['public', 'unlisted'].includes(candidate.visibility);
        const hasSections = isOpen && (await own.items(siteSections.list, { path: at })).length > 0;
        if (!isOpen || hasSections) continue;
        const body = { basename: 'levels' };
        return { site: await own.call(sites.update, { path: at, body }), path: at };
      }
    }
    throw new Error('The seed has no open site without sections.');
  }

  /** A space that is not on the site. */
  async function otherSpace(): Promise<string> {
    const used = (await own.items(siteSpaces.list, { path })).map(({ space }) => space?.id);
    for (const { id } of await own.items(collections.list, { path })) {
      const inside = await own.items(collections.spaces, { path: { collectionId: id } });
      const free = inside.find((space) => !used.includes(space.id));
      if (free !== undefined) return free.id;
    }
    throw new Error('Every space is on the site.');
  }

  async function addPage(spaceId: string, title: string) {
    const url = `data:text/markdown,${encodeURIComponent(`# ${title}`)}`;
    await own.call(spaceContents.import, { path: { spaceId }, body: { url, source: 'website' } });
  }

  /** Follows the address of each site space, and that of a page that no other has. */
  async function addressesWithOwnPages(): Promise<string[]> {
    const all = await own.items(siteSpaces.list, { path });
    const addresses: string[] = [];
    for (const { urls, space } of all) {
      const spaceId = space?.id ?? '';
      const title = `Only in ${spaceId}`;
      await addPage(spaceId, title);
      const page = (await own.call(spaceContents.pages, { path: { spaceId } })).pages.at(-1);
      const address = urls?.published ?? '';
      const links = await open(address);
      expect([address, links.status]).toEqual([address, 200]);
      expect(links.html).toContain(`href="${new URL(address).pathname}/${page?.path}"`);
      expect((await open(`${address}/${page?.path}`)).html).toContain(`<h1>${title}</h1>`);
      addresses.push(address);
    }
    return addresses;
  }

  it('shows the pages of each at the address that REST returns', async () => {
    const addresses = await addressesWithOwnPages();
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.filter((address) => address === site.urls?.published)).toHaveLength(1);
    expect(addresses.length).toBeGreaterThan(3);
  });

  it('shows a site space, and not a page of the same path', async () => {
    const [beside] = await own.items(siteSpaces.list, { path });
    const first = (await own.items(siteSpaces.list, { path })).find(
      ({ urls }) => urls?.published === site.urls?.published,
    );
    expect(beside?.section).toBeUndefined();
    await addPage(first?.space?.id ?? '', beside?.path ?? '');
    expect((await addressesWithOwnPages()).length).toBeGreaterThan(2);
  });

  it('gives sections and site spaces paths that differ', async () => {
    const [beside] = await own.items(siteSpaces.list, { path });
    const title = beside?.title ?? '';
    const spaceId = await otherSpace();
    const section = await own.call(siteSections.create, { path, body: { title, spaceId } });
    expect(section.path).toBe(`${beside?.path}-2`);
    expect((await addressesWithOwnPages()).length).toBeGreaterThan(3);
    const sectionPath = { ...path, siteSectionId: section.id };
    const taken = await own.failure(siteSections.update, { path: sectionPath, body: { path: beside?.path } });
    expect(taken.status).toBe(409);
    const siteSpacePath = { ...path, siteSpaceId: beside?.id ?? '' };
    expect((await own.failure(siteSpaces.update, { path: siteSpacePath, body: { path: section.path } })).status).toBe(
      409,
    );
  });
});

describe('a deleted space', () => {
  it('is not on its site until it is restored', async () => {
    const path = { organizationId, siteId: siteWith('public').id };
    const [shown] = await api.items(siteSpaces.list, { path });
    const spaceId = shown?.space?.id ?? '';
    const read = async () => (await api.items(siteSpaces.list, { path })).find(({ id }) => id === shown?.id);
    const url = shown?.urls?.published ?? '';
    await api.call(spaces.delete, { path: { spaceId } });
    expect((await open(url)).status).toBe(404);
    const deleted = await read();
    expect([deleted?.urls, deleted?.space?.urls?.published]).toEqual([undefined, undefined]);
    await api.call(spaces.restore, { path: { spaceId } });
    expect((await open(url)).status).toBe(200);
    expect((await read())?.urls).toEqual(shown?.urls);
  });
});

describe('a share-link site', () => {
  it('is shown with an active key only', async () => {
    const site = siteWith('share-link');
    const path = { organizationId, siteId: site.id };
    const { urls, id } = await api.call(shareLinks.create, { path, body: { name: 'Reviewers' } });
    const url = urls?.published ?? '';
    const { status, html } = await open(url);
    expect(status).toBe(200);
    expect(html).toContain('noindex');
    for (const link of linksIn(html).filter((address) => address.includes('.site/ledger'))) {
      expect([link, (await open(link)).status]).toEqual([link, 200]);
      expect(link).toContain(url);
    }
    expect((await open(url.slice(0, url.lastIndexOf('/')))).status).toBe(404);
    expect((await open(`${url}x`)).status).toBe(404);
    await api.call(shareLinks.update, { path: { ...path, shareLinkId: id }, body: { active: false } });
    expect((await open(url)).status).toBe(404);
  });
});

describe('a site for authenticated visitors', () => {
  const signIn = async (token: string, returnTo: string) => {
    const body = new URLSearchParams({ token, returnTo });
    const response = await fetch(`${api.url}/app/sign-in`, { method: 'POST', body, redirect: 'manual' });
    return { location: response.headers.get('location'), cookie: response.headers.get('set-cookie') ?? '' };
  };

  it('leads to the sign-in page, whose cookie opens it', async () => {
    const url = siteWith('visitor-auth').urls?.published ?? '';
    const { status, html } = await open(url);
    expect(status).toBe(401);
    const returnTo = /name="returnTo" value="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(api.url + returnTo).toBe(url);
    const { location, cookie } = await signIn(sandboxTokens.reader, returnTo);
    expect(location).toBe(returnTo);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect((await open(url, { cookie: cookie.split(';')[0] ?? '' })).status).toBe(200);
    expect((await open(url, { authorization: `Bearer ${sandboxTokens.outsider}` })).status).toBe(401);
    expect((await open(url, { cookie: 'sandbox_token=unknown' })).status).toBe(401);
  });

  it('returns to no other host', async () => {
    for (const returnTo of ['https://evil.example/', '//evil.example/', '/app\\evil', '/v1/orgs', '/app?x', 'app']) {
      expect((await signIn(sandboxTokens.reader, returnTo)).location).toBe('/app');
    }
  });

  it('sets no cookie for a token with other characters', async () => {
    expect(await signIn('a; Path=/v1', '/app')).toEqual({ location: null, cookie: '' });
  });
});

describe('the app', () => {
  it('shows pages to those who can read them only', async () => {
    const path = { organizationId, siteId: siteWith('visitor-auth').id };
    const [siteSpace] = await api.items(siteSpaces.list, { path });
    const url = siteSpace?.space?.urls?.app ?? '';
    const as = (token: string) => open(url, { authorization: `Bearer ${token}` });
    expect((await as(sandboxTokens.reader)).html).toContain(siteSpace?.space?.title);
    expect((await as(sandboxTokens.outsider)).status).toBe(404);
    const { status, html } = await open(url);
    expect(status).toBe(401);
    expect(html).not.toContain(siteSpace?.space?.title);
  });
});
