import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox/sandbox-world.ts';
import { pageUrl } from '../support/sandbox/sources.ts';

const { changeRequestContents, changeRequests, siteSpaces, spaceContents, spaces } = contract;

let api: SandboxCalls;
let world: World;
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
});
afterAll(() => api.sandbox.close());

interface InSpace {
  spaceId: string;
  changeRequestId: string;
}

const flatten = (pages: readonly Page[] = []): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages)]);
const mainPages = async ({ spaceId }: InSpace) =>
  flatten((await api.call(spaceContents.pages, { path: { spaceId } })).pages);
const proposedPages = async (path: InSpace) => flatten((await api.call(changeRequestContents.pages, { path })).pages);
const mainRevision = async ({ spaceId }: InSpace) => (await api.call(spaces.get, { path: { spaceId } })).revision;

describe('a merge', () => {
  it('conflicts if both sides changed the same page, until the change request is updated', async () => {
    const { path, message } = await conflictOfChanges();
    const revision = await mainRevision(path);
    const main = await mainPages(path);
    const [id = ''] = main.map((page) => page.id).filter((page) => message.includes(page));
    const proposed = (await proposedPages(path)).find((page) => page.id === id);
    expect(proposed?.markdown).not.toBe(main.find((page) => page.id === id)?.markdown);
    expect(await api.failure(changeRequests.merge, { path })).toMatchObject({ status: 409, code: 'conflict', message });
    expect(await mainRevision(path)).toBe(revision);
    expect(await api.call(changeRequests.updateFromMain, { path })).toMatchObject({ result: 'conflicts' });
    expect(await api.call(changeRequests.get, { path })).toMatchObject({ outdated: false });
    await api.call(changeRequests.merge, { path });
    expect((await mainPages(path)).find((page) => page.id === id)?.markdown).toBe(proposed?.markdown);
  });

  /** Merges the change requests of the seed until one conflicts. */
  async function conflictOfChanges(): Promise<{ path: InSpace; message: string }> {
    const inSite = { path: { organizationId: world.organizationId, siteId: world.siteId } };
    for (const { space } of await api.items(siteSpaces.list, inSite)) {
      const spaceId = space?.id ?? '';
      if (space?.editMode === 'locked') continue;
      for (const { id } of await api.items(changeRequests.list, { path: { spaceId } })) {
        const path = { spaceId, changeRequestId: id };
        const message = await api.call(changeRequests.merge, { path }).then(
          () => undefined,
          () => api.failure(changeRequests.merge, { path }).then((failure) => failure.message),
        );
        if (message !== undefined) return { path, message };
      }
    }
    throw new Error('No change requests of the site change the same page');
  }

  it('conflicts if both sides added a page at the same path, until the change request is updated', async () => {
    const { id: spaceId } = await api.call(spaces.duplicate, { path: { spaceId: world.spaceId } });
    const body = { url: pageUrl('Webhook guide', 'First.'), source: 'website' };
    const create = async (): Promise<InSpace> => {
      const { id } = await api.call(changeRequests.create, { path: { spaceId }, body: {} });
      await api.call(changeRequestContents.import, { path: { spaceId, changeRequestId: id }, body });
      return { spaceId, changeRequestId: id };
    };
    const [first, second] = [await create(), await create()];
    await api.call(changeRequests.merge, { path: first });
    const revision = await mainRevision(second);
    const added = (await proposedPages(second)).at(-1);
    const message = expect.stringContaining(added?.id ?? '');
    expect(await api.failure(changeRequests.merge, { path: second })).toMatchObject({ status: 409, message });
    expect(await mainRevision(second)).toBe(revision);
    expect(await api.call(changeRequests.updateFromMain, { path: second })).toMatchObject({ result: 'conflicts' });
    await api.call(changeRequests.merge, { path: second });
    const merged = await mainPages(second);
    expect(merged.slice(-2).map(({ path }) => path)).toEqual(['webhook-guide', 'webhook-guide-2']);
    expect(merged.at(-1)?.id).toBe(added?.id);
  });
});
