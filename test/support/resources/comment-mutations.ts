import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { startWorld, type TestWorld } from '../gateways/gateway.ts';
import { restCalls } from '../sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../sandbox/sandbox-world.ts';
import { forbidden, type Mutations, missing, mutations } from './mutations.ts';

const { editor, outsider, reader } = sandboxTokens;

/** What comments belong to, with the names of its types, inputs and operations. */
export interface CommentParent {
  type: 'SpaceComment' | 'ChangeRequestComment';
  operations: Pick<typeof changeRequestComments, 'create' | 'update' | 'delete' | 'createReply'>;
  /** The input field with the parent's id. */
  field: 'spaceId' | 'changeRequestId';
  /** The parent's type, and the key of one with comments. */
  place: { type: 'Space' | 'ChangeRequest'; keyIn: (seed: World) => string[] };
}

/** The fixture of the tests, filled before the first test. */
export interface CommentFixture {
  world: TestWorld;
  run: Mutations;
  /** The global id of the space or change request. */
  placeId: string;
  /** The key of one of its pages. */
  pageKey: string[];
  /** Posts a comment and resolves to its global id. */
  post(markdown: string, token?: string): Promise<string>;
  /** Reads a node in a separate request. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  read(id: string, selection: string): Promise<any>;
}

/** Starts a gateway and a sandbox for the tests of a file, and fills the fixture. */
export function commentFixture({ type, operations, field, place }: CommentParent): CommentFixture {
  const bench = {} as CommentFixture;
  beforeAll(async () => {
    const world = await startWorld();
    const run = mutations(world);
    const seed = await exploreSandbox(restCalls(world.sandboxUrl));
    const key = place.keyIn(seed);
    const placeId = globalIdOf(place.type, ...key);
    Object.assign(bench, {
      world,
      run,
      placeId,
      pageKey: [...key, seed.pageId],
      post: async (markdown: string, token?: string) => {
        const input = { [field]: placeId, body: { markdown } };
        const { payload } = await run.done(operations.create, `create${type}`, input, 'comment { id }', token);
        return payload.comment.id;
      },
      read: async (id: string, selection: string) => {
        const query = `query ($id: ID!) { node(id: $id) { ${selection} } }`;
        return (await world.execute(query, { variables: { id } })).data.node;
      },
    } satisfies CommentFixture);
  });
  afterAll(() => bench.world.close());
  return bench;
}

/** The tests that comments on both kinds of parents have in common. */
export function testComments(place: CommentParent, bench: CommentFixture): void {
  const { type, operations, field } = place;
  const create = `create${type}`;
  const update = `update${type}`;
  const remove = `delete${type}`;
  const comment = (selection: string) => `... on ${type} { ${selection} }`;
  const openComments = async () =>
    (await bench.read(bench.placeId, `... on ${place.place.type} { openCommentCount }`)).openCommentCount;
  const change = (id: string, input: object, selection: string, token?: string) =>
    bench.run.done(operations.update, update, { id, ...input }, `comment { ${selection} }`, token);

  describe(create, () => {
    const posted = `status replyCount body { markdown } postedBy { displayName }
      target { page { page { id } isOutdated } documentNode { restId preview } }`;

    it('posts on a page and a section of it, without a further call', async () => {
      const pageId = globalIdOf('Page', ...bench.pageKey);
      const markdown = 'This is about the page.\n\n*Really* — “ünïcode” & <tags> too: 🦊';
      for (const page of [pageId, bench.pageKey.at(-1)]) {
        const input = { [field]: bench.placeId, pageId: page, documentNodeId: 'where-to-begin', body: { markdown } };
        const { payload, reads } = await bench.run.done(
          operations.create,
          create,
          input,
          `comment { id ${posted} }`,
          editor,
        );
        const { id, ...given } = payload.comment;
        expect(reads).toEqual([]);
        expect(given).toEqual({
          status: 'open',
          replyCount: 0,
          body: { markdown },
          postedBy: { displayName: 'Tomás Okafor' },
          target: {
            page: { page: { id: pageId }, isOutdated: false },
            documentNode: { restId: 'where-to-begin', preview: expect.any(String) },
          },
        });
        expect(await bench.read(id, comment(posted))).toEqual(given);
      }
    });

    it('rejects unknown pages, and users who may only read', async () => {
      const before = await openComments();
      const input = { [field]: bench.placeId, body: { markdown: 'Where?' } };
      expect(await bench.run.refused(operations.create, create, { ...input, pageId: 'gone' })).toMatchObject({
        field: ['pageId'],
        code: 'INVALID',
        message: expect.stringContaining('page'),
      });
      expect(await bench.run.failed(create, input, reader)).toMatchObject(forbidden(operations.create));
      expect(await bench.run.failed(create, input, outsider)).toMatchObject(forbidden(operations.create));
      expect(await openComments()).toBe(before);
    });
  });

  describe(update, () => {
    const resolution = 'status resolvedAt resolvedBy { displayName }';

    it('resolves and reopens a comment', async () => {
      const before = await openComments();
      const id = await bench.post('Please check.');
      expect(await openComments()).toBe(before + 1);
      const resolved = await change(id, { isResolved: true }, resolution, editor);
      expect(resolved.payload.comment).toEqual({
        status: 'resolved',
        resolvedAt: expect.any(String),
        resolvedBy: { displayName: 'Tomás Okafor' },
      });
      expect(resolved.reads).toEqual([]);
      expect(await bench.read(id, comment(resolution))).toEqual(resolved.payload.comment);
      expect(await openComments()).toBe(before);
      const open = { status: 'open', resolvedAt: null, resolvedBy: null };
      expect((await change(id, { isResolved: false }, resolution)).payload.comment).toEqual(open);
      expect(await bench.read(id, comment(resolution))).toEqual(open);
      expect(await openComments()).toBe(before + 1);
    });

    it('adds and removes reactions, for each user only their own', async () => {
      const reactions = 'reactions { emoji userCount users { user { displayName } } }';
      const id = await bench.post('React, please.');
      await change(id, { addedReactions: ['🎉', '👍', '🎉'] }, reactions);
      const [mara, tomas] = ['Mara Lindqvist', 'Tomás Okafor'].map((displayName) => ({ user: { displayName } }));
      const thumb = { emoji: '👍', userCount: 1, users: [mara] };
      const both = await change(id, { addedReactions: ['🎉'] }, reactions, editor);
      expect(both.payload.comment).toEqual({ reactions: [{ emoji: '🎉', userCount: 2, users: [mara, tomas] }, thumb] });
      const left = await change(id, { removedReactions: ['🎉', '👍'] }, reactions, editor);
      expect(left.payload.comment).toEqual({ reactions: [{ emoji: '🎉', userCount: 1, users: [mara] }, thumb] });
      await change(id, { addedReactions: ['👀'], removedReactions: ['🎉'] }, reactions);
      expect(await bench.read(id, comment(reactions))).toEqual({
        reactions: [thumb, { emoji: '👀', userCount: 1, users: [mara] }],
      });
    });

    it('lets only the author edit the text, and keeps omitted fields', async () => {
      const written = 'body { markdown } editedAt status reactions { emoji }';
      const id = await bench.post('Frist!', editor);
      await change(id, { isResolved: true, addedReactions: ['👍'] }, 'id');
      const input = { id, body: { markdown: 'Second!' } };
      expect(await bench.run.failed(update, input)).toMatchObject(forbidden(operations.update));
      const edited = await change(id, { body: { markdown: 'First!' } }, written, editor);
      expect(edited.payload.comment).toEqual({
        body: { markdown: 'First!' },
        editedAt: expect.any(String),
        status: 'resolved',
        reactions: [{ emoji: '👍' }],
      });
      expect(await bench.read(id, comment(written))).toEqual(edited.payload.comment);
    });

    it('rejects null values and empty emoji', async () => {
      const id = await bench.post('Unchanged.');
      const nothing = { id, isResolved: null, body: null, addedReactions: null, removedReactions: null };
      const errors = await bench.run.unsent(update, nothing);
      expect(errors.map(({ field, code }) => `${field?.join('.')} ${code}`)).toEqual([
        'isResolved NOT_ALLOWED',
        'body NOT_ALLOWED',
      ]);
      expect(await bench.run.refused(operations.update, update, { id, addedReactions: [''] })).toMatchObject({
        field: ['addedReactions', '0'],
        code: 'INVALID',
      });
    });
  });

  describe(remove, () => {
    it('deletes a comment with its replies, for its author or an admin', async () => {
      const id = await bench.post('Never mind.');
      const reply = { commentId: id, body: { markdown: 'What was it?' } };
      await bench.run.done(operations.createReply, `${create}Reply`, reply, 'reply { id }', editor);
      expect(await bench.run.failed(remove, { id }, editor)).toMatchObject(forbidden(operations.delete));
      expect(await bench.run.done(operations.delete, remove, { id }, 'deletedId')).toEqual({
        payload: { deletedId: id },
        reads: [],
      });
      expect(await bench.read(id, comment('status'))).toBeNull();
      expect(await bench.run.failed(remove, { id })).toMatchObject(missing(operations.delete));
      const theirs = await bench.post('An admin may delete this.', editor);
      await bench.run.done(operations.delete, remove, { id: theirs }, 'deletedId');
    });
  });

  describe(`${create}Reply`, () => {
    it('replies to a comment, and returns the current comment', async () => {
      const id = await bench.post('Anyone?');
      const written = 'body { markdown } postedBy { displayName } comment { id }';
      const { payload, reads } = await bench.run.done(
        operations.createReply,
        `${create}Reply`,
        { commentId: id, body: { markdown: 'Me!' } },
        `reply { id ${written} } comment { id replyCount }`,
        editor,
      );
      const { id: replyId, ...reply } = payload.reply;
      expect(reply).toEqual({
        body: { markdown: 'Me!' },
        postedBy: { displayName: 'Tomás Okafor' },
        comment: { id },
      });
      expect(payload.comment).toEqual({ id, replyCount: 1 });
      expect(reads).toEqual([operations.create.id.replace('create', 'get')]);
      expect(await bench.read(replyId, `... on ${type}Reply { ${written} }`)).toEqual(reply);
    });

    it('rejects readers, and ids that are not comments', async () => {
      const id = await bench.post('Anyone else?');
      const input = { commentId: id, body: { markdown: 'Me?' } };
      expect(await bench.run.failed(`${create}Reply`, input, reader)).toMatchObject(forbidden(operations.createReply));
      const wrong = { ...input, commentId: bench.placeId };
      expect(await bench.run.unsent(`${create}Reply`, wrong)).toMatchObject([
        { field: ['commentId'], code: 'INVALID' },
      ]);
      expect(await bench.read(id, comment('replyCount'))).toEqual({ replyCount: 0 });
    });
  });
}
