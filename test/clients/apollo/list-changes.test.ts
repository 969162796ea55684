import { gql } from '@apollo/client';
import { expect, it } from 'vitest';
import { connect, type Data, mount, settled, sites, titles, visibilities } from './watched-list.ts';

it('sends a query once whose list another one has found changed, also if their results never agree', async () => {
  const { client, list } = connect();
  const one = await mount(client, titles, { first: 3 });
  list.idsOf = ({ first }) => (first === 1 ? ['z', 'a'] : list.ids);
  const two = await mount(client, visibilities, { first: 1 });
  await settled(200);
  expect([one.shown(), two.shown()]).toEqual(['abc cc+', 'z cz+']);
  expect(list.requests).toHaveLength(3);
  await one.observable.refetch();
  await settled(200);
  expect(list.requests).toHaveLength(4);
});

it('sends a query for each change of its list that another one finds', async () => {
  const { client, list } = connect();
  const one = await mount(client, titles, { first: 3 });
  const two = await mount(client, visibilities, { first: 1 });
  for (const ids of ['nabcd', 'mnabcd', 'abcd']) {
    list.ids = [...ids];
    await two.observable.refetch();
    await settled();
    expect([one.shown(), two.shown()]).toEqual([`${ids.slice(0, 3)} c${ids[2]}+`, `${ids[0]} c${ids[0]}+`]);
  }
  expect(list.requests).toHaveLength(8);
});

it('keeps further pages while polls find nothing changed, and begins the list anew with the first change', async () => {
  const { client, list } = connect();
  const polling = await mount(client, titles, { pollInterval: 20 });
  const other = await mount(client, visibilities, { first: 3 });
  await polling.more();
  await settled(100);
  expect([polling.shown(), other.shown()]).toEqual(['abcd cd+', 'abc cc+']);
  list.ids = ['n', ...list.ids];
  await settled(100);
  polling.observable.stopPolling();
  expect([polling.shown(), other.shown()]).toEqual(['na ca+', 'nab cb+']);
  await polling.more();
  expect(polling.shown()).toBe('nabc cc+');
  expect(list.requests.filter(({ variables }) => variables.first === 3)).toHaveLength(2);
});

it('begins the list anew when its first page ends with another item at the same cursor', async () => {
  const { client, list } = connect();
  list.hasPositions = true;
  const before = await mount(client, titles);
  await before.more();
  expect(before.shown()).toBe('abcd c4+');
  before.unsubscribe();
  list.ids = ['n', ...list.ids];
  const { more, shown } = await mount(client, titles, { fetchPolicy: 'cache-and-network' });
  expect(shown()).toBe('na c2+');
  await more();
  expect(shown()).toBe('nabc c4+');
});

it('has the item that follows a removal once the list is refetched, where cursors are positions', async () => {
  const { client, list } = connect();
  list.hasPositions = true;
  const { observable, more, shown } = await mount(client, titles);
  list.ids = list.ids.filter((id) => id !== 'b');
  client.cache.evict({ id: 'Site:b' });
  await settled();
  await more();
  expect(shown()).toBe('ade c4+');
  await observable.refetch();
  await more();
  expect(shown()).toBe('acde c4+');
});

it('has none of the lists of a user who has signed out', async () => {
  const { client, list } = connect();
  const { shown } = await mount(client, titles);
  list.ids = [...'xyz'];
  await client.resetStore();
  await settled();
  expect(shown()).toBe('xy cy+');
  expect(JSON.stringify(client.cache.extract())).not.toContain('"ca"');
});

it('keeps the list when a further page fails, and reads the list after a page that failed before', async () => {
  const { client, list } = connect();
  list.isFailing = ({ after }) => after !== undefined;
  const failed = await mount(client, titles, { after: 'cb', errorPolicy: 'all' });
  expect(failed.shown()).toBeNull();
  const { more, shown } = await mount(client, titles, { errorPolicy: 'all' });
  expect(shown()).toBe('ab cb+');
  await more();
  expect(shown()).toBe('ab cb+');
  list.isFailing = () => false;
  await more();
  expect(shown()).toBe('abcd cd+');
  expect(failed.shown()).toBe('cd cd+');
});

it('has the error of a failed list for its query alone', async () => {
  const { client, list } = connect();
  list.isFailing = ({ first }) => first === 3;
  expect((await mount(client, titles, { first: 3, errorPolicy: 'all' })).shown()).toBeNull();
  expect((await mount(client, visibilities)).shown()).toBe('ab cb+');
  expect(list.requests).toHaveLength(2);
});

it('counts items after a count that failed', async () => {
  const { client, list } = connect();
  list.isFailing = () => true;
  const { observable, list: count } = await mount(client, sites('totalCount'), { errorPolicy: 'all' });
  expect(count()).toBeNull();
  list.isFailing = () => false;
  await observable.refetch();
  expect(count()?.totalCount).toBe(10);
});

it('has what code writes over a joined list', async () => {
  const { client, list } = connect();
  const { observable, more, shown } = await mount(client, titles);
  const change = (edit: (edges: object[]) => object[]) =>
    observable.updateQuery((data) => {
      const { organization } = data as Data;
      return {
        organization: {
          ...organization,
          sites: { ...organization.sites, edges: edit(organization.sites?.edges ?? []) },
        },
      } as Data;
    });
  const node = { __typename: 'Site', id: 'n', title: 'New' };
  await more();
  change((edges) => [{ __typename: 'SiteEdge', cursor: '', node }, ...edges]);
  await settled();
  await more();
  expect(shown()).toBe('nabcdef cf+');
  change((edges) => edges.slice(1));
  await settled();
  expect(shown()).toBe('abcdef cf+');
  expect(list.requests).toHaveLength(3);
});

it('shows an optimistic removal at once, and pages on after a removal', async () => {
  const { client, list } = connect();
  const { more, shown } = await mount(client, titles);
  await more();
  const removal = client.mutate<{ deleteSite: { deletedId: string } }>({
    mutation: gql`mutation ($id: ID!) { deleteSite(input: { id: $id }) { deletedId } }`,
    variables: { id: 'b' },
    optimisticResponse: { deleteSite: { __typename: 'DeleteSitePayload', deletedId: 'b' } } as never,
    update: (cache, { data }) => void cache.evict({ id: `Site:${data?.deleteSite.deletedId}` }),
  });
  await settled(2);
  expect(shown()).toBe('acd cd+');
  await removal;
  client.cache.gc();
  await more();
  expect(shown()).toBe('acdef cf+');
  expect(list.requests).toHaveLength(4);
});

it('reads an evicted list again for each of its queries', async () => {
  const { client, list } = connect();
  const one = await mount(client, titles);
  const two = await mount(client, visibilities, { first: 3 });
  client.cache.evict({ id: 'Organization:o', fieldName: 'sites' });
  await settled();
  expect([one.shown(), two.shown()]).toEqual(['ab cb+', 'abc cc+']);
  expect(list.requests).toHaveLength(4);
});
