import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox/sandbox-world.ts';

const { spaceContents, spaces, sites } = contract;

let api: SandboxCalls;
let world: World;
let inSpace: { path: { spaceId: string } };
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
  inSpace = { path: { spaceId: world.spaceId } };
});
afterAll(() => api.sandbox.close());

const flatten = (pages: readonly Page[] = []): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages)]);
const siteNamed = async (title: string) => {
  const all = await api.items(sites.list, { path: { organizationId: world.organizationId }, query: { title } });
  return { organizationId: world.organizationId, siteId: all[0]?.id ?? '' };
};

describe('content', () => {
  it('omits git metadata everywhere without metadata', async () => {
    const withGit = await api.call(spaceContents.get, inSpace);
    const without = await api.call(spaceContents.get, { ...inSpace, query: { metadata: false } });
    expect(JSON.stringify(withGit)).toContain('"git":');
    expect(JSON.stringify(without)).not.toContain('"git":');
    expect(JSON.parse(JSON.stringify(withGit, (name, value) => (name === 'git' ? undefined : value)))).toEqual(without);
  });

  it('is a tree of three levels', async () => {
    const { pages } = await api.call(spaceContents.pages, inSpace);
    const third = pages.flatMap((top) => top.pages?.flatMap((child) => child.pages ?? []) ?? []);
    expect(third.length).toBeGreaterThan(0);
    expect(third[0]?.path?.split('/')).toHaveLength(3);
  });

  it('computes a page from the specification unless computed is false', async () => {
    const { spaceId, page } = await computedPage();
    const path = { spaceId, pageId: page.id };
    expect(await api.call(spaceContents.page, { path })).toMatchObject({
      markdown: expect.stringContaining('GET /shipments'),
    });
    const plain = await api.call(spaceContents.page, { path, query: { computed: false } });
    expect(plain).not.toHaveProperty('markdown');
    expect(plain).not.toHaveProperty('computedSeed');
    expect(plain.computed).toEqual(page.computed);
  });

  async function computedPage() {
    const path = await siteNamed('Halcyon Docs');
    for (const { space } of await api.items(contract.siteSpaces.list, { path })) {
      const spaceId = space?.id ?? '';
      const { pages } = await api.call(spaceContents.pages, { path: { spaceId } });
      const page = flatten(pages).find(({ computed }) => computed !== undefined);
      if (page) return { spaceId, page };
    }
    throw new Error('No page of the first site is computed');
  }

  it('replaces variables by their values if evaluated is true', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    const { variables = {} } = await api.call(spaceContents.get, inSpace);
    const raw = await api.call(spaceContents.page, { path });
    const evaluated = await api.call(spaceContents.page, { path, query: { evaluated: true } });
    expect(raw.markdown).toContain('{{ support_email }}');
    expect(evaluated.markdown).toBe(raw.markdown?.replaceAll('{{ support_email }}', variables.support_email ?? ''));
  });

  it('keeps what looks like a variable and has no value, whatever its name', async () => {
    const { id: spaceId } = await api.call(spaces.duplicate, inSpace);
    const text = 'Ask {{ nobody }}, {{ constructor }} or {{ toString }}.';
    const body = { url: `data:text/markdown,${encodeURIComponent(text)}`, source: 'website' };
    await api.call(spaceContents.import, { path: { spaceId }, body });
    const { pages } = await api.call(spaceContents.pages, { path: { spaceId } });
    const path = { spaceId, pageId: pages.at(-1)?.id ?? '' };
    const { markdown } = await api.call(spaceContents.page, { path, query: { evaluated: true } });
    expect(markdown?.trim()).toBe(text);
  });

  it('is a document instead of Markdown in the document format', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    // The contract leaves formats open, and names no property for this one.
    const url = `${api.url}/v1/spaces/${path.spaceId}/content/page/${path.pageId}?format=document`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${sandboxTokens.admin}` } });
    const page = (await response.json()) as Page & { document?: unknown };
    expect(page).not.toHaveProperty('markdown');
    const { markdown = '', ...rest } = await api.call(spaceContents.page, { path, query: { format: 'markdown' } });
    expect(rest).not.toHaveProperty('document');
    expect(page).toEqual({ ...rest, document: page.document });
    expect(page.document).toMatchObject({
      object: 'document',
      nodes: expect.arrayContaining([
        { object: 'block', type: 'paragraph', nodes: expect.any(Array) },
        { object: 'block', type: 'heading-2', nodes: [{ object: 'text', text: expect.any(String) }] },
      ]),
    });
    const plain = (text: string) => text.replace(/[^\p{L}]/gu, '');
    const [, heading = ''] = /^## (.+)$/m.exec(markdown) ?? [];
    expect(plain(JSON.stringify(page.document))).toContain(plain(heading));
  });

  it('is not shown in an unknown format', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    expect(await api.failure(spaceContents.page, { path, query: { format: 'docx' } })).toMatchObject({ status: 400 });
  });

  it('of a change request differs from the main content in the proposed pages only', async () => {
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId };
    const main = flatten((await api.call(spaceContents.pages, inSpace)).pages);
    const proposed = flatten((await api.call(contract.changeRequestContents.pages, { path })).pages);
    const changed = proposed.filter(({ markdown }, i) => markdown !== main[i]?.markdown);
    expect(changed.length).toBeGreaterThan(0);
    expect(proposed.map(({ id }) => id)).toEqual(main.map(({ id }) => id));
  });
});

describe('links', () => {
  it('are filtered by status, with statistics over all links', async () => {
    const all = await api.call(spaces.links, { ...inSpace, query: { limit: 1000 } });
    for (const status of ['ok', 'broken', 'in-app'] as const) {
      const some = await api.call(spaces.links, { ...inSpace, query: { limit: 1000, status } });
      expect(some.items.length).toBeGreaterThan(0);
      expect(some.items).toEqual(all.items.filter((link) => link.status === status));
      expect(some.stats).toEqual(all.stats);
    }
    expect(all.stats?.total).toBe(all.items.length);
    expect(all.stats?.broken?.total).toBe(all.items.filter(({ status }) => status === 'broken').length);
  });

  it('of a page are the links of its space with that location', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    const ofPage = await api.items(spaceContents.pageLinks, { path });
    const ofSpace = await api.items(spaces.links, inSpace);
    const onPage = ofSpace.filter(({ locationReferences = [] }) =>
      locationReferences.some(({ page }) => page === world.pageId),
    );
    expect(ofPage.map(({ targetReference }) => targetReference)).toEqual(
      onPage.map(({ targetReference }) => targetReference),
    );
  });

  it('to a file are listed as its backlinks', async () => {
    const path = { ...inSpace.path, fileId: world.fileId };
    const pages = (await api.items(spaceContents.fileBacklinks, { path })).map(({ page }) => page);
    const links = await api.items(spaces.links, inSpace);
    const toFile = links.find(({ targetReference }) => targetReference?.file === world.fileId);
    expect(pages).toEqual(toFile?.locationReferences?.map(({ page }) => page));
  });

  it('to a deleted space are broken', async () => {
    const [policies] = await api
      .items(contract.siteSpaces.list, { path: await siteNamed('Engineering Handbook') })
      .then((all) => all.filter(({ title }) => title === 'Privacy Policies'));
    const spaceId = policies?.space?.id ?? '';
    const broken = await api.items(spaces.links, { path: { spaceId }, query: { status: 'broken' } });
    const gone = broken.find(({ targetReference }) => targetReference?.kind === 'space')?.targetReference?.space ?? '';
    expect(await api.failure(spaces.get, { path: { spaceId: gone } })).toMatchObject({ status: 404 });
  });

  it('to a space name the organization of that space', async () => {
    const toSpace = async () => {
      const links = await api.items(spaces.links, inSpace);
      return links.find(({ targetReference: to }) => to?.kind === 'space')?.targetReference;
    };
    const { organization, space: spaceId = '' } = (await toSpace()) ?? {};
    expect(organization).toBe(world.organizationId);
    await removeFromSites(spaceId);
    const [, other] = await api.items(contract.organizations.list);
    await api.call(spaces.transfer, { path: { spaceId }, body: { organization: other?.id ?? '' } });
    expect(await toSpace()).toMatchObject({ organization: other?.id, space: spaceId });
  });

  async function removeFromSites(spaceId: string) {
    const path = { organizationId: world.organizationId };
    for (const { id: siteId } of await api.items(sites.list, { path, query: { space: spaceId } })) {
      for (const { id, space } of await api.items(contract.siteSpaces.list, { path: { ...path, siteId } })) {
        if (space?.id !== spaceId) continue;
        await api.call(contract.siteSpaces.delete, { path: { ...path, siteId, siteSpaceId: id } });
      }
    }
  }
});
