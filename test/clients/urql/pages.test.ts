import { type Client, gql, type RequestPolicy } from '@urql/core';
import { expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { SiteList } from '../support/site-list.ts';
import { createClient } from './client.ts';

const parts = {
  edges: 'edges { cursor node { id title } }',
  nodes: 'nodes { id title }',
  'nodes and pageInfo': 'nodes { id } pageInfo { hasNextPage endCursor }',
  cursors: 'edges { cursor }',
  totalCount: 'totalCount',
};

type Part = keyof typeof parts;

interface Connection {
  totalCount?: number;
  edges?: { node: { title: string } }[];
  nodes?: { title: string }[];
  pageInfo?: { hasNextPage: boolean; endCursor: string };
}

async function readSites(client: Client, part: Part, variables: object = {}, requestPolicy?: RequestPolicy) {
  const query = gql<{ organization: { sites: Connection } | null }>(`
    query ($organizationId: ID!, $first: Int = 2, $after: String) {
      organization(id: $organizationId) { id sites(first: $first, after: $after) { ${parts[part]} } }
    }
  `);
  const { organizationId } = gateway;
  const { data, error } = await client.query(query, { organizationId, ...variables }, { requestPolicy });
  if (!data?.organization) throw new Error('The organization is missing.', { cause: error });
  return data.organization.sites;
}

const connect = () => createClient(gateway.url, tokens.admin);
const names = Object.keys(parts) as Part[];
const titlesOf = ({ edges = [] }: Connection) => edges.map(({ node }) => node.title);

it.each(names.flatMap((first) => names.map((second) => [first, second] as const)))(
  'has %s and then %s of one list',
  async (first, second) => {
    const client = connect();
    const expected = await readSites(connect(), second);
    for (const part of [first, second]) await readSites(client, part);
    expect(await readSites(client, second)).toEqual(expected);
  },
);

it('reads nodes from edges, without a request', async () => {
  const client = connect();
  const { edges = [] } = await readSites(client, 'edges');
  const { nodes } = await readSites(client, 'nodes', {}, 'cache-only');
  expect(nodes).toEqual(edges.map(({ node }) => node));
});

it('has the pages of each size once, and appends the pages that follow', async () => {
  const client = connect();
  const all = titlesOf(await readSites(client, 'edges', { first: 5 }));
  expect(titlesOf(await readSites(client, 'edges', { first: 1 }))).toEqual(all.slice(0, 1));
  const { pageInfo } = await readSites(client, 'nodes and pageInfo', { first: 1 });
  const further = await readSites(client, 'edges', { first: 1, after: pageInfo?.endCursor });
  expect(titlesOf(further)).toEqual(all.slice(0, 2));
  expect(titlesOf(await readSites(client, 'edges', { first: 5 }))).toEqual(all);
});

it('has a list without a record that the service has deleted, once the list is read again', async () => {
  const client = connect();
  const organizationId = gateway.writableOrganizationIds.urql;
  const before = titlesOf(await readSites(client, 'edges', { organizationId, first: 20 }));
  const id = await createSite(client, organizationId);
  expect(titlesOf(await readSites(client, 'edges', { organizationId, first: 30 }))).toHaveLength(before.length + 1);
  await client.mutation(gql`mutation ($id: ID!) { deleteSite(input: { id: $id }) { userErrors { code } } }`, { id });
  expect(titlesOf(await readSites(client, 'edges', { organizationId, first: 20 }, 'network-only'))).toEqual(before);
});

async function createSite(client: Client, organizationId: string): Promise<string> {
  const create = gql<{ createSite: { site: { id: string } } }>(`
    mutation ($id: ID!) { createSite(input: { organizationId: $id, title: "urql" }) { site { id } } }
  `);
  const { data } = await client.mutation(create, { id: organizationId });
  return data?.createSite.site.id ?? '';
}

it('repeats no item without an id', async () => {
  const client = connect();
  const search = gql<{ organization: { search: { edges: { node: { title: string } }[] } } }>(`
    query ($id: ID!, $first: Int, $after: String) {
      organization(id: $id) { id search(query: "docs", first: $first, after: $after) {
        edges { cursor node { title } } pageInfo { hasNextPage endCursor }
      } }
    }
  `);
  const read = async (first: number) => {
    const { data } = await client.query(search, { id: gateway.organizationId, first });
    return data?.organization.search.edges.map(({ node }) => node.title) ?? [];
  };
  const some = await read(2);
  const more = await read(5);
  expect(more).toHaveLength(5);
  expect(more.slice(0, 2)).toEqual(some);
  expect(await read(2)).toEqual(some);
});

it('has a page alone after an invalidation, and the list again from its start', async () => {
  const client = connect();
  const id = gateway.changeRequestIds.urql;
  const query = gql<{ node: { comments: { nodes: { id: string }[]; pageInfo: { endCursor: string } } } }>(`
    query ($id: ID!, $after: String) {
      node(id: $id) { id ... on ChangeRequest {
        comments(first: 1, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
      } }
    }
  `);
  const read = async (after?: string) => (await client.query(query, { id, after })).data?.node.comments;
  const end = (await read())?.pageInfo.endCursor;
  const before = await read(end);
  expect(before?.nodes).toHaveLength(2);
  const create = gql<{ createChangeRequestComment: { comment: { id: string } } }>(`
    mutation ($input: CreateChangeRequestCommentInput!) { createChangeRequestComment(input: $input) { comment { id } } }
  `);
  const { data } = await client.mutation(create, { input: { changeRequestId: id, body: { markdown: 'Posted.' } } });
  const comment = data?.createChangeRequestComment.comment;
  expect((await read(end))?.nodes).toHaveLength(1);
  expect((await read())?.nodes).toEqual([comment]);
  expect((await read(end))?.nodes).toEqual([comment, before?.nodes[0]]);
  const remove = gql`mutation ($id: ID!) { deleteChangeRequestComment(input: { id: $id }) { deletedId } }`;
  await client.mutation(remove, { id: comment?.id });
});

it('has the first page of a query whose list another one has paged forward, with fewer fields', async () => {
  const list = new SiteList('abcdef');
  const client = createClient('http://gateway.test/graphql', 'token', list.fetch);
  const read = async (fields: string, after?: string, requestPolicy?: RequestPolicy) => {
    const query = gql<{ organization: { sites: Connection & { nodes: { id: string }[] } } }>(`
      query ($after: String) {
        organization(id: "o") { id sites(first: 2, after: $after) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }
      }
    `);
    const { data } = await client.query(query, { after }, { requestPolicy });
    return data?.organization.sites;
  };
  await read('id title');
  const visible = await read('id visibility');
  expect((await read('id title', 'cb'))?.nodes).toHaveLength(4);
  expect(await read('id visibility', undefined, 'network-only')).toEqual(visible);
  expect(await read('id visibility')).toEqual(visible);
  expect(list.requests).toHaveLength(4);
});

it('has every item of a list that has changed when it is read from its start', async () => {
  const list = new SiteList('abcdef');
  const client = createClient('http://gateway.test/graphql', 'token', list.fetch);
  const query = gql<{ organization: { sites: { nodes: { id: string }[]; pageInfo: { endCursor: string } } } }>(`
    query ($after: String) {
      organization(id: "o") { id sites(first: 2, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
    }
  `);
  const read = async (after?: string, requestPolicy?: RequestPolicy) => {
    const { nodes = [], pageInfo } =
      (await client.query(query, { after }, { requestPolicy })).data?.organization.sites ?? {};
    return `${nodes.map(({ id }) => id).join('')} ${pageInfo?.endCursor}`;
  };
  await read();
  await read('cb');
  list.ids = ['n', ...list.ids];
  expect(await read(undefined, 'network-only')).toBe('na ca');
  expect(await read('cb')).toBe('nacd cd');
  expect(await read('ca')).toBe('nabc cc');
});
