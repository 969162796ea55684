import { type ApolloClient, gql } from '@apollo/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { SiteList } from '../support/site-list.ts';
import { createClient } from './client.ts';

interface Connection {
  edges?: { cursor: string; node: { id: string } }[];
  nodes?: { id: string }[];
  pageInfo?: { hasNextPage: boolean; endCursor: string };
  totalCount?: number;
}

export interface Data {
  organization: { sites: Connection | null; some?: Connection };
}

const complaints = vi.fn();
const clients: ApolloClient[] = [];

beforeEach(() => {
  complaints.mockClear();
  for (const level of ['warn', 'error'] as const) vi.spyOn(console, level).mockImplementation(complaints);
});

// Apollo Client complains of a result that the cache has not in full, and of queries that replace each other's data.
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
  vi.restoreAllMocks();
  expect(complaints.mock.calls).toEqual([]);
});

export function connect(list = new SiteList('abcdefghij')) {
  const client = createClient('http://gateway.test/graphql', 'token', list.fetch);
  clients.push(client);
  return { client, list };
}

export const selecting = (below: string, variables = '') =>
  gql`query ($id: ID!, $first: Int, $after: String ${variables}) { organization(id: $id) { id ${below} } }`;
export const sites = (selection: string) => selecting(`sites(first: $first, after: $after) { ${selection} }`);
export const page = 'pageInfo { hasNextPage endCursor }';
export const titles = sites(`edges { cursor node { id title } } ${page}`);
export const visibilities = sites(`nodes { id visibility } ${page}`);

type Options = Partial<ApolloClient.WatchQueryOptions<Data>> & { first?: number; after?: string };

/** A query in use. `shown` is its ids with the id at its end cursor, and `+` if there are more. */
export async function mount(
  client: ApolloClient,
  query: typeof titles,
  { first = 2, after, ...options }: Options = {},
) {
  const observable = client.watchQuery<Data>({ ...options, query, variables: { id: 'o', first, after } });
  const { unsubscribe } = observable.subscribe({ error: () => {} });
  const list = () => (observable.getCurrentResult().data as Data | undefined)?.organization?.sites;
  const more = async (variables: object = {}) => {
    const { errorPolicy } = options;
    await observable.fetchMore({ variables: { after: list()?.pageInfo?.endCursor, ...variables }, errorPolicy });
    await settled();
  };
  await settled();
  return { observable, unsubscribe, list, more, shown: () => textOf(list()) };
}

function textOf(list: Connection | null | undefined): string | null | undefined {
  if (!list) return list;
  const ids = list.edges?.map(({ node }) => node.id) ?? list.nodes?.map(({ id }) => id) ?? [];
  return `${ids.join('')} ${list.pageInfo?.endCursor}${list.pageInfo?.hasNextPage ? '+' : ''}`;
}

/** Time for queries to be sent, and to be sent again: in turns of the event loop, of which a busy machine takes fewer in a time. */
export async function settled(ms = 50) {
  for (let turn = 0; turn < ms / 2; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
}
