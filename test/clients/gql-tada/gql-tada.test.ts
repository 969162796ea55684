import { type ResultOf, readFragment } from 'gql.tada';
import { expect, it } from 'vitest';
import { CommentParts, Discussion, Organizations } from '../generated/tada-documents.ts';
import { createClient } from '../graphql-request/client.ts';
import { gateway, tokens } from '../support/gateway.ts';

it('infers strict types, and reads them', async () => {
  const client = createClient(gateway.url, tokens.admin);
  const data: ResultOf<typeof Organizations> = await client.request(Organizations);
  expect(data.organizations.nodes[0].title).toBe('Halcyon Freight Systems');
});

it('reads masked fragments', async () => {
  const changeRequestId = gateway.changeRequestIds['gql.tada'];
  const { node } = await createClient(gateway.url, tokens.admin).request(Discussion, { changeRequestId, first: 1 });
  if (node?.__typename !== 'ChangeRequest') throw new Error('The change request is missing.');
  const comment = readFragment(CommentParts, node.comments.edges[0].node);
  expect(comment.replies.nodes.every(({ id }) => id.length > 0)).toBe(true);
});
