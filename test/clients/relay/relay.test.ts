import {
  commitMutation,
  createOperationDescriptor,
  fetchQuery,
  type GraphQLTaggedNode,
  type MutationParameters,
  type OperationType,
  type VariablesOf,
} from 'relay-runtime';
import { describe, expect, it, vi } from 'vitest';
import AppendReply, { type AppendReply as AppendReplyType } from '../generated/relay/AppendReply.graphql.ts';
import DeleteCommentEdge, {
  type DeleteCommentEdge as DeleteType,
} from '../generated/relay/DeleteCommentEdge.graphql.ts';
import DiscussionList, {
  type DiscussionList as DiscussionListType,
} from '../generated/relay/DiscussionList.graphql.ts';
import Organizations, { type Organizations as OrganizationsType } from '../generated/relay/Organizations.graphql.ts';
import PrependComment, { type PrependComment as PrependType } from '../generated/relay/PrependComment.graphql.ts';
import SiteStructure, { type SiteStructure as SiteStructureType } from '../generated/relay/SiteStructure.graphql.ts';
import VisibleSitesOrError, {
  type VisibleSitesOrError as OrErrorType,
} from '../generated/relay/VisibleSitesOrError.graphql.ts';
import VisibleSitesOrThrow, {
  type VisibleSitesOrThrow as OrThrowType,
} from '../generated/relay/VisibleSitesOrThrow.graphql.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createEnvironment } from './environment.ts';

function connect(token = tokens.admin) {
  const { fetch, requests } = recordingFetch();
  const log = vi.fn();
  const environment = createEnvironment(gateway.url, token, { fetch, log });
  return {
    environment,
    log,
    operations: () => requests.map(({ operationName }) => operationName),
    read: <Query extends OperationType>(query: GraphQLTaggedNode, variables: VariablesOf<Query>) =>
      fetchQuery<Query>(environment, query, variables).toPromise() as Promise<Query['response']>,
    write: <Mutation extends MutationParameters>(mutation: GraphQLTaggedNode, variables: VariablesOf<Mutation>) =>
      new Promise<Mutation['response']>((resolve, reject) => {
        commitMutation<Mutation>(environment, { mutation, variables, onCompleted: resolve, onError: reject });
      }),
  };
}

describe('Relay', () => {
  it('runs the documents of the other clients', async () => {
    const { read, operations } = connect();
    const { organizations } = await read<OrganizationsType>(Organizations, {});
    expect(organizations?.nodes?.map((organization) => organization?.title)).toHaveLength(4);
    const { node } = await read<SiteStructureType>(SiteStructure, { siteId: gateway.siteId });
    expect(node).toMatchObject({ __typename: 'Site', title: 'Halcyon Docs' });
    expect(operations()).toEqual(['Organizations', 'SiteStructure']);
  });

  it('reads strict types with @throwOnFieldError', async () => {
    const data = await connect().read<OrThrowType>(VisibleSitesOrThrow, {});
    expect(data.organizations.nodes[0].sites.nodes[0].title).toBe('Halcyon Docs');
  });

  it('throws for a field with an error with @throwOnFieldError', async () => {
    const { read, log } = connect(tokens.guest);
    await expect(read<OrThrowType>(VisibleSitesOrThrow, {})).rejects.toThrow('Unexpected response payload');
    expect(log.mock.calls).toMatchObject([
      [
        {
          kind: 'relay_field_payload.error',
          error: {
            message: expect.stringContaining("permission on the organization's sites is required"),
            extensions: { code: 'FORBIDDEN' },
          },
        },
      ],
    ]);
  });

  it('has the error of a field as a value with @catch', async () => {
    const { organizations } = await connect(tokens.guest).read<OrErrorType>(VisibleSitesOrError, {});
    expect(organizations?.nodes?.[0]).toMatchObject({
      title: 'Halcyon Freight Systems',
      sites: { ok: false, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    });
    const other = await connect().read<OrErrorType>(VisibleSitesOrError, {});
    expect(other.organizations?.nodes?.[0]?.sites).toEqual({ ok: true, value: { nodes: [{ title: 'Halcyon Docs' }] } });
  });

  it('adds and deletes comments and replies in its connections, without another query', async () => {
    const { environment, read, write, operations } = connect();
    const changeRequestId = gateway.changeRequestIds.relay;
    const { node } = await read<DiscussionListType>(DiscussionList, { changeRequestId });
    const connections = [node?.comments?.__id ?? ''];
    const before = discussion();
    expect(before).toHaveLength(2);

    const body = { markdown: 'Posted by Relay.' };
    const created = await write<PrependType>(PrependComment, { input: { changeRequestId, body }, connections });
    expect(discussion()).toEqual([{ text: 'Posted by Relay.', replies: [] }, ...before]);

    const id = created.createChangeRequestComment?.comment?.id ?? '';
    const [comment] = comments();
    for (const markdown of ['First reply.', 'Second reply.']) {
      const input = { commentId: id, body: { markdown } };
      await write<AppendReplyType>(AppendReply, { input, connections: [comment.replies.__id] });
    }
    expect(discussion()[0]).toEqual({ text: 'Posted by Relay.', replies: ['First reply.', 'Second reply.'] });

    await write<DeleteType>(DeleteCommentEdge, { input: { id }, connections });
    expect(discussion()).toEqual(before);
    expect(operations()).toEqual([
      ...['DiscussionList', 'PrependComment', 'AppendReply', 'AppendReply', 'DeleteCommentEdge'],
    ]);

    function comments() {
      const { fragment } = createOperationDescriptor(DiscussionList, { changeRequestId });
      const data = environment.lookup(fragment).data as DiscussionListType['response'];
      return data.node?.comments?.edges.map((edge) => edge.node) ?? [];
    }

    function discussion() {
      return comments().map(({ body: text, replies }) => ({
        text: text?.markdown,
        replies: replies.edges.map(({ node: reply }) => reply.body?.markdown),
      }));
    }
  });
});
