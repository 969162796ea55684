import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox } from '../support/sandbox/sandbox-world.ts';

const { changeRequestComments, changeRequestContents, changeRequests, spaceComments, spaceContents, spaces } = contract;
const { editor, reader } = sandboxTokens;

let api: SandboxCalls;
let spaceId: string;
let pageId: string;
let changeRequestId: string;
beforeAll(async () => {
  api = await startSandboxCalls();
  ({ spaceId, pageId, changeRequestId } = await exploreSandbox(api));
});
afterAll(() => api.sandbox.close());

const say = (markdown: string) => ({ body: { markdown } });

/** The two kinds of parents, with their operations and paths; the tests are the same. */
const places = [
  {
    name: 'a space',
    operations: spaceComments as unknown as typeof changeRequestComments,
    path: () => ({ spaceId }) as { spaceId: string; changeRequestId: string },
    openComments: async () => (await api.call(spaces.get, { path: { spaceId } })).comments,
  },
  {
    name: 'a change request',
    operations: changeRequestComments,
    path: () => ({ spaceId, changeRequestId }),
    openComments: async () => (await api.call(changeRequests.get, { path: { spaceId, changeRequestId } })).comments,
  },
];

describe.each(places)('a comment on $name', ({ operations, path, openComments }) => {
  const post = (markdown: string, token?: string) =>
    api.call(operations.create, { path: path(), body: say(markdown) }, token);
  const at = (commentId: string) => ({ path: { ...path(), commentId } });

  it('is posted on a page and a section of it', async () => {
    const body = { ...say('This is about the page.'), page: pageId, node: 'where-to-begin' };
    const comment = await api.call(operations.create, { path: path(), body }, editor);
    expect(comment).toMatchObject({
      status: 'open',
      replies: 0,
      reactions: [],
      body: say('This is about the page.').body,
    });
    expect(comment.target).toMatchObject({ page: { id: pageId, outdated: false }, node: { id: 'where-to-begin' } });
    expect(comment.target?.node?.preview).toBeTruthy();
    expect(await api.call(operations.get, at(comment.id), editor)).toEqual(comment);
    const [newest] = await api.items(operations.list, { path: path() }, editor);
    expect(newest).toEqual(comment);
    const nowhere = { path: path(), body: { ...say('Where?'), page: 'gone' } };
    expect(await api.failure(operations.create, nowhere)).toMatchObject({
      status: 400,
      message: expect.stringContaining('page'),
    });
  });

  it('is resolved and reopened, and counted while it is open', async () => {
    const before = await openComments();
    const { id } = await post('Please check.');
    expect(await openComments()).toBe(before + 1);
    const resolved = await api.call(operations.update, { ...at(id), body: { resolved: true } }, editor);
    expect(resolved).toMatchObject({ status: 'resolved', resolvedBy: { displayName: 'Tomás Okafor' } });
    expect(resolved.resolvedAt).toBeTruthy();
    expect(await openComments()).toBe(before);
    const again = await api.call(operations.update, { ...at(id), body: { resolved: true } });
    expect(again.resolvedBy).toEqual(resolved.resolvedBy);
    const open = await api.call(operations.update, { ...at(id), body: { resolved: false } });
    expect(open.status).toBe('open');
    expect(open).not.toHaveProperty('resolvedAt');
    expect(open).not.toHaveProperty('resolvedBy');
    expect(await openComments()).toBe(before + 1);
  });

  it('has reactions, one per user and emoji, which users remove for themselves only', async () => {
    const { id } = await post('React, please.');
    const react = (body: object, token?: string) => api.call(operations.update, { ...at(id), body }, token);
    await react({ addedReactions: ['🎉', '👍', '🎉'] });
    const both = await react({ addedReactions: ['🎉'] }, editor);
    expect(both.reactions).toMatchObject([
      {
        emoji: '🎉',
        count: 2,
        users: [{ user: { displayName: 'Mara Lindqvist' } }, { user: { displayName: 'Tomás Okafor' } }],
      },
      { emoji: '👍', count: 1 },
    ]);
    const { reactions } = await react({ removedReactions: ['🎉', '👍'] }, editor);
    expect(reactions).toMatchObject([
      { emoji: '🎉', count: 1 },
      { emoji: '👍', count: 1 },
    ]);
  });

  it('is edited by its author only', async () => {
    const { id } = await post('Frist!', editor);
    expect(await api.failure(operations.update, { ...at(id), body: say('Second!') })).toMatchObject({ status: 403 });
    const edited = await api.call(operations.update, { ...at(id), body: say('First!') }, editor);
    expect(edited.body?.markdown).toBe('First!');
    expect(edited.editedAt).toBeTruthy();
  });

  it('is deleted with its replies, by its author or an admin', async () => {
    const { id } = await post('Never mind.');
    const reply = await api.call(operations.createReply, { ...at(id), body: say('What was it?') }, editor);
    expect(await api.call(operations.get, at(id))).toMatchObject({ replies: 1 });
    expect(await api.failure(operations.delete, at(id), editor)).toMatchObject({ status: 403 });
    await api.call(operations.delete, at(id));
    expect(await api.failure(operations.get, at(id))).toMatchObject({ status: 404 });
    const gone = { path: { ...at(id).path, commentReplyId: reply.id } };
    expect(await api.failure(operations.getReply, gone)).toMatchObject({ status: 404 });
    const { id: theirs } = await post('An admin may delete this.', editor);
    await api.call(operations.delete, at(theirs));
  });

  it('is not created by readers', async () => {
    const { id } = await post('Read only.');
    expect(await api.failure(operations.create, { path: path(), body: say('Hello?') }, reader)).toMatchObject({
      status: 403,
    });
    expect(await api.failure(operations.update, { ...at(id), body: { resolved: true } }, reader)).toMatchObject({
      status: 403,
    });
    expect((await api.call(operations.get, at(id), reader)).permissions).toEqual({
      view: true,
      edit: false,
      reply: false,
      delete: false,
    });
  });
});

describe('a reply', () => {
  it('to a space comment is edited and deleted', async () => {
    const { id: commentId } = await api.call(spaceComments.create, { path: { spaceId }, body: say('Anyone?') });
    const { id } = await api.call(
      spaceComments.createReply,
      { path: { spaceId, commentId }, body: say('Me!') },
      editor,
    );
    const at = { path: { spaceId, commentId, commentReplyId: id } };
    const update = { ...at, body: { ...say('Me, gladly!'), addedReactions: ['👀'] } };
    expect(await api.failure(spaceComments.updateReply, update)).toMatchObject({ status: 403 });
    const edited = await api.call(spaceComments.updateReply, update, editor);
    expect(edited).toMatchObject({ body: { markdown: 'Me, gladly!' }, reactions: [{ emoji: '👀', count: 1 }] });
    expect(await api.call(spaceComments.getReply, at, editor)).toEqual(edited);
    expect(await api.failure(spaceComments.deleteReply, at, reader)).toMatchObject({ status: 403 });
    await api.call(spaceComments.deleteReply, at, editor);
    expect(await api.failure(spaceComments.getReply, at)).toMatchObject({ status: 404 });
    expect(await api.call(spaceComments.get, { path: { spaceId, commentId } })).toMatchObject({ replies: 0 });
  });

  it('to a change request comment is in the list of its replies', async () => {
    const path = { spaceId, changeRequestId };
    const { id: commentId } = await api.call(changeRequestComments.create, { path, body: say('Anyone?') });
    const first = await api.call(changeRequestComments.createReply, {
      path: { ...path, commentId },
      body: say('One.'),
    });
    const second = await api.call(changeRequestComments.createReply, {
      path: { ...path, commentId },
      body: say('Two.'),
    });
    const replies = await api.items(changeRequestComments.replies, { path: { ...path, commentId } });
    expect(replies.map(({ id }) => id)).toEqual([first.id, second.id]);
  });
});

describe('the page that a comment is about', () => {
  it('is as it was when the comment was posted', async () => {
    const pagesOf = async (content: Promise<{ pages: Page[] }>) => (await content).pages.flatMap(withChildren);
    const main = await pagesOf(api.call(spaceContents.pages, { path: { spaceId } }));
    const proposed = await pagesOf(api.call(changeRequestContents.pages, { path: { spaceId, changeRequestId } }));
    const changed = proposed.find((page) =>
      main.some(({ id, updatedAt }) => id === page.id && updatedAt !== page.updatedAt),
    );
    const body = { ...say('What if this page changes?'), page: changed?.id };
    const { id, target } = await api.call(spaceComments.create, { path: { spaceId }, body });
    await api.call(changeRequests.merge, { path: { spaceId, changeRequestId } });
    const comment = await api.call(spaceComments.get, { path: { spaceId, commentId: id } });
    expect(comment.target?.page).toEqual({ ...target?.page, outdated: true });
  });

  const withChildren = (page: Page): Page[] => [page, ...(page.pages ?? []).flatMap(withChildren)];
});
