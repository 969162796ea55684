import { print } from 'graphql';
import { ClientError } from 'graphql-request';
import { describe, expect, it } from 'vitest';
import * as plain from '../generated/plain/graphql.ts';
import {
  CommentPartsFragmentDoc,
  CreateCommentDocument,
  DiscussionDocument,
  OrganizationSitesDocument,
  type OrganizationSitesQueryVariables,
  OrganizationsDocument,
  UpdateChangeRequestDocument,
  VisibleSitesDocument,
} from '../generated/strict/graphql.ts';
import { getFragmentData } from '../generated/strict/index.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { createClient } from './client.ts';

describe('graphql-request with the strict documents', () => {
  it('reads without a check for null', async () => {
    const data = await createClient(gateway.url, tokens.admin).request(OrganizationsDocument);
    expect(data.organizations.nodes.map(({ title }) => title.length > 0)).toEqual([true, true, true, true]);
  });

  it('reads the pages of a connection', async () => {
    const client = createClient(gateway.url, tokens.admin);
    const titles: string[] = [];
    const variables: OrganizationSitesQueryVariables = { organizationId: gateway.organizationId };
    do {
      const { organization } = await client.request(OrganizationSitesDocument, variables);
      titles.push(...(organization?.sites.edges.map(({ node }) => node.title) ?? []));
      variables.after = organization?.sites.pageInfo.endCursor;
    } while (titles.length < 3);
    expect(titles).toEqual(['Halcyon Docs', 'Ledger Early Access', 'Engineering Handbook']);
  });

  it('posts a comment', async () => {
    const client = createClient(gateway.url, tokens.admin);
    const changeRequestId = gateway.changeRequestIds['graphql-request'];
    const body = { markdown: 'Posted by graphql-request.' };
    const { createChangeRequestComment } = await client.request(CreateCommentDocument, {
      input: { changeRequestId, body },
    });
    expect(createChangeRequestComment.userErrors).toEqual([]);
    expect(getFragmentData(CommentPartsFragmentDoc, createChangeRequestComment.comment)?.body).toEqual(body);

    const { node } = await client.request(DiscussionDocument, { changeRequestId, first: 10 });
    if (node?.__typename !== 'ChangeRequest') throw new Error('The change request is missing.');
    expect(node.comments.edges.map((edge) => edge.node.id)).toContain(createChangeRequestComment.comment?.id);
  });

  it('shows the problems of an input as data', async () => {
    const { updateChangeRequest } = await createClient(gateway.url, tokens.admin).request(UpdateChangeRequestDocument, {
      input: { id: gateway.changeRequestIds['graphql-request'], subject: 'x'.repeat(101) },
    });
    expect(updateChangeRequest.changeRequest).toBeNull();
    expect(updateChangeRequest.userErrors).toMatchObject([{ field: ['subject'], code: 'TOO_LONG' }]);
  });

  it('fails on a field with an error', async () => {
    const result = createClient(gateway.url, tokens.guest).request(VisibleSitesDocument);
    await expect(result).rejects.toThrow(ClientError);
    await expect(result).rejects.toMatchObject({
      response: { errors: [{ path: ['organizations', 'nodes', 0, 'sites'], extensions: { code: 'FORBIDDEN' } }] },
    });
  });
});

describe('graphql-request with the plain documents', () => {
  it('returns the rest of the data beside an error', async () => {
    const client = createClient(gateway.url, tokens.guest, 'all');
    const query = print(plain.VisibleSitesDocument);
    const { data, errors } = await client.rawRequest<plain.VisibleSitesQuery>({ query });
    expect(data.organizations?.nodes?.[0]).toMatchObject({ title: 'Halcyon Freight Systems', sites: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN']);
  });
});
