import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spaceComments } from '../../../src/resources/space-comments/contract.ts';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { restCalls } from '../../support/sandbox/sandbox-calls.ts';
import { describeComments } from '../../support/suites/comment-suite.ts';

let world: TestWorld;
let spaceId: string;
let replied: { commentId: string; reply: Awaited<ReturnType<typeof postReply>> };

beforeAll(async () => {
  world = await startWorld();
  spaceId = (await spacesByTitle(restCalls(world.sandboxUrl)))('Dispatch Release Notes').id;
  const [comment] = await restCalls(world.sandboxUrl).items(spaceComments.list, { path: { spaceId } });
  const commentId = comment?.id ?? '';
  replied = { commentId, reply: await postReply(commentId) };
});

afterAll(() => world.close());

/** The service has no list of the replies to a space's comment: one is known that was posted. */
function postReply(commentId: string) {
  const body = { body: { markdown: 'Found it, **thanks**.' } };
  return restCalls(world.sandboxUrl).call(spaceComments.createReply, { path: { spaceId, commentId }, body });
}

describe('on a space', () => {
  describeComments(spaceComments, () => ({
    world,
    type: 'SpaceComment',
    key: { spaceId },
    document: (fields) => `{ space(id: "${spaceId}") { ${fields} } }`,
    at: ['space'],
    pageOperation: 'spaceContents.page',
    replied,
  }));

  it('count a new reply', async () => {
    const run = async () => {
      const { data } = await world.execute(
        `{ space(id: "${spaceId}") { comment(id: "${replied.commentId}") { replyCount } } }`,
      );
      return data.space.comment.replyCount as number;
    };
    const before = await run();
    await postReply(replied.commentId);
    expect(await run()).toBe(before + 1);
  });

  it('offer no list of replies, as the service has none', async () => {
    const { errors } = await world.execute(
      `{ space(id: "${spaceId}") { comments { nodes { replies { totalCount } } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});
