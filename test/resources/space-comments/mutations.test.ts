import { beforeEach, describe, expect, it } from 'vitest';
import { spaceComments } from '../../../src/resources/space-comments/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { type CommentParent, commentFixture, testComments } from '../../support/resources/comment-mutations.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { editor, reader } = sandboxTokens;

const place: CommentParent = {
  type: 'SpaceComment',
  operations: spaceComments as unknown as CommentParent['operations'],
  field: 'spaceId',
  place: { type: 'Space', keyIn: ({ spaceId }) => [spaceId] },
};

const bench = commentFixture(place);
testComments(place, bench);

describe('a reply to a space’s comment', () => {
  const written = 'body { markdown } editedAt reactions { emoji userCount }';
  const read = (id: string) => bench.read(id, `... on SpaceCommentReply { ${written} }`);
  let commentId: string;
  let id: string;

  beforeEach(async () => {
    commentId = await bench.post('Anyone?');
    const input = { commentId, body: { markdown: 'Me!' } };
    const { payload } = await bench.run.done(
      spaceComments.createReply,
      'createSpaceCommentReply',
      input,
      'reply { id }',
      editor,
    );
    id = payload.reply.id;
  });

  it('is rewritten by its author alone, and gets reactions', async () => {
    const update = { id, body: { markdown: 'Me, gladly!' }, addedReactions: ['👀', '🎉'] };
    expect(await bench.run.failed('updateSpaceCommentReply', update)).toMatchObject(
      forbidden(spaceComments.updateReply),
    );
    const run = (input: object, token?: string) =>
      bench.run.done(
        spaceComments.updateReply,
        'updateSpaceCommentReply',
        { id, ...input },
        `reply { ${written} }`,
        token,
      );
    const edited = await run(update, editor);
    expect(edited.payload.reply).toEqual({
      body: { markdown: 'Me, gladly!' },
      editedAt: expect.any(String),
      reactions: [
        { emoji: '👀', userCount: 1 },
        { emoji: '🎉', userCount: 1 },
      ],
    });
    expect(edited.reads).toEqual([]);
    expect(await read(id)).toEqual(edited.payload.reply);
    await run({ addedReactions: ['👀'] });
    await run({ removedReactions: ['🎉'] }, editor);
    expect(await read(id)).toEqual({ ...edited.payload.reply, reactions: [{ emoji: '👀', userCount: 2 }] });
    expect(await bench.run.unsent('updateSpaceCommentReply', { id, body: null })).toMatchObject([
      { field: ['body'], code: 'NOT_ALLOWED' },
    ]);
  });

  it('is deleted by its author or an admin, and the comment counts it no more', async () => {
    const remove = 'deleteSpaceCommentReply';
    expect(await bench.run.failed(remove, { id }, reader)).toMatchObject(forbidden(spaceComments.deleteReply));
    expect(await bench.run.done(spaceComments.deleteReply, remove, { id }, 'deletedId', editor)).toEqual({
      payload: { deletedId: id },
      reads: [],
    });
    expect(await read(id)).toBeNull();
    expect(await bench.read(commentId, '... on SpaceComment { replyCount }')).toEqual({ replyCount: 0 });
    expect(await bench.run.failed(remove, { id }, editor)).toMatchObject(missing(spaceComments.deleteReply));
  });
});
