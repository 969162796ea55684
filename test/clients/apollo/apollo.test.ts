import {
  type ApolloClient,
  CombinedGraphQLErrors,
  gql,
  type NormalizedCacheObject,
  type OperationVariables,
} from '@apollo/client';
import { filter, firstValueFrom } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as plain from '../generated/plain/graphql.ts';
import {
  AnyCommentDocument,
  CommentPartsFragmentDoc,
  DiscussionDocument,
  type DiscussionQuery,
  OrganizationSitesDocument,
  SiteStructureDocument,
  UpdateCommentDocument,
  VisibleSitesDocument,
} from '../generated/strict/graphql.ts';
import { getFragmentData } from '../generated/strict/index.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createClient } from './client.ts';
import { createComment, deleteComment } from './comments.ts';

const complaints = vi.fn();

beforeEach(() => {
  complaints.mockClear();
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(complaints);
});

afterEach(() => {
  vi.restoreAllMocks();
  expect(complaints.mock.calls).toEqual([]);
});

function connect(token = tokens.admin) {
  const { fetch, requests } = recordingFetch();
  const client = createClient(gateway.url, token, fetch);
  const entries = () => client.cache.extract() as NormalizedCacheObject;
  return { client, entries, operations: () => requests.map(({ operationName }) => operationName) };
}

describe('the cache of Apollo Client', () => {
  it('has one entry for each record, by type and id', async () => {
    const { client, entries, operations } = connect();
    const { data } = await client.query({ query: SiteStructureDocument, variables: { siteId: gateway.siteId } });
    if (data?.node?.__typename !== 'Site') throw new Error('The site is missing.');
    const [section] = data.node.sections.nodes;
    const [siteSpace] = section.siteSpaces.nodes;
    expect(entries()).toMatchObject({
      [`Site:${gateway.siteId}`]: { title: 'Halcyon Docs' },
      [`SiteSection:${section.id}`]: { title: section.title },
      [`SiteSpace:${siteSpace.id}`]: { space: { __ref: `Space:${siteSpace.space?.id}` } },
    });
    const nested = Object.values(entries()).flatMap((entry) => Object.values(entry ?? {}).filter(hasId));
    expect(nested).toEqual([]);

    await client.query({ query: SiteStructureDocument, variables: { siteId: gateway.siteId } });
    expect(operations()).toEqual(['SiteStructure']);
  });

  it('keeps a user in the record that names it, whatever of it queries select', async () => {
    const { client, entries, operations } = connect();
    const variables = { changeRequestId: gateway.changeRequestIds.apollo };
    const { data } = await client.query({ query: DiscussionDocument, variables });
    if (data?.node?.__typename !== 'ChangeRequest') throw new Error('The change request is missing.');
    const [{ node }] = data.node.comments.edges;
    const { id, postedBy } = getFragmentData(CommentPartsFragmentDoc, node);
    const query = gql`query Email($id: ID!) { node(id: $id) { id ... on ChangeRequestComment { postedBy { email } } } }`;
    await client.query({ query, variables: { id } });
    expect(entries()[`ChangeRequestComment:${id}`]?.postedBy).toMatchObject({ ...postedBy, email: expect.any(String) });
    await client.query({ query: DiscussionDocument, variables });
    expect(operations()).toEqual(['Discussion', 'Email']);
  });

  it('has one viewer, whatever of it each query selects', () => {
    const { cache } = connect().client;
    const viewer = { __typename: 'Viewer' };
    cache.writeQuery({ query: gql`{ viewer { id } }`, data: { viewer: { ...viewer, id: 'u' } } });
    cache.writeQuery({ query: gql`{ viewer { restId } }`, data: { viewer: { ...viewer, restId: 'u' } } });
    expect(cache.readQuery({ query: gql`{ viewer { id restId } }` })).toEqual({
      viewer: { ...viewer, id: 'u', restId: 'u' },
    });
  });

  it('knows the types of an interface', async () => {
    const { client } = connect();
    const variables = { changeRequestId: gateway.changeRequestIds.apollo, first: 1 };
    const { data } = await client.query({ query: DiscussionDocument, variables });
    if (data?.node?.__typename !== 'ChangeRequest') throw new Error('The change request is missing.');
    const [{ node: comment }] = data.node.comments.edges;
    const any = await client.query({ query: AnyCommentDocument, variables: { id: comment.id } });
    expect(any.data?.node).toMatchObject({
      __typename: 'ChangeRequestComment',
      body: { markdown: expect.any(String) },
    });
  });

  it('joins the pages of a connection', async () => {
    const { client, operations } = connect();
    const variables = { organizationId: gateway.organizationId };
    const { query, data } = await watch(client, { query: OrganizationSitesDocument, variables });
    const titles = () => data().organization?.sites.edges.map(({ node }) => node.title);
    expect(titles()).toEqual(['Halcyon Docs', 'Ledger Early Access']);

    await query.fetchMore({ variables: { after: data().organization?.sites.pageInfo.endCursor } });
    await expect.poll(titles).toEqual(['Halcyon Docs', 'Ledger Early Access', 'Engineering Handbook']);
    expect(data().organization?.sites.pageInfo.hasNextPage).toBe(false);
    expect(operations()).toEqual(['OrganizationSites', 'OrganizationSites']);
  });

  it('keeps lists with other filters apart', async () => {
    const { client, entries } = connect();
    const id = gateway.changeRequestIds.apollo;
    for (const status of [undefined, 'resolved']) {
      await client.query({ query: DiscussionDocument, variables: { changeRequestId: id, status } });
    }
    const lists = Object.entries(entries()[`ChangeRequest:${id}`] ?? {}).filter(([key]) => key.startsWith('comments'));
    expect(lists).toMatchObject([
      ['comments:{}', { pages: [{ edges: [{}, {}] }] }],
      ['comments:{"status":"resolved"}', { pages: [{ edges: [] }] }],
    ]);
  });

  it('follows a comment that is posted, edited and deleted, without another query', async () => {
    const { client, operations } = connect();
    const changeRequestId = gateway.changeRequestIds.apollo;
    const { data } = await watch(client, { query: DiscussionDocument, variables: { changeRequestId, first: 10 } });
    const texts = () => markdowns(data());
    const before = texts();
    expect(before).toHaveLength(2);

    const created = await createComment(client, changeRequestId, 'Posted by Apollo Client.');
    const id = created?.comment?.id ?? '';
    await expect.poll(texts).toEqual(['Posted by Apollo Client.', ...before]);

    await client.mutate({
      mutation: UpdateCommentDocument,
      variables: { input: { id, body: { markdown: 'Edited.' } } },
    });
    await expect.poll(texts).toEqual(['Edited.', ...before]);

    expect(await deleteComment(client, id)).toMatchObject({ deletedId: id, userErrors: [] });
    await expect.poll(texts).toEqual(before);
    expect(operations()).toEqual(['Discussion', 'CreateComment', 'UpdateComment', 'DeleteComment']);
  });
});

/** The result of a query, which follows the changes of the cache. */
async function watch<Data, Vars extends OperationVariables>(
  client: ApolloClient,
  options: ApolloClient.WatchQueryOptions<Data, Vars>,
) {
  const query = client.watchQuery(options);
  query.subscribe({});
  await firstValueFrom(query.pipe(filter(({ dataState }) => dataState === 'complete')));
  const data = () => {
    const result = query.getCurrentResult();
    if (result.dataState !== 'complete') throw new Error('The query has no result.');
    return result.data as Data;
  };
  return { query, data };
}

function markdowns({ node }: DiscussionQuery): (string | null | undefined)[] {
  if (node?.__typename !== 'ChangeRequest') throw new Error('The change request is missing.');
  return node.comments.edges.map((edge) => getFragmentData(CommentPartsFragmentDoc, edge.node).body?.markdown);
}

describe("Apollo Client's policy for errors", () => {
  it("'none' fails: the strict types hold", async () => {
    const { client } = connect(tokens.guest);
    const result = client.query({ query: VisibleSitesDocument });
    await expect(result).rejects.toThrow(CombinedGraphQLErrors);
    await expect(result).rejects.toMatchObject({
      errors: [{ path: ['organizations', 'nodes', 0, 'sites'], extensions: { code: 'FORBIDDEN' } }],
    });
  });

  it("'all' returns the rest of the data with the error: the plain types hold", async () => {
    const { client } = connect(tokens.guest);
    const { data, error } = await client.query({ query: plain.VisibleSitesDocument, errorPolicy: 'all' });
    expect(data?.organizations?.nodes?.[0]).toMatchObject({ title: 'Halcyon Freight Systems', sites: null });
    expect(CombinedGraphQLErrors.is(error) && error.errors[0].extensions?.code).toBe('FORBIDDEN');
  });

  it("'ignore' returns the rest of the data without the error: the plain types hold", async () => {
    const { client } = connect(tokens.guest);
    const { data, error } = await client.query({ query: plain.VisibleSitesDocument, errorPolicy: 'ignore' });
    expect(data?.organizations?.nodes?.[0]?.sites).toBeNull();
    expect(error).toBeUndefined();
  });
});

/** Whether the cache keeps a record inside of another instead of a reference to it. */
function hasId(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasId);
  return typeof value === 'object' && value !== null && ('id' in value || Object.values(value).some(hasId));
}
