import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox/sandbox-world.ts';

const { changeRequests, changeRequestComments, collections, spaceComments, spaces, sites } = contract;

let api: SandboxCalls;
let world: World;
let inSpace: { path: { spaceId: string } };
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
  inSpace = { path: { spaceId: world.spaceId } };
});
afterAll(() => api.sandbox.close());

const siteNamed = async (title: string) => {
  const all = await api.items(sites.list, { path: { organizationId: world.organizationId }, query: { title } });
  return { organizationId: world.organizationId, siteId: all[0]?.id ?? '' };
};

describe('the seed', () => {
  it('has the documented size', async () => {
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

  it('has open change requests with replied comments in every space of every section', async () => {
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
  it('are filtered by status (by default open) and sorted newest first', async () => {
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

  it('are counted in the space record', async () => {
    const space = await api.call(spaces.get, inSpace);
    const count = async (status: string) =>
      (await api.items(changeRequests.list, { ...inSpace, query: { status } })).length;
    const [draft, open, merged, archived] = await Promise.all(['draft', 'open', 'merged', 'archived'].map(count));
    expect(space).toMatchObject({ changeRequestsDraft: draft, changeRequestsOpen: open });
    expect(space.changeRequests).toBe((draft ?? 0) + (open ?? 0) + (merged ?? 0) + (archived ?? 0));
  });

  it('are outdated if the main content has changed since their last update', async () => {
    const { revision } = await api.call(spaces.get, inSpace);
    for (const row of await api.items(changeRequests.list, inSpace)) {
      expect(row.outdated).toBe((row.revisionMergedAncestor ?? row.revisionInitial) !== revision);
    }
    const second = await api.call(changeRequests.get, { path: { ...inSpace.path, changeRequestId: '2' } });
    expect(second.outdated).toBe(true);
  });

  it('have a PDF of all pages or of one page', async () => {
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId };
    const { url } = await api.call(changeRequests.pdf, { path, query: { only: true, page: world.pageId } });
    expect(url).toContain(world.pageId);
    expect(await api.failure(changeRequests.pdf, { path, query: { only: true } })).toMatchObject({ status: 400 });
    expect(await api.failure(changeRequests.pdf, { path, query: { page: 'gone' } })).toMatchObject({ status: 404 });
  });
});

describe('comments', () => {
  it('are filtered by status, author and page, and sorted', async () => {
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

  it('of a space are not found on its change requests, and vice versa', async () => {
    const commentId = world.spaceComments.commentId;
    const path = { ...inSpace.path, changeRequestId: world.changeRequestId, commentId };
    expect(await api.failure(changeRequestComments.get, { path })).toMatchObject({ status: 404 });
    const other = { ...inSpace.path, commentId: world.changeRequestComments.commentId };
    expect(await api.failure(spaceComments.get, { path: other })).toMatchObject({ status: 404 });
  });
});

describe('collections', () => {
  it('are listed at all levels, or at the top level only', async () => {
    const path = { organizationId: world.organizationId };
    const all = await api.items(collections.list, { path });
    const top = await api.items(collections.list, { path, query: { nested: false } });
    expect(top).toEqual(all.filter(({ parent }) => parent === undefined));
    expect(top.length).toBeLessThan(all.length);
  });

  it('list the spaces whose parent they are', async () => {
    const children = await api.items(collections.spaces, { path: { collectionId: world.collectionId } });
    expect(children.map(({ parent }) => parent)).toEqual(children.map(() => world.collectionId));
    expect(children.map(({ id }) => id)).toContain(world.spaceId);
  });
});

describe('share keys', () => {
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

  it('of an active share link add the published URL', async () => {
    const { path, good } = await shared();
    expect((await api.call(spaces.get, { path })).urls).not.toHaveProperty('published');
    const { urls } = await api.call(spaces.get, { path, query: { shareKey: good } });
    expect(urls?.published).toContain(good);
  });

  it('that are unknown, inactive, or of another site are rejected', async () => {
    const { path, good, off } = await shared();
    expect(off).not.toBe('');
    expect(await api.failure(spaces.get, { path, query: { shareKey: 'guess' } })).toMatchObject({ status: 403 });
    expect(await api.failure(spaces.get, { path, query: { shareKey: off } })).toMatchObject({ status: 403 });
    const elsewhere = await siteNamed('Ledger Early Access');
    const other = await api.call(contract.sites.create, {
      path: elsewhere,
      body: { title: 'Another shared site', visibility: 'share-link', spaces: [world.spaceId] },
    });
    const shareKey = good;
    const failure = await api.failure(contract.siteSpaces.list, {
      path: { ...elsewhere, siteId: other.id },
      query: { shareKey },
    });
    expect(failure).toMatchObject({ status: 403 });
  });
});

describe('permissions', () => {
  const spaceAs = (token: string) => api.call(spaces.get, inSpace, token);

  it('depend on the caller’s role', async () => {
    expect((await spaceAs(sandboxTokens.admin)).permissions).toMatchObject({ admin: true, merge: true });
    expect((await spaceAs(sandboxTokens.editor)).permissions).toMatchObject({ admin: false, edit: true, merge: false });
    expect((await spaceAs(sandboxTokens.reader)).permissions).toMatchObject({
      view: true,
      comment: false,
      edit: false,
    });
  });

  it('agree with what the operations allow', async () => {
    const body = { body: { markdown: 'May I?' } };
    const subject = { subject: 'May I?' };
    for (const token of [sandboxTokens.admin, sandboxTokens.editor, sandboxTokens.reader]) {
      const { permissions } = await spaceAs(token);
      const outcome = async (
        allowed: boolean | undefined,
        attempt: () => Promise<unknown>,
        failure: () => Promise<unknown>,
      ) => (allowed ? expect(await attempt()).toBeDefined() : expect(await failure()).toMatchObject({ status: 403 }));
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

  it('let a guest see only spaces with a team grant', async () => {
    const organization = { path: { organizationId: world.organizationId } };
    const inside = await siteNamed('Engineering Handbook');
    const seen = await Promise.all(
      (await api.items(contract.siteSpaces.list, { path: inside })).map(({ space }) =>
        fetch(`${api.url}/v1/spaces/${space?.id}`, { headers: { authorization: `Bearer ${sandboxTokens.guest}` } }),
      ),
    );
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await api.items(collections.list, organization, sandboxTokens.guest)).toEqual([]);
    expect(await api.failure(contract.members.list, organization, sandboxTokens.guest)).toMatchObject({ status: 403 });
  });
});
