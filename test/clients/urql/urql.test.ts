import type { AnyVariables, Client, OperationResult, TypedDocumentNode } from '@urql/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as plain from '../generated/plain/graphql.ts';
import {
  CommentPartsFragmentDoc,
  CreateCommentDocument,
  DeleteCommentDocument,
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
import { strictData } from './strict-data.ts';

const complaints = vi.fn();

beforeEach(() => {
  complaints.mockClear();
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(complaints);
});

// Graphcache complains of records without a key, and of what the schema does not have.
afterEach(() => {
  vi.restoreAllMocks();
  expect(complaints.mock.calls).toEqual([]);
});

function connect(token = tokens.admin) {
  const { fetch, requests } = recordingFetch();
  const operations = () => requests.map(({ operationName }) => operationName);
  return { client: createClient(gateway.url, token, fetch), operations };
}

describe('the cache of urql', () => {
  it('returns a query again without a request', async () => {
    const { client, operations } = connect();
    const read = () => client.query(SiteStructureDocument, { siteId: gateway.siteId });
    const first = await read();
    const second = await read();
    expect(first.data?.node).toMatchObject({ title: 'Halcyon Docs' });
    expect(second.data).toEqual(first.data);
    expect(operations()).toEqual(['SiteStructure']);
  });

  it('joins the pages of a connection', async () => {
    const { client, operations } = connect();
    const { organizationId } = gateway;
    const first = await client.query(OrganizationSitesDocument, { organizationId });
    const after = first.data?.organization?.sites.pageInfo.endCursor;
    const both = await client.query(OrganizationSitesDocument, { organizationId, after });
    expect(both.data?.organization?.sites.edges.map(({ node }) => node.title)).toEqual([
      'Halcyon Docs',
      'Ledger Early Access',
      'Engineering Handbook',
    ]);
    expect(both.data?.organization?.sites.pageInfo.hasNextPage).toBe(false);
    expect(operations()).toEqual(['OrganizationSites', 'OrganizationSites']);
  });

  it('follows a comment that is posted, edited and deleted', async () => {
    const { client, operations } = connect();
    const changeRequestId = gateway.changeRequestIds.urql;
    const result = watch(client, DiscussionDocument, { changeRequestId, first: 10 });
    const texts = () => markdowns(result());
    await expect.poll(texts).toHaveLength(3);
    const before = texts();

    const input = { changeRequestId, body: { markdown: 'Posted by urql.' } };
    const created = await client.mutation(CreateCommentDocument, { input });
    const id = created.data?.createChangeRequestComment.comment?.id ?? '';
    await expect.poll(texts).toEqual(['Posted by urql.', ...before]);

    await client.mutation(UpdateCommentDocument, { input: { id, body: { markdown: 'Edited.' } } });
    await expect.poll(texts).toEqual(['Edited.', ...before]);

    const deleted = await client.mutation(DeleteCommentDocument, { input: { id } });
    expect(deleted.data?.deleteChangeRequestComment).toMatchObject({ deletedId: id, userErrors: [] });
    await expect.poll(texts).toEqual(before);
    expect(operations()).toEqual([
      ...['Discussion', 'CreateComment', 'Discussion', 'UpdateComment', 'DeleteComment', 'Discussion'],
    ]);
  });
});

describe("urql's result", () => {
  it('has the rest of the data beside an error: the plain types hold', async () => {
    const { data, error } = await connect(tokens.guest).client.query(plain.VisibleSitesDocument, {});
    expect(data?.organizations?.nodes?.[0]).toMatchObject({ title: 'Halcyon Freight Systems', sites: null });
    expect(error?.graphQLErrors.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });
});

describe("urql's result through graphql-toe", () => {
  it('throws the error of a field when the field is read: the strict types hold', async () => {
    const result = await connect(tokens.guest).client.query(VisibleSitesDocument, {});
    const [organization] = strictData(result).organizations.nodes;
    expect(organization.title).toBe('Halcyon Freight Systems');
    expect(() => organization.sites.nodes[0].title).toThrow(/permission on the organization's sites is required/);
  });
});

/** The latest result of a query, which follows the changes of the cache. */
function watch<Data, Vars extends AnyVariables>(
  client: Client,
  document: TypedDocumentNode<Data, Vars>,
  variables: Vars,
): () => Data | undefined {
  let latest: OperationResult<Data, Vars> | undefined;
  const { unsubscribe } = client.query(document, variables).subscribe((result) => {
    latest = result;
  });
  subscriptions.push(unsubscribe);
  return () => latest?.data;
}

const subscriptions: (() => void)[] = [];

afterEach(() => {
  for (const unsubscribe of subscriptions.splice(0)) unsubscribe();
});

function markdowns(data: DiscussionQuery | undefined): (string | null | undefined)[] {
  if (data?.node?.__typename !== 'ChangeRequest') return [];
  return data.node.comments.edges.map((edge) => getFragmentData(CommentPartsFragmentDoc, edge.node).body?.markdown);
}
