import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import type { CommentReply } from '../../../src/resources/comments/contract.ts';
import { contract } from '../../../src/resources/contract.ts';
import { present, queriesOf } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectedReply, replySelection } from '../../support/resources/comments.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectOneError } from '../../support/resources/reads.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { describeComments } from '../../support/suites/comment-suite.ts';

let world: TestWorld;
let rest: RestCalls;
let key: { spaceId: string; changeRequestId: string };
let commentId: string;
let replies: CommentReply[];

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  await findDiscussion((await spacesByTitle(rest))('Dispatch Guides').id);
});

afterAll(() => world.close());

/** A comment with several replies, on an open change request. */
async function findDiscussion(spaceId: string): Promise<void> {
  for (const { id: changeRequestId } of await rest.items(contract.changeRequests.list, { path: { spaceId } })) {
    const comments = await rest.items(changeRequestComments.list, { path: { spaceId, changeRequestId } });
    const comment = comments.find(({ replies = 0 }) => replies > 2);
    if (comment === undefined) continue;
    key = { spaceId, changeRequestId };
    commentId = comment.id;
    replies = await rest.items(changeRequestComments.replies, { path: { ...key, commentId } });
    return;
  }
  throw new Error('The seed has no comment with more than two replies');
}

const document = (fields: string) =>
  `{ space(id: "${key.spaceId}") { changeRequest(by: { id: "${key.changeRequestId}" }) { ${fields} } } }`;
const inComment = (fields: string) => document(`comment(id: "${commentId}") { ${fields} }`);

describe('on a change request', () => {
  describeComments(changeRequestComments, () => ({
    world,
    type: 'ChangeRequestComment',
    key,
    document,
    at: ['space', 'changeRequest'],
    pageOperation: 'changeRequestContents.page',
    replied: { commentId, reply: replies[0] as CommentReply },
  }));

  it('know their change request without a call', async () => {
    const { data, calls } = await world.execute(
      document('comments { nodes { changeRequest { restId } space { restId } } }'),
    );
    const nodes = data.space.changeRequest.comments.nodes;
    expect(nodes.length).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node).toEqual({ changeRequest: { restId: key.changeRequestId }, space: { restId: key.spaceId } });
    }
    expect(operationsOf(calls)).toEqual(['changeRequestComments.list']);
  });
});

describe('replies to a comment on a change request', () => {
  const at = ['space', 'changeRequest', 'comment', 'replies'];
  const expected = (reply: CommentReply) =>
    expectedReply('ChangeRequestCommentReply', [...Object.values(key), commentId], reply);

  it('come in windows', async () => {
    await expectConnection(world, {
      document: (window, selection) => inComment(`replies(${window}) ${selection}`),
      at,
      node: '{ id restId body { markdown } postedAt }',
      endpoint: changeRequestComments.replies,
      nodes: replies.map((reply) => {
        const { id, restId, body, postedAt } = expected(reply);
        return { id, restId, body, postedAt };
      }),
    });
  });

  it('have every field, for the call of their list, in the format that is asked for', async () => {
    const { data, calls, errors } = await world.execute(
      inComment(`replies(format: "markdown") { nodes ${replySelection} }`),
    );
    expect(errors).toBeUndefined();
    expect(present(data.space.changeRequest.comment.replies.nodes)).toEqual(present(replies.map(expected)));
    expect(operationsOf(calls)).toEqual(['changeRequestComments.replies']);
    expect(queriesOf(calls, changeRequestComments.replies)).toEqual([{ format: 'markdown', limit: '25' }]);
  });

  it('are read by one call of their list when several are looked up', async () => {
    const { data, calls } = await world.execute(
      inComment(replies.map(({ id }, i) => `r${i}: reply(id: "${id}") { body { markdown } }`).join(' ')),
    );
    expect(Object.values(data.space.changeRequest.comment)).toEqual(replies.map(({ body }) => ({ body })));
    expect(calls).toEqual([expect.objectContaining({ operation: 'changeRequestComments.replies', batched: true })]);
  });

  it('refuse a format that the service refuses, at their own field', async () => {
    const asked = inComment('status replies(format: "html") { nodes { id } }');
    await expectOneError(world, asked, { at, code: 'BAD_USER_INPUT', message: /format/ });
  });

  it('lead back to their comment, which its list held, without a call', async () => {
    const { data, calls } = await world.execute(
      document('comments { nodes { status replyCount replies { nodes { comment { status } } } } }'),
    );
    const comments: { status: string; replyCount: number; replies: { nodes: unknown[] } }[] =
      data.space.changeRequest.comments.nodes;
    for (const { status, replyCount, replies } of comments) {
      expect(replies.nodes).toHaveLength(replyCount);
      expect(replies.nodes).toEqual(replies.nodes.map(() => ({ comment: { status } })));
    }
    expect(comments.flatMap(({ replies }) => replies.nodes).length).toBeGreaterThan(2);
    expect(operationsOf(calls)).toEqual([
      'changeRequestComments.list',
      ...comments.filter(({ replyCount }) => replyCount > 0).map(() => 'changeRequestComments.replies'),
    ]);
  });

  it('cost the comment where there is none', async () => {
    const asked = document('number comment(id: "nothing") { replies { nodes { id } } }');
    await expectOneError(world, asked, { at: at.slice(0, -1), code: 'NOT_FOUND' });
  });
});
