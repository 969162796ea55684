import { type ApolloClient, gql } from '@apollo/client';
import { afterEach, expect, it } from 'vitest';
import { gateway, tokens } from '../support/gateway.ts';
import { recordingFetch } from '../support/recording-fetch.ts';
import { createClient } from './client.ts';

interface Connection {
  totalCount?: number;
  edges?: { node: { title: string } }[];
  nodes?: { title: string }[];
  pageInfo?: { hasNextPage: boolean; endCursor: string };
}

type Data = { organization: Record<string, Connection> };

const clients: ApolloClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

function connect() {
  const { fetch, requests } = recordingFetch();
  const client = createClient(gateway.url, tokens.admin, fetch);
  clients.push(client);
  return { client, count: () => requests.length };
}

const selecting = (list: string, variables = '') =>
  gql`query ($id: ID!, $first: Int ${variables}) { organization(id: $id) { id ${list} } }`;
const sites = (selection: string) =>
  selecting(`sites(first: $first, after: $after) { ${selection} }`, '$after: String');
const edges = sites('edges { cursor node { id title } } pageInfo { hasNextPage endCursor } totalCount');

/** A query in use, with the titles of the items that it has. */
async function mount(client: ApolloClient, query: ReturnType<typeof gql>, first: number, id = gateway.organizationId) {
  const observable = client.watchQuery<Data>({ query, variables: { id, first } });
  observable.subscribe({});
  const list = (name: string) => (observable.getCurrentResult().data as Data | undefined)?.organization?.[name];
  const titles = (name = 'sites') => {
    const { edges: items, nodes } = list(name) ?? {};
    return items?.map(({ node }) => node.title) ?? nodes?.map(({ title }) => title);
  };
  await expect.poll(() => observable.getCurrentResult().dataState).toBe('complete');
  return { observable, titles, list };
}

/** Time for queries to be sent again. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

it('has the list of one page size and selection for each of three queries, each of which is sent once', async () => {
  const { client, count } = connect();
  const three = await mount(client, edges, 3);
  const one = await mount(client, sites('nodes { id title visibility }'), 1);
  const two = await mount(client, sites('nodes { id title createdAt } pageInfo { hasNextPage }'), 2);
  for (const { observable } of [one, two, three]) await observable.refetch();
  await settled();
  expect(count()).toBe(6);
  expect([one, two, three].map(({ titles }) => titles()?.length)).toEqual([1, 2, 3]);
  expect(two.list('sites')?.pageInfo?.hasNextPage).toBe(true);
  expect(three.list('sites')?.pageInfo?.hasNextPage).toBe(false);
});

it('keeps further pages of a query when others read the list', async () => {
  const { client, count } = connect();
  const paged = await mount(client, edges, 1);
  const other = await mount(client, sites('nodes { id title visibility }'), 1);
  await paged.observable.fetchMore({ variables: { after: paged.list('sites')?.pageInfo?.endCursor } });
  await other.observable.refetch();
  await settled();
  expect(count()).toBe(4);
  expect(paged.titles()).toHaveLength(2);
  expect(other.titles()).toHaveLength(1);
  await paged.observable.refetch();
  expect(paged.titles()).toHaveLength(1);
});

it('sends the queries of a list once each when it has changed', async () => {
  const { client, count } = connect();
  const organizationId = gateway.writableOrganizationIds.apollo;
  const list = await mount(client, edges, 20, organizationId);
  const other = await mount(client, sites('nodes { id title visibility }'), 10, organizationId);
  const before = list.titles();
  const id = await createSite(organizationId);
  await other.observable.refetch();
  await expect.poll(list.titles).toHaveLength((before?.length ?? 0) + 1);
  await client.mutate({
    mutation: gql`mutation ($id: ID!) { deleteSite(input: { id: $id }) { deletedId } }`,
    variables: { id },
    update: (cache) => void cache.evict({ id: cache.identify({ __typename: 'Site', id }) }),
  });
  await settled();
  expect(list.titles()).toEqual(before);
  expect(count()).toBeLessThanOrEqual(6);
});

async function createSite(organizationId: string): Promise<string> {
  const mutation = gql`mutation ($id: ID!) { createSite(input: { organizationId: $id, title: "Apollo" }) { site { id } } }`;
  const { client } = connect();
  const variables = { id: organizationId };
  const { data } = await client.mutate<{ createSite: { site: { id: string } } }>({ mutation, variables });
  return data?.createSite.site.id ?? '';
}

it('has items without ids of two selections, each of which is sent once', async () => {
  const { client, count } = connect();
  const search = (fields: string) => selecting(`search(query: "docs", first: $first) { nodes { ${fields} } }`);
  const titles = await mount(client, search('title'), 2);
  const both = await mount(client, search('title restId'), 3);
  await settled();
  expect(count()).toBe(2);
  expect(titles.titles('search')).toHaveLength(2);
  expect(both.titles('search')).toHaveLength(3);
});

it('has the same items wherever a query selects the list', async () => {
  const { client, count } = connect();
  const list = 'sites(first: $first)';
  const twice = await mount(client, selecting(`${list} { nodes { id title } } ${list} { nodes { id createdAt } }`), 1);
  await mount(client, edges, 3);
  await settled();
  expect(count()).toBe(2);
  expect(twice.titles()).toHaveLength(1);
});

it('reads the page of a cursor, and never for another one', async () => {
  const { client, count } = connect();
  const variables = { id: gateway.organizationId, first: 2 };
  const read = async (after?: string) => {
    const { data } = await client.query<Data>({ query: edges, variables: { ...variables, after } });
    return data?.organization.sites;
  };
  const end = (await createClient(gateway.url, tokens.admin).query<Data>({ query: edges, variables })).data
    ?.organization.sites?.pageInfo?.endCursor;
  const second = await read(end);
  const first = await read();
  expect(first?.edges).toHaveLength(2);
  expect(second?.edges?.[0]).not.toEqual(first?.edges?.[0]);
  const next = await read(first?.pageInfo?.endCursor);
  expect(next?.edges?.map(({ node }) => node.title)).toEqual(second?.edges?.map(({ node }) => node.title));
  expect(await read(end)).toEqual(second);
  expect(count()).toBe(2);
});
