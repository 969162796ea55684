import { beforeEach, describe, expect, it } from 'vitest';
import { operationsOf, startWorld } from '../../support/gateways/gateway.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const comments = '/v1/spaces/s/change-requests/c/comments';
const id = { comment: 'k', space: 's', team: 't' };

/** A list whose parent's record counts it, and that record where it came: in a list, as the caller's first call. */
const lists = [
  {
    list: 'changeRequestComments.replies',
    at: { [comments]: (replies: unknown) => ({ id: id.comment, replies }) },
    inList: (field: string) => `{ node(id: "Q2hhbmdlUmVxdWVzdDpzL2M") { ... on ChangeRequest {
      of: comments { nodes { ${field} } } } } }`,
    field: 'replies',
    path: `${comments}/k/replies`,
    filter: 'format: "markdown"',
    refused: undefined,
  },
  {
    list: 'changeRequests.list',
    at: { '/v1/collections/c/spaces': (changeRequests: unknown) => ({ id: id.space, changeRequests }) },
    inList: (field: string) => `{ collection(id: "c") { of: spaces { nodes { ${field} } } } }`,
    field: 'changeRequests',
    path: '/v1/spaces/s/change-requests',
    filter: 'status: "merged"',
    refused: 'contributorId: "U3BhY2U6cw"',
  },
  {
    list: 'teamMembers.list',
    at: { '/v1/orgs/o/teams': (members: unknown) => ({ id: id.team, members }) },
    inList: (field: string) => `{ organization(id: "o") { of: teams { nodes { ${field} } } } }`,
    field: 'members',
    path: '/v1/orgs/o/teams/t/members',
    filter: 'first: 3',
    refused: undefined,
  },
];

const world = stubbedGateway();

const window = '{ totalCount nodes { restId } edges { cursor } pageInfo { hasNextPage hasPreviousPage endCursor } }';
const nothing = {
  totalCount: 0,
  nodes: [],
  edges: [],
  pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null },
};

describe.each(lists)('$list, where the record at hand counts', ({ list, at, inList, field, path, filter, refused }) => {
  /** Asks for the list of a record that counts `count` in it; `ids` are what the list itself would hold. */
  async function run(count: unknown, args: string, ids: readonly string[] = ['new']) {
    for (const [above, record] of Object.entries(at)) world.replies[above] = pagesOf([record(count)]);
    // A membership has no id but the member's.
    world.replies[path] = pagesOf(ids.map((one) => ({ id: one, organization: { id: one } })));
    const result = await world.gateway.execute(inList(`list: ${field}${args} ${window}`));
    const { of } = (Object.values(result.data)[0] ?? {}) as { of: { nodes: { list: unknown }[] } };
    return { ...result, list: of.nodes[0]?.list, calls: operationsOf(result.calls) };
  }

  it('nothing, is empty without a call, however it is filtered', async () => {
    for (const args of ['', `(${filter})`, '(first: 0)', '(first: 1000)']) {
      const result = await run(0, args);
      expect(result.errors).toBeUndefined();
      expect(result.list).toEqual(nothing);
      expect(result.calls).not.toContain(list);
    }
  });

  it('something, or nothing that can be read, is asked for', async () => {
    for (const count of [1, undefined, null, '0', -1]) {
      const result = await run(count, '');
      expect(result.errors).toBeUndefined();
      expect(result.list).toMatchObject({ totalCount: 1, nodes: [{ restId: 'new' }] });
      expect(result.calls).toContain(list);
    }
  });

  it('nothing, is asked for behind a cursor, which says that there was something', async () => {
    const ids = ['one', 'two'];
    const { list: first } = await run(2, '(first: 1)', ids);
    const { endCursor } = (first as { pageInfo: { endCursor: string } }).pageInfo;
    const result = await run(0, `(first: 1, after: "${endCursor}")`, ids);
    expect(result.errors).toBeUndefined();
    expect(result.calls).toContain(list);
  });

  it('nothing, still refuses arguments that can not be', async () => {
    for (const wrong of ['first: 1001', 'after: "nonsense"', ...(refused === undefined ? [] : [refused])]) {
      const result = await run(0, `(${wrong})`);
      expect(result.errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
      expect(result.list).toBeNull();
    }
  });
});

describe('a list whose parent is known by its key alone', () => {
  it('is asked for at once, and its record is not fetched for its count', async () => {
    world.replies['/v1/orgs/o/teams/t'] = json({ id: 't', title: 'Writers', members: 0 });
    world.replies['/v1/orgs/o/teams/t/members'] = pagesOf([]);
    const run = async (title: string) => {
      const { errors, calls } = await world.gateway.execute(
        `{ organization(id: "o") { team(id: "t") { ${title} members { totalCount } } } }`,
      );
      expect(errors).toBeUndefined();
      return operationsOf(calls);
    };
    expect(await run('')).toEqual(['teamMembers.list']);
    expect(await run('title')).toEqual(['teamMembers.list', 'teams.get']);
  });
});

describe('the latest version of a specification whose record names none', () => {
  const spec = { id: 'i', slug: 'p', processingState: 'pending' };
  beforeEach(() => {
    world.replies['/v1/orgs/o/openapi'] = pagesOf([spec]);
    world.replies['/v1/orgs/o/openapi/p'] = json(spec);
  });

  it('is read from its own path where the record is at hand, and null without an error where there is none', async () => {
    const { data, errors, calls } = await world.gateway.execute(
      '{ organization(id: "o") { openApiSpecs { nodes { a: latestVersion { restId } b: latestVersion { url } } } } }',
    );
    expect(errors).toBeUndefined();
    expect(data.organization.openApiSpecs.nodes).toEqual([{ a: null, b: null }]);
    expect(operationsOf(calls)).toEqual(['openapiSpecs.latestVersion', 'openapiSpecs.list']);
  });

  it.each(['', 'slug', 'versions { nodes { restId } }'])(
    'is null without an error where it is looked up, beside "%s"',
    async (beside) => {
      world.replies['/v1/orgs/o/openapi/p/versions'] = pagesOf([]);
      const { data, errors } = await world.gateway.execute(
        `{ organization(id: "o") { openApiSpec(by: { slug: "p" }) { restId ${beside} latestVersion { url } } } }`,
      );
      expect(errors).toBeUndefined();
      expect(data.organization.openApiSpec).toMatchObject({ restId: 'p', latestVersion: null });
    },
  );
});

describe('a count that a later write of the same request changes', () => {
  it('is that of the record after each write', async () => {
    const world = await startWorld();
    try {
      const { data: found } =
        await world.execute(`{ organizations(first: 1) { nodes { sites { nodes { siteSpaces { nodes {
        space { changeRequests(first: 1) { nodes { id } } } } } } } } } }`);
      const [, changeRequestId] = /"changeRequests":\{"nodes":\[\{"id":"(\w+)"/.exec(JSON.stringify(found)) ?? [];
      const created = await world.execute(
        `mutation ($changeRequestId: ID!) {
          createChangeRequestComment(input: { changeRequestId: $changeRequestId, body: { markdown: "Sure?" } }) {
            comment { id replies { totalCount } } } }`,
        { variables: { changeRequestId } },
      );
      expect(created.errors).toBeUndefined();
      const { comment } = created.data.createChangeRequestComment;
      expect(comment.replies.totalCount).toBe(0);
      expect(operationsOf(created.calls)).toEqual(['changeRequestComments.create']);
      const { data } = await world.execute(
        `mutation ($id: ID!) {
          before: updateChangeRequestComment(input: { id: $id, addedReactions: ["1f44d"] }) { comment { ...Replies } }
          reply: createChangeRequestCommentReply(input: { commentId: $id, body: { markdown: "Yes." } }) {
            comment { ...Replies } }
          after: updateChangeRequestComment(input: { id: $id, isResolved: true }) { comment { ...Replies } }
        }
        fragment Replies on ChangeRequestComment { replies { totalCount nodes { body { markdown } } } }`,
        { variables: { id: comment.id } },
      );
      const one = { totalCount: 1, nodes: [{ body: { markdown: 'Yes.' } }] };
      expect(data.before.comment.replies).toEqual({ totalCount: 0, nodes: [] });
      expect([data.reply.comment.replies, data.after.comment.replies]).toEqual([one, one]);
    } finally {
      await world.close();
    }
  });
});
