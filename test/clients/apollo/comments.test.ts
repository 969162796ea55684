import { type ApolloClient, gql } from '@apollo/client';
import { afterAll, expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { createClient } from './client.ts';
import { createComment, deleteComment } from './comments.ts';

const changeRequestId = gateway.changeRequestIds['apollo comments'];
const connect = (fetch?: typeof globalThis.fetch) => createClient(gateway.url, tokens.admin, fetch);
const selecting = (comments: string) =>
  gql`query ($id: ID!) { node(id: $id) { id ... on ChangeRequest { ${comments} } } }`;
const created: string[] = [];

afterAll(async () => {
  for (const id of created.splice(0)) await deleteComment(connect(), id);
});

interface Comments {
  totalCount?: number;
  nodes?: { id: string }[];
}

async function read(client: ApolloClient, comments: string) {
  const variables = { id: changeRequestId };
  const { data } = await client.query<{ node: { comments: Comments } }>({ query: selecting(comments), variables });
  return data?.node.comments ?? {};
}

/** What the cache has, without a request. */
function cached(client: ApolloClient, comments: string) {
  const variables = { id: changeRequestId };
  return client.readQuery<{ node: { comments: Comments } }>({ query: selecting(comments), variables })?.node.comments;
}

async function create(client: ApolloClient): Promise<string> {
  const payload = await createComment(client, changeRequestId, 'Posted by a test.');
  const id = payload?.comment?.id ?? '';
  created.push(id);
  return id;
}

it('adds a comment to a list of nodes, and counts it', async () => {
  const client = connect();
  const list = 'comments(first: 10) { totalCount nodes { id } }';
  const { totalCount = 0, nodes = [] } = await read(client, list);
  const id = await create(client);
  expect(cached(client, list)).toMatchObject({
    totalCount: totalCount + 1,
    nodes: [{ id }, ...nodes],
  });
});

it('counts a comment where a query has selected the count alone', async () => {
  const client = connect();
  const count = 'comments(first: 1) { totalCount }';
  const { totalCount = 0 } = await read(client, count);
  await create(client);
  expect(cached(client, count)).toMatchObject({ totalCount: totalCount + 1 });
});

it('leaves a filtered list as it is', async () => {
  const client = connect();
  const resolved = 'comments(first: 10, status: "resolved") { totalCount nodes { id } }';
  const before = await read(client, resolved);
  await create(client);
  expect(cached(client, resolved)).toEqual(before);
});

it('keeps a comment that was not deleted', async () => {
  const client = connect();
  const list = 'comments(first: 10) { nodes { id } }';
  const { nodes = [] } = await read(client, list);
  const payload = { deletedId: null, userErrors: [{ field: null, message: 'No.', code: 'CONFLICT' }] };
  const rejecting = connect(async () => Response.json({ data: { deleteChangeRequestComment: payload } }));
  client.setLink(rejecting.link);
  await deleteComment(client, nodes[0]?.id ?? '');
  expect(cached(client, list)?.nodes).toEqual(nodes);
});
