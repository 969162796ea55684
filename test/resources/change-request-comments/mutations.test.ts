import { describe, expect, it } from 'vitest';
import { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { startGateway } from '../../support/gateways/gateway.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { type CommentParent, commentFixture, testComments } from '../../support/resources/comment-mutations.ts';
import { mutations } from '../../support/resources/mutations.ts';
import { json, type Reply, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';
import { minimalResponses } from '../../support/upstreams/minimal-responses.ts';

const place: CommentParent = {
  type: 'ChangeRequestComment',
  operations: changeRequestComments,
  field: 'changeRequestId',
  place: { type: 'ChangeRequest', keyIn: ({ spaceId, changeRequestId }) => [spaceId, changeRequestId] },
};

const bench = commentFixture(place);
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
    ).toMatchObject({ field: ['format'], code: 'INVALID', message: expect.stringContaining('format') });
  });
});

describe('a new reply', () => {
  it('is not read again by those who want it as it came, but by those who want it in another format', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(minimalResponses);
    const gateway = await startGateway(upstream.url);
    const { done } = mutations(gateway);
    const input = {
      commentId: globalIdOf('ChangeRequestComment', 'space', 'change-request', 'comment'),
      body: { markdown: 'Is this read twice?' },
    };
    const reads = async (format?: string) => {
      const selection = 'comment { reply(id: "sample") { body { markdown } } }';
      const { createReply } = changeRequestComments;
      return (await done(createReply, 'createChangeRequestCommentReply', { ...input, format }, selection)).reads;
    };
    expect(await reads()).toEqual([]);
    expect(await reads('document')).toEqual([changeRequestComments.getReply.id]);
    await gateway.close();
    await upstream.close();
  });
});

describe('a comment on a change request that is named by its number', () => {
  const world = stubbedGateway();
  const selection = '{ comment { id changeRequest { id } } userErrors { message } }';
  const comment = (target?: object) => json({ id: 'c1', target });
  const writes = {
    createChangeRequestComment: `changeRequestId: "${globalIdOf('ChangeRequest', 'sp', '7')}", body: { markdown: "x" }`,
    updateChangeRequestComment: `id: "${globalIdOf('ChangeRequestComment', 'sp', '7', 'c1')}", isResolved: true`,
  };
  const run = async (name: keyof typeof writes, reply: Reply) => {
    for (const end of ['', '/c1']) world.replies[`/v1/spaces/sp/change-requests/7/comments${end}`] = reply;
    world.replies['/v1/spaces/sp/change-requests/7'] = json({ id: 'cr7', number: 7 });
    const { data } = await world.gateway.execute(`mutation { ${name}(input: { ${writes[name]} }) ${selection} }`);
    return data[name].comment;
  };

  it.each(Object.keys(writes) as (keyof typeof writes)[])('has the id that reads give it: %s', async (name) => {
    expect(await run(name, comment({ changeRequest: 'cr7' }))).toEqual({
      id: globalIdOf('ChangeRequestComment', 'sp', 'cr7', 'c1'),
      changeRequest: { id: globalIdOf('ChangeRequest', 'sp', 'cr7') },
    });
    expect(world.upstream.arrived).toHaveLength(1);
  });

  it.each([undefined, {}, { changeRequest: null }, { changeRequest: 'a/b' }])(
    'has the number in its id where the service does not tell the other: %j',
    async (target) => {
      const { id } = await run('createChangeRequestComment', comment(target));
      expect(id).toBe(globalIdOf('ChangeRequestComment', 'sp', '7', 'c1'));
    },
  );
});
