import { describe, expect, it } from 'vitest';
import { changeRequestComments } from '../src/contract/change-request-comments.ts';
import { type CommentPlace, commentBench, testComments } from './support/comment-mutations.ts';

const place: CommentPlace = {
  type: 'ChangeRequestComment',
  operations: changeRequestComments,
  field: 'changeRequestId',
  place: { type: 'ChangeRequest', keyIn: ({ spaceId, changeRequestId }) => [spaceId, changeRequestId] },
};

const bench = commentBench(place);
testComments(place, bench);

describe('replies to a change request’s comment', () => {
  const reply = async (commentId: string, markdown: string, format?: string) => {
    const { payload } = await bench.run.done(
      changeRequestComments.createReply,
      'createChangeRequestCommentReply',
      { commentId, body: { markdown }, format },
      'reply { id }',
    );
    return payload.reply.id;
  };

  it('stand in the comment’s list, in the order in which they were posted', async () => {
    const commentId = await bench.post('Anyone?');
    const ids = [await reply(commentId, 'One.'), await reply(commentId, 'Two.', 'markdown')];
    const selection = '... on ChangeRequestComment { replyCount replies { nodes { id body { markdown } } } }';
    expect(await bench.read(commentId, selection)).toEqual({
      replyCount: 2,
      replies: {
        nodes: [
          { id: ids[0], body: { markdown: 'One.' } },
          { id: ids[1], body: { markdown: 'Two.' } },
        ],
      },
    });
  });

  it('are refused in a format that the service does not know', async () => {
    const commentId = await bench.post('In which format?');
    const input = { commentId, body: { markdown: 'In none.' }, format: 'papyrus' };
    expect(
      await bench.run.refused(changeRequestComments.createReply, 'createChangeRequestCommentReply', input),
    ).toMatchObject({ field: null, code: 'INVALID', message: expect.stringContaining('format') });
  });
});
