import { gql } from '@apollo/client';
import { expect, it } from 'vitest';
import { connect, type Data, mount, page, settled, sites, titles, visibilities } from './watched-list.ts';

it('sends a query of a larger page size', async () => {
  const { client, list } = connect();
  const { observable, shown } = await mount(client, titles);
  await observable.setVariables({ id: 'o', first: 4 });
  await settled();
  expect(shown()).toBe('abcd cd+');
  expect(list.requests).toHaveLength(2);
});

it('has the pages of two selections and sizes that page forward in turns, without further requests', async () => {
  const { client, list } = connect();
  const one = await mount(client, titles, { first: 3 });
  const two = await mount(client, visibilities);
  for (const query of [one, two, two, two, one]) await query.more();
  expect([one.shown(), two.shown()]).toEqual(['abcdefghi ci+', 'abcdefgh ch+']);
  expect(list.requests).toHaveLength(7);
});

it('has the pages of two sizes of one selection', async () => {
  const { client, list } = connect();
  const three = await mount(client, titles, { first: 3 });
  const one = await mount(client, titles, { first: 1 });
  await one.more();
  await three.more();
  expect([three.shown(), one.shown()]).toEqual(['abcdef cf+', 'ab cb+']);
  expect(list.requests).toHaveLength(4);
});

it('appends a page of another size', async () => {
  const { client } = connect();
  const { more, shown } = await mount(client, titles);
  await more({ first: 4 });
  await more();
  expect(shown()).toBe('abcdefgh ch+');
});

it('appends a page that another query reads with the same fragment, unless its variables have other values', async () => {
  const { client } = connect();
  const fragment =
    'fragment SitePage on SiteConnection { nodes { id title @include(if: $hasTitle) } pageInfo { hasNextPage endCursor } }';
  const query = gql`query ($id: ID!, $hasTitle: Boolean = true) { organization(id: $id) { id sites(first: 2) { ...SitePage } } } ${fragment}`;
  const further = gql`
    query ($of: ID!, $after: String, $hasTitle: Boolean = true) {
      organization(id: $of) { id sites(first: 3, after: $after) { ...SitePage } }
    }
    ${fragment}
  `;
  const { shown } = await mount(client, query);
  const read = (variables: object) =>
    client.query({ query: further, variables: { of: 'o', ...variables }, fetchPolicy: 'network-only' });
  await read({ after: 'cb' });
  await read({ after: 'ce', hasTitle: false });
  await settled();
  expect(shown()).toBe('abcde ce+');
});

it('appends pages to a list that another query has read', async () => {
  const { client, list } = connect();
  await mount(client, titles);
  const { more, shown } = await mount(client, sites(`nodes { id } ${page}`));
  expect(list.requests).toHaveLength(1);
  await more();
  expect(shown()).toBe('abcd cd+');
});

it.each(['cache-and-network', 'network-only'] as const)(
  'keeps pages while queries of the policy %s mount',
  async (policy) => {
    const { client, list } = connect();
    const one = await mount(client, titles, { fetchPolicy: policy });
    const two = await mount(client, visibilities, { first: 3, fetchPolicy: policy });
    await one.more();
    one.unsubscribe();
    const again = await mount(client, titles, { fetchPolicy: policy });
    expect([again.shown(), two.shown()]).toEqual(['abcd cd+', 'abc cc+']);
    expect(list.requests).toHaveLength(4);
  },
);

it('has further pages again when a query is mounted again, and after a restart', async () => {
  const { client, list } = connect();
  const before = await mount(client, titles);
  await mount(client, visibilities, { first: 3 });
  await before.more();
  before.unsubscribe();
  expect((await mount(client, titles)).shown()).toBe('abcd cd+');
  expect(list.requests).toHaveLength(3);
  const restarted = connect();
  restarted.client.cache.restore(JSON.parse(JSON.stringify(client.cache.extract())));
  expect((await mount(restarted.client, titles)).shown()).toBe('abcd cd+');
  expect((await mount(restarted.client, visibilities, { first: 3 })).shown()).toBe('abc cc+');
  expect(restarted.list.requests).toEqual([]);
});

it('has one list for the fragments of a query, and another one for an alias', async () => {
  const { client, list } = connect();
  const query = gql`
    query ($id: ID!, $first: Int, $after: String, $isNew: Boolean = false) { organization(id: $id) { id ...Titles ...Some } }
    fragment Titles on Organization {
      sites(first: $first, after: $after) { edges { cursor node { id title createdAt @include(if: $isNew) } } ${page} }
    }
    fragment Some on Organization {
      sites(first: $first, after: $after) { nodes { id visibility } }
      some: sites(first: 1) { nodes { id isPublished } ${page} }
    }
  `;
  const { observable, list: joined, more, shown } = await mount(client, query);
  await mount(client, titles, { first: 4 });
  await more();
  expect(shown()).toBe('abcd cd+');
  expect(joined()?.nodes).toMatchObject([...'abcd'].map((id) => ({ id, visibility: 'PUBLIC' })));
  expect((observable.getCurrentResult().data as Data).organization.some).toMatchObject({
    nodes: [{ id: 'a', isPublished: true }],
    pageInfo: { endCursor: 'ca' },
  });
  expect(list.requests).toHaveLength(3);
  await observable.setVariables({ id: 'o', first: 2, isNew: true });
  await settled();
  expect(shown()).toBe('ab cb+');
  expect(joined()?.edges?.[0]?.node).toHaveProperty('createdAt');
});
