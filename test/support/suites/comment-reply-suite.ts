import { describe, expect, it } from 'vitest';
import { globalIdOf, present, queriesOf } from '../execution/expectations.ts';
import { expectedReply, replySelection } from '../resources/comments.ts';
import { expectNode, expectOneError } from '../resources/reads.ts';
import type { CommentSubject } from './comment-suite.ts';

/** Tests of one reply to a comment. */
export function describeReply(subject: CommentSubject): void {
  const { operations } = subject;
  describe('a reply', () => {
    const replyType = () => `${subject.comments.type}Reply`;
    const inComment = (fields: string) => `comment(id: "${subject.comments.replied.commentId}") { ${fields} }`;

    it('has every field, by plain and by global id, and no call for its comment', async () => {
      const { commentId, reply } = subject.comments.replied;
      const global = globalIdOf(replyType(), ...subject.ids, commentId, reply.id);
      const { given, calls } = await subject.read(
        inComment(`plain: reply(id: "${reply.id}") ${replySelection}
          global: reply(id: "${global}", format: "markdown") { id comment { id restId } }`),
      );
      const path = { ...subject.comments.key, commentId, commentReplyId: reply.id };
      const record = await subject.rest.call(operations.getReply, { path });
      expect(present(given.comment.plain)).toEqual(
        present(expectedReply(replyType(), [...subject.ids, commentId], record)),
      );
      const comment = { id: globalIdOf(subject.comments.type, ...subject.ids, commentId), restId: commentId };
      expect(given.comment.global).toEqual({ id: global, comment });
      expect(new Set(queriesOf(calls, operations.getReply))).toEqual(new Set([{}, { format: 'markdown' }]));
      expect(calls).toHaveLength(2);
    });

    it('round-trips through node', async () => {
      const { commentId, reply } = subject.comments.replied;
      const id = globalIdOf(replyType(), ...subject.ids, commentId, reply.id);
      const given = await expectNode(subject.comments.world, {
        type: replyType(),
        id,
        selection: '{ body { markdown } comment { restId } }',
        endpoint: operations.getReply,
      });
      expect(given).toEqual({ id, body: reply.body, comment: { restId: commentId } });
    });

    it('is read through the interfaces alone', async () => {
      const { world, type } = subject.comments;
      const { commentId, reply } = subject.comments.replied;
      const id = globalIdOf(type, ...subject.ids, commentId);
      const { data, errors } = await world.execute(
        `{ node(id: "${id}") { ... on Comment { reply(id: "${reply.id}") { restId comment { restId } } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.node).toEqual({ reply: { restId: reply.id, comment: { restId: commentId } } });
    });

    it('is null with one NOT_FOUND error at its path if it does not exist', async () => {
      const document = subject.comments.document(inComment('status reply(id: "nothing") { id body { markdown } }'));
      await expectOneError(subject.comments.world, document, {
        at: [...subject.comments.at, 'comment', 'reply'],
        code: 'NOT_FOUND',
      });
    });
  });
}
