import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox-world.ts';

const { changeRequests, changeRequestComments, collections, spaceComments, spaceContents, spaces, sites } = contract;

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

describe('the seed', () => {
  it('is a company of the promised size', async () => {
    const counts = { sites: 0, sections: 0, groups: 0, spaces: 0, changeRequests: 0, members: 0, teams: 0 };
    for (const { id: organizationId } of await api.items(contract.organizations.list)) {
      const path = { organizationId };
      counts.members += (await api.items(contract.members.list, { path })).length;
      counts.teams += (await api.items(contract.teams.list, { path })).length;
      const [me] = await api.items(contract.members.list, { path, query: { role: 'admin' } });
      for (const { space } of await api.items(contract.members.spaces, {
        path: { organizationId, userId: me?.id ?? '' },
      })) {
        counts.spaces += 1;
        counts.changeRequests += space?.changeRequests ?? 0;
      }
      for (const { id: siteId } of await api.items(sites.list, { path })) {
        counts.sites += 1;
        counts.sections += (await api.items(contract.siteSections.list, { path: { organizationId, siteId } })).length;
        counts.groups += (await api.items(contract.sectionGroups.list, { path: { organizationId, siteId } })).length;
      }
    }
    const atLeast = { sites: 4, sections: 12, groups: 2, spaces: 30, changeRequests: 60, members: 25, teams: 5 };
    for (const [name, least] of Object.entries(atLeast)) {
      expect.soft(counts[name as keyof typeof counts], name).toBeGreaterThanOrEqual(least);
    }
  });

  it('shows open change requests with answered comments in every space of every section', async () => {
    const path = { organizationId: world.organizationId, siteId: world.siteId };
    for (const section of await api.items(contract.siteSections.list, { path })) {
      for (const { space } of section.siteSpaces ?? []) {
        const spaceId = space?.id ?? '';
        const [open] = await api.items(changeRequests.list, { path: { spaceId } });
        const comments = await api.items(changeRequestComments.list, {
          path: { spaceId, changeRequestId: open?.id ?? '' },
        });
        expect(comments.some(({ replies = 0 }) => replies > 0)).toBe(true);
      }
    }
  });
});

describe('change requests', () => {
  it('are filtered by status, open ones by default, newest first', async () => {
    const open = await api.items(changeRequests.list, inSpace);
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 'open'));
    expect(open.map(({ number }) => number)).toEqual(open.map(({ number }) => number).sort((a, b) => b - a));
    for (const status of ['draft', 'open', 'merged', 'archived']) {
      const some = await api.items(changeRequests.list, { ...inSpace, query: { status } });
      expect(some.length).toBeGreaterThan(0);
      expect(new Set(some.map((row) => row.status))).toEqual(new Set([status]));
    }
  });

  it('are filtered by contributor', async () => {
    const [someone] = await api.items(changeRequests.list, inSpace);
    const contributor = someone?.createdBy?.id ?? '';
    const theirs = await api.items(changeRequests.list, { ...inSpace, query: { contributor } });
    expect(theirs.map(({ id }) => id)).toContain(someone?.id);
    expect(await api.items(changeRequests.list, { ...inSpace, query: { contributor: 'nobody' } })).toEqual([]);
  });

  it('are found by id and by number', async () => {
    const byId = await api.call(changeRequests.get, {
      path: { ...inSpace.path, changeRequestId: world.changeRequestId },
    });
    const byNumber = await api.call(changeRequests.get, {
      path: { ...inSpace.path, changeRequestId: `${byId.number}` },
    });
    expect(byNumber).toEqual(byId);
  });

  it('are counted by the space', async () => {
    const space = await api.call(spaces.get, inSpace);
    const count = async (status: string) =>
      (await api.items(changeRequests.list, { ...inSpace, query: { status } })).length;
    const [draft, open, merged, archived] = await Promise.all(['draft', 'open', 'merged', 'archived'].map(count));
    expect(space).toMatchObject({ changeRequestsDraft: draft, changeRequestsOpen: open });
    expect(space.changeRequests).toBe((draft ?? 0) + (open ?? 0) + (merged ?? 0) + (archived ?? 0));
  });

  it('are outdated where the main content moved on since they last pulled it', async () => {
    const { revision } = await api.call(spaces.get, inSpace);
    for (const row of await api.items(changeRequests.list, inSpace)) {
      expect(row.outdated).toBe((row.revisionMergedAncestor ?? row.revisionInitial) !== revision);
    }
    const second = await api.call(changeRequests.get, { path: { ...inSpace.path, changeRequestId: '2' } });
    expect(second.outdated).toBe(true);
  });

  it('have a PDF, of all or of one page', async () => {
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId };
    const { url } = await api.call(changeRequests.pdf, { path, query: { only: true, page: world.pageId } });
    expect(url).toContain(world.pageId);
    expect(await api.failure(changeRequests.pdf, { path, query: { only: true } })).toMatchObject({ status: 400 });
    expect(await api.failure(changeRequests.pdf, { path, query: { page: 'gone' } })).toMatchObject({ status: 404 });
  });
});

describe('comments', () => {
  it('are filtered by status, author and page, and ordered', async () => {
    const all = await api.items(spaceComments.list, inSpace);
    const ascending = await api.items(spaceComments.list, { ...inSpace, query: { order: 'asc' } });
    expect(ascending).toEqual([...all].reverse());
    expect([...all].sort((a, b) => ((a.postedAt ?? '') < (b.postedAt ?? '') ? 1 : -1))).toEqual(all);
    const [one] = all.filter(({ target }) => target?.page !== undefined);
    const author = one?.postedBy?.id ?? '';
    const page = one?.target?.page?.id ?? '';
    const expected = (test: (comment: (typeof all)[number]) => boolean) => all.filter(test);
    const listed = (query: object) => api.items(spaceComments.list, { ...inSpace, query });
    expect(await listed({ authors: [author] })).toEqual(expected(({ postedBy }) => postedBy?.id === author));
    expect(await listed({ authors: [author, 'nobody'] })).toEqual(expected(({ postedBy }) => postedBy?.id === author));
    expect(await listed({ targetPage: page })).toEqual(expected(({ target }) => target?.page?.id === page));
    expect(await listed({ status: 'open' })).toEqual(expected(({ status }) => status === 'open'));
    expect(await listed({ status: 'resolved' })).toEqual(expected(({ status }) => status === 'resolved'));
  });

  it('of a space are not found on its change requests, nor the other way round', async () => {
    const commentId = world.spaceComments.commentId;
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId, commentId };
    expect(await api.failure(changeRequestComments.get, { path })).toMatchObject({ status: 404 });
    const other = { ...inSpace.path, commentId: world.changeRequestComments.commentId };
    expect(await api.failure(spaceComments.get, { path: other })).toMatchObject({ status: 404 });
  });
});

describe('content', () => {
  it('leaves git out of everything without metadata', async () => {
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

  it('computes a page from the specification, unless told not to', async () => {
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

  it('puts values in the places of variables when it is evaluated', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    const { variables = {} } = await api.call(spaceContents.get, inSpace);
    const raw = await api.call(spaceContents.page, { path });
    const evaluated = await api.call(spaceContents.page, { path, query: { evaluated: true } });
    expect(raw.markdown).toContain('{{ support_email }}');
    expect(evaluated.markdown).toBe(raw.markdown?.replaceAll('{{ support_email }}', variables.support_email ?? ''));
  });

  it('leaves the markdown out of the document format', async () => {
    const path = { ...inSpace.path, pageId: world.pageId };
    const page = await api.call(spaceContents.page, { path, query: { format: 'document' } });
    expect(page).not.toHaveProperty('markdown');
    expect(page.documentId).toBeTruthy();
  });

  it('of a change request differs from the main content in what it proposes', async () => {
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId };
    const main = flatten((await api.call(spaceContents.pages, inSpace)).pages);
    const proposed = flatten((await api.call(contract.changeRequestContents.pages, { path })).pages);
    const changed = proposed.filter(({ markdown }, i) => markdown !== main[i]?.markdown);
    expect(changed.length).toBeGreaterThan(0);
    expect(proposed.map(({ id }) => id)).toEqual(main.map(({ id }) => id));
  });
});

describe('links', () => {
  it('are filtered by status, with the stats of all', async () => {
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

  it('of a page are those of the space that stand on it', async () => {
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

  it('to a file are its backlinks', async () => {
    const path = { ...inSpace.path, fileId: world.fileId };
    const pages = (await api.items(spaceContents.fileBacklinks, { path })).map(({ page }) => page);
    const links = await api.items(spaces.links, inSpace);
    const toFile = links.find(({ targetReference }) => targetReference?.file === world.fileId);
    expect(pages).toEqual(toFile?.locationReferences?.map(({ page }) => page));
  });

  it('to a space that is deleted are broken', async () => {
    const [policies] = await api
      .items(contract.siteSpaces.list, { path: await siteNamed('Engineering Handbook') })
      .then((all) => all.filter(({ title }) => title === 'Privacy Policies'));
    const spaceId = policies?.space?.id ?? '';
    const broken = await api.items(spaces.links, { path: { spaceId }, query: { status: 'broken' } });
    const gone = broken.find(({ targetReference }) => targetReference?.kind === 'space')?.targetReference?.space ?? '';
    expect(await api.failure(spaces.get, { path: { spaceId: gone } })).toMatchObject({ status: 404 });
  });
});

describe('search', () => {
  it('finds pages by title and by text, whatever the letter case, and tells the section', async () => {
    const search = (query: string) => api.items(spaces.search, { ...inSpace, query: { query } });
    expect((await search('QUICKSTART')).map(({ title }) => title)).toContain('Quickstart');
    const [page] = await search('quiet hours');
    expect(page?.sections?.map(({ title }) => title)).toContain('Quiet hours');
    expect(await search('a word that nobody wrote')).toEqual([]);
    expect(await search('')).toEqual([]);
  });
});

describe('collections', () => {
  it('are listed with those inside them, or only at the top', async () => {
    const path = { organizationId: world.organizationId };
    const all = await api.items(collections.list, { path });
    const top = await api.items(collections.list, { path, query: { nested: false } });
    expect(top).toEqual(all.filter(({ parent }) => parent === undefined));
    expect(top.length).toBeLessThan(all.length);
  });

  it('hold the spaces whose parent they are', async () => {
    const held = await api.items(collections.spaces, { path: { collectionId: world.collectionId } });
    expect(held.map(({ parent }) => parent)).toEqual(held.map(() => world.collectionId));
    expect(held.map(({ id }) => id)).toContain(world.spaceId);
  });
});

describe('a share key', () => {
  const shared = async () => {
    const path = await siteNamed('Ledger Early Access');
    const [siteSpace] = await api.items(contract.siteSpaces.list, { path });
    const links = await api.items(contract.shareLinks.list, { path });
    const keyOf = (active: boolean) =>
      links
        .find((link) => link.active === active)
        ?.urls?.published?.split('/')
        .at(-1) ?? '';
    return { path: { spaceId: siteSpace?.space?.id ?? '' }, good: keyOf(true), off: keyOf(false) };
  };

  it('of an active share link resolves the published URL', async () => {
    const { path, good } = await shared();
    expect((await api.call(spaces.get, { path })).urls).not.toHaveProperty('published');
    const { urls } = await api.call(spaces.get, { path, query: { shareKey: good } });
    expect(urls?.published).toContain(good);
  });

  it('that is wrong, switched off, or of another site is refused', async () => {
    const { path, good, off } = await shared();
    expect(off).not.toBe('');
    expect(await api.failure(spaces.get, { path, query: { shareKey: 'guess' } })).toMatchObject({ status: 403 });
    expect(await api.failure(spaces.get, { path, query: { shareKey: off } })).toMatchObject({ status: 403 });
    expect(await api.failure(spaces.get, { ...inSpace, query: { shareKey: good } })).toMatchObject({ status: 403 });
  });
});

describe('permissions', () => {
  const spaceAs = (token: string) => api.call(spaces.get, inSpace, token);

  it('follow the caller’s role', async () => {
    expect((await spaceAs(sandboxTokens.admin)).permissions).toMatchObject({ admin: true, merge: true });
    expect((await spaceAs(sandboxTokens.editor)).permissions).toMatchObject({ admin: false, edit: true, merge: false });
    expect((await spaceAs(sandboxTokens.reader)).permissions).toMatchObject({
      view: true,
      comment: false,
      edit: false,
    });
  });

  it('are what is allowed', async () => {
    const body = { body: { markdown: 'May I?' } };
    const subject = { subject: 'May I?' };
    for (const token of [sandboxTokens.admin, sandboxTokens.editor, sandboxTokens.reader]) {
      const { permissions } = await spaceAs(token);
      const outcome = async (
        allowed: boolean | undefined,
        attempt: () => Promise<unknown>,
        refusal: () => Promise<unknown>,
      ) => (allowed ? expect(await attempt()).toBeDefined() : expect(await refusal()).toMatchObject({ status: 403 }));
      await outcome(
        permissions?.comment,
        () => api.call(spaceComments.create, { ...inSpace, body }, token),
        () => api.failure(spaceComments.create, { ...inSpace, body }, token),
      );
      await outcome(
        permissions?.edit,
        () => api.call(changeRequests.create, { ...inSpace, body: subject }, token),
        () => api.failure(changeRequests.create, { ...inSpace, body: subject }, token),
      );
      await outcome(
        permissions?.admin,
        () => api.call(spaces.update, { ...inSpace, body: {} }, token),
        () => api.failure(spaces.update, { ...inSpace, body: {} }, token),
      );
    }
  });

  it('let a guest see only what a team opens', async () => {
    const organization = { path: { organizationId: world.organizationId } };
    const seen = await Promise.all(
      (await api.items(contract.siteSpaces.list, { path: { ...organization.path, siteId: world.siteId } })).map(
        ({ space }) =>
          fetch(`${api.url}/v1/spaces/${space?.id}`, { headers: { authorization: `Bearer ${sandboxTokens.guest}` } }),
      ),
    );
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await api.items(collections.list, organization, sandboxTokens.guest)).toEqual([]);
    expect(await api.failure(contract.members.list, organization, sandboxTokens.guest)).toMatchObject({ status: 403 });
  });
});
