import { gql, InMemoryCache } from '@apollo/client';
import { possibleTypes, typePolicies } from 'docgraph/client';
import { expect, it } from 'vitest';
import { ChangeRequestsByStatusDocument } from '../generated/strict/graphql.ts';
import { gateway, tokens } from '../support/gateway.ts';
import { createClient } from './client.ts';

const pageQuery = gql`
  query Page($status: String, $first: Int, $after: String) {
    space {
      id
      changeRequests(status: $status, first: $first, after: $after) {
        totalCount
        edges { cursor node { id } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`;

const countQuery = gql`{ space { id changeRequests(first: 0) { totalCount } } }`;
const nodesQuery = gql`{ space { id changeRequests(first: 3) { nodes { id } } } }`;

const subjectsQuery = gql`
  { space { id changeRequests(first: 2) { edges { cursor node { id subject } } pageInfo { hasNextPage endCursor } totalCount } } }
`;

function subjects(ids: string[]) {
  return {
    __typename: 'ChangeRequestConnection',
    totalCount: 9,
    edges: ids.map((id) => ({
      __typename: 'ChangeRequestEdge',
      cursor: `after ${id}`,
      node: { __typename: 'ChangeRequest', id, subject: `Subject of ${id}` },
    })),
    pageInfo: { __typename: 'PageInfo', hasNextPage: true, endCursor: `after ${ids.at(-1)}` },
  };
}

interface Page {
  ids: string[];
  isLast?: boolean;
  variables?: object;
}

function createCache() {
  const cache = new InMemoryCache({ possibleTypes, typePolicies });
  const connection = (ids: string[], isLast: boolean) => ({
    __typename: 'ChangeRequestConnection',
    totalCount: 9,
    edges: ids.map((id) => ({
      __typename: 'ChangeRequestEdge',
      cursor: `after ${id}`,
      node: { __typename: 'ChangeRequest', id },
    })),
    pageInfo: { __typename: 'PageInfo', hasNextPage: !isLast, endCursor: `after ${ids.at(-1)}` },
  });
  const space = (changeRequests: unknown) => ({ space: { __typename: 'Space', id: 's', changeRequests } });
  return {
    cache,
    space,
    write: ({ ids, isLast = false, variables = {} }: Page) =>
      cache.writeQuery({
        query: pageQuery,
        variables: { first: 2, ...variables },
        data: space(connection(ids, isLast)),
      }),
    fail: (variables: object) => cache.writeQuery({ query: pageQuery, variables, data: space(null) }),
    read: (variables: object = {}) => {
      const query = { query: pageQuery, variables: { first: 2, ...variables } };
      const list = cache.readQuery<SpaceData>(query)?.space.changeRequests;
      return list && { ids: list.edges.map(({ node }) => node.id), ...list.pageInfo };
    },
  };
}

interface SpaceData {
  space: {
    changeRequests: { edges: { node: { id: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } } | null;
  };
}

it('keeps lists of the service with two filters apart', async () => {
  const client = createClient(gateway.url, tokens.admin);
  const { id } = await spaceWithDrafts(client);
  const read = async (status: string) => {
    const { data } = await client.query({ query: ChangeRequestsByStatusDocument, variables: { spaceId: id, status } });
    return data?.space?.changeRequests.nodes.map((node) => node.status) ?? [];
  };
  const open = await read('open');
  const drafts = await read('draft');
  expect(open).not.toEqual([]);
  expect(new Set(open)).toEqual(new Set(['open']));
  expect(drafts.every((status) => status === 'draft')).toBe(true);
  expect(await read('open')).toEqual(open);
});

async function spaceWithDrafts(client: ReturnType<typeof createClient>) {
  const query = gql`query ($id: ID!) { node(id: $id) { id ... on ChangeRequest { space { id } } } }`;
  const variables = { id: gateway.changeRequestIds.apollo };
  const { data } = await client.query<{ node: { space: { id: string } } }>({ query, variables });
  if (!data) throw new Error('The change request is missing.');
  return data.node.space;
}

it('has a list for each filter, and another page size once the list is complete', () => {
  const { write, read } = createCache();
  write({ ids: ['a', 'b'] });
  write({ ids: ['d'], variables: { status: 'draft' } });
  expect(read({ status: 'draft' })?.ids).toEqual(['d']);
  expect(read({ first: 5 })).toBeUndefined();
  write({ ids: ['c'], isLast: true, variables: { after: 'after b' } });
  expect(read({ first: 5 })).toMatchObject({ ids: ['a', 'b', 'c'], hasNextPage: false });
  expect(read({ first: 1 })).toBeUndefined();
});

it('appends a page, and repeats no item that has moved to it', () => {
  const { write, read } = createCache();
  write({ ids: ['a', 'b'] });
  write({ ids: ['b', 'c'], isLast: true, variables: { after: 'after b' } });
  expect(read()).toMatchObject({ ids: ['a', 'b', 'c'], hasNextPage: false, endCursor: 'after c' });
});

it('keeps further pages when the first one arrives unchanged, and drops them when it has changed', () => {
  const { write, read } = createCache();
  write({ ids: ['a', 'b'] });
  write({ ids: ['c'], isLast: true, variables: { after: 'after b' } });
  write({ ids: ['a', 'b'] });
  expect(read()).toMatchObject({ ids: ['a', 'b', 'c'], hasNextPage: false, endCursor: 'after c' });
  write({ ids: ['new', 'a'] });
  expect(read()).toMatchObject({ ids: ['new', 'a'], hasNextPage: true, endCursor: 'after a' });
  write({ ids: ['new'], isLast: true });
  expect(read()).toMatchObject({ ids: ['new'], hasNextPage: false });
});

it('keeps further pages for the query that has read them when one that selects more fields brings the first page', () => {
  const { cache, space, write, read } = createCache();
  write({ ids: ['a', 'b'] });
  write({ ids: ['c'], isLast: true, variables: { after: 'after b' } });
  cache.writeQuery({ query: subjectsQuery, data: space(subjects(['a', 'b'])) });
  expect(cache.readQuery({ query: subjectsQuery })).toEqual(space(subjects(['a', 'b'])));
  write({ ids: ['a', 'b'] });
  expect(read()).toMatchObject({ ids: ['a', 'b', 'c'], hasNextPage: false });
});

it('keeps a further page from a query that selects more fields than the page has', () => {
  const { cache, space, write, read } = createCache();
  cache.writeQuery({ query: subjectsQuery, data: space(subjects(['a', 'b'])) });
  write({ ids: ['c'], variables: { after: 'after b' } });
  expect(cache.readQuery({ query: subjectsQuery })).toEqual(space(subjects(['a', 'b'])));
  expect(read()?.ids).toEqual(['a', 'b', 'c']);
});

it('has the edges of a query again after another has selected nodes', () => {
  const { cache, space, write, read } = createCache();
  write({ ids: ['a', 'b'] });
  write({ ids: ['c'], isLast: true, variables: { after: 'after b' } });
  const nodes = ['a', 'b', 'c'].map((id) => ({ __typename: 'ChangeRequest', id }));
  cache.writeQuery({ query: nodesQuery, data: space({ __typename: 'ChangeRequestConnection', nodes }) });
  write({ ids: ['a', 'b'] });
  expect(read()?.ids).toEqual(['a', 'b', 'c']);
  expect(cache.readQuery({ query: nodesQuery })).toMatchObject({
    space: { changeRequests: { nodes: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] } },
  });
});

it('keeps further pages that a query with __typename and the same values of variables wrote', () => {
  const { cache, space, write } = createCache();
  const query = (typename: string) => gql`
    query ($format: CommentFormat, $first: Int, $after: String, $replies: Int) {
      space { id changeRequests(first: $first, after: $after) {
        edges { ${typename} cursor node { id comments(format: $format, first: $replies) { totalCount } } }
        pageInfo { hasNextPage endCursor }
      } }
    }
  `;
  const page = (ids: string[]) => {
    const edges = ids.map((id) => ({
      __typename: 'ChangeRequestEdge',
      cursor: `after ${id}`,
      node: { __typename: 'ChangeRequest', id, comments: { __typename: 'CommentConnection', totalCount: 1 } },
    }));
    const pageInfo = { __typename: 'PageInfo', hasNextPage: true, endCursor: `after ${ids.at(-1)}` };
    return space({ __typename: 'ChangeRequestConnection', edges, pageInfo });
  };
  const put = (typename: string, ids: string[], variables: object) =>
    cache.writeQuery({ query: query(typename), variables, data: page(ids) });
  const count = (variables: object) =>
    cache.readQuery<SpaceData>({ query: query(''), variables })?.space.changeRequests?.edges.length;
  write({ ids: ['z'] });
  put('', ['a', 'b'], { format: 'markdown', replies: 1 });
  put('', ['c'], { format: 'markdown', after: 'after b' });
  put('__typename', ['a', 'b'], { format: 'markdown', replies: 2 });
  expect(count({ format: 'markdown' })).toBe(3);
  put('', ['a', 'b'], { format: 'document' });
  expect(count({ format: 'document' })).toBe(2);
});

it('keeps no values of variables with its pages, however long they are, and tells them apart', () => {
  const { cache, write, read } = createCache();
  const text = 'Written by a user. '.repeat(1000);
  write({ ids: ['a', 'b'], variables: { text } });
  write({ ids: ['c'], variables: { text, after: 'after b' } });
  expect(JSON.stringify(cache.extract()).length).toBeLessThan(2000);
  expect(read({ text })?.ids).toEqual(['a', 'b', 'c']);
  write({ ids: ['a', 'b'], variables: { text: `${text}!` } });
  write({ ids: ['d'], variables: { text: `${text}!`, after: 'after b' } });
  expect([read({ text })?.ids, read({ text: `${text}!` })?.ids]).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'd'],
  ]);
});

it('has a page by its cursor, and no list before it has the first page', () => {
  const { write, read } = createCache();
  write({ ids: ['c', 'd'], variables: { after: 'after b' } });
  expect(read()).toBeUndefined();
  expect(read({ after: 'after b' })?.ids).toEqual(['c', 'd']);
  expect(read({ after: 'after d' })).toBeUndefined();
  write({ ids: ['a', 'b'] });
  expect(read()).toMatchObject({ ids: ['a', 'b'], hasNextPage: true });
  write({ ids: ['c', 'd'], variables: { after: 'after b' } });
  expect(read()?.ids).toEqual(['a', 'b', 'c', 'd']);
  expect(read({ after: 'after b' })?.ids).toEqual(['c', 'd']);
});

it('keeps a list when a page fails, and has null when the list itself fails', () => {
  const { write, fail, read } = createCache();
  fail({ first: 2 });
  expect(read()).toBeNull();
  write({ ids: ['a', 'b'] });
  fail({ first: 2, after: 'after b' });
  expect(read()?.ids).toEqual(['a', 'b']);
  expect(read({ after: 'after b' })).toBeNull();
});

it('keeps the items when a query counts them only, and serves queries of nodes from edges', () => {
  const { cache, space, write, read } = createCache();
  write({ ids: ['a', 'b'], isLast: true });
  cache.writeQuery({ query: countQuery, data: space({ __typename: 'ChangeRequestConnection', totalCount: 10 }) });
  expect(read()?.ids).toEqual(['a', 'b']);
  expect(cache.readQuery({ query: nodesQuery })).toMatchObject({
    space: { changeRequests: { nodes: [{ id: 'a' }, {}] } },
  });
});

it('leaves out records that the cache has evicted', () => {
  const { cache, write, read } = createCache();
  write({ ids: ['a', 'b', 'c'], isLast: true });
  cache.evict({ id: 'ChangeRequest:b' });
  expect(read()?.ids).toEqual(['a', 'c']);
  expect(cache.readQuery({ query: nodesQuery })).toMatchObject({
    space: { changeRequests: { nodes: [{ id: 'a' }, { id: 'c' }] } },
  });
});

it('keeps the newest 500 pages of a list, and all that a query joins', () => {
  const { cache, write, read } = createCache();
  for (let i = 0; i < 501; i++) write({ ids: ['z'], variables: { after: `${i}` } });
  const expectPages = (length: number) =>
    expect(cache.extract()['Space:s']).toMatchObject({ 'changeRequests:{}': { pages: { length } } });
  expectPages(500);
  expect(read({ after: '0' })).toBeUndefined();
  expect(read({ after: '1' })?.ids).toEqual(['z']);
  const ids = Array.from({ length: 502 }, (_, i) => `${i}`);
  for (const [i, id] of ids.entries()) write({ ids: [id], variables: i === 0 ? {} : { after: `after ${i - 1}` } });
  expectPages(502);
  expect(read()?.ids).toEqual(ids);
  write({ ids: ['z'], variables: { after: 'last' } });
  expect(read()?.ids).toEqual(ids);
  expect(read({ after: 'last' })?.ids).toEqual(['z']);
});

it('has one list for a filter that is null and one that is absent', () => {
  const { write, read } = createCache();
  write({ ids: ['a'], isLast: true });
  expect(read({ status: null })?.ids).toEqual(['a']);
  expect(read({ status: 'open' })).toBeUndefined();
});
