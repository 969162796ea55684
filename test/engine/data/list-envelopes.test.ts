import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json, type Reply } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();

/** What was called, with a mark where a list stands for look-ups. */
const told = (calls: readonly CallRecord[]) =>
  calls.map(({ path, batched }) => `${path}${batched ? ' (batched)' : ''}`);
const arrived = () => world.upstream.arrived.map(({ url }) => url).sort();

describe('collections that spaces stand in', () => {
  const spaces = (...parents: string[]) =>
    parents.map((parent, i) => ({ id: `s${i}`, title: `Space ${i}`, organization: 'o', parent }));
  const run = () => world.gateway.execute('{ collection(id: "all") { spaces { nodes { parent { title } } } } }');
  const titles = (data: { collection: { spaces: { nodes: { parent: { title: string } | null }[] } } }) =>
    data.collection.spaces.nodes.map(({ parent }) => parent?.title ?? null);
  const collection = (id: string) => ({ id, title: `Collection ${id}`, organization: 'o' });

  function serve(parents: string[], listed: Reply) {
    world.replies['/v1/collections/all/spaces'] = pagesOf(spaces(...parents));
    world.replies['/v1/orgs/o/collections'] = listed;
    for (const id of ['a', 'b', 'c', 'hidden']) world.replies[`/v1/collections/${id}`] = json(collection(id));
  }

  it("are read from their organization's list, which the spaces' records name", async () => {
    serve(['a', 'b', 'a', 'c'], pagesOf([collection('c'), collection('b'), collection('a')]));
    const { data, errors, calls } = await run();
    expect(errors).toBeUndefined();
    expect(titles(data)).toEqual(['Collection a', 'Collection b', 'Collection a', 'Collection c']);
    expect(told(calls).slice(1)).toEqual(['/v1/orgs/o/collections?limit=100 (batched)']);
  });

  it('are read singly where there is but one, or the list lacks them', async () => {
    serve(['a', 'a'], pagesOf([collection('a')]));
    expect(told((await run()).calls).slice(1)).toEqual(['/v1/collections/a']);
    serve(['a', 'b', 'hidden'], pagesOf([collection('a'), collection('b')]));
    const { data, calls } = await run();
    expect(titles(data)).toEqual(['Collection a', 'Collection b', 'Collection hidden']);
    expect(told(calls).slice(1)).toEqual(['/v1/orgs/o/collections?limit=100 (batched)', '/v1/collections/hidden']);
  });

  it.each([
    ['is refused with 400', json({}, 400)],
    ['is refused with 403', json({}, 403)],
    ['is refused with 404', json({}, 404)],
    ['has another form', json({ items: 7 })],
  ])('are read singly where the list %s', async (_, listed) => {
    serve(['a', 'b', 'c'], listed);
    const { data, errors } = await run();
    expect(errors).toBeUndefined();
    expect(titles(data)).toEqual(['Collection a', 'Collection b', 'Collection c']);
  });

  it.each([
    [401, 'UNAUTHENTICATED'],
    [429, 'RATE_LIMITED'],
    [500, 'UPSTREAM_ERROR'],
    [503, 'UPSTREAM_UNAVAILABLE'],
  ])('are not read singly where the list is answered with %i', async (status, code) => {
    serve(['a', 'b', 'c'], json({}, status));
    const { errors, calls } = await run();
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual([code, code, code]);
    expect(calls.map(({ operation }) => operation)).not.toContain('collections.get');
  });

  it('are read singly where the record does not name the organization as it should', async () => {
    for (const organization of [undefined, null, '', 7]) {
      serve(['a', 'b', 'c'], pagesOf([]));
      world.replies['/v1/collections/all/spaces'] = pagesOf(
        spaces('a', 'b', 'c').map((space) => ({ ...space, organization })),
      );
      const { data, calls } = await run();
      expect(titles(data)).toEqual(['Collection a', 'Collection b', 'Collection c']);
      expect(told(calls).slice(1).sort()).toEqual(['a', 'b', 'c'].map((id) => `/v1/collections/${id}`));
    }
  });
});

describe('the count of a list', () => {
  const serveSites = (ids: string[], pageSize?: number) => {
    const sites = ids.map((id) => ({ id, title: `Site ${id}` }));
    world.replies['/v1/orgs/o/sites'] = pagesOf(sites, pageSize);
  };
  const count = 'count: sites { totalCount }';
  const page = 'page: sites(first: 2) { nodes { title } }';
  const run = (...fields: string[]) => world.gateway.execute(`{ organization(id: "o") { ${fields.join(' ')} } }`);

  it('is that of a page which is read anyway, whichever is asked for first', async () => {
    serveSites(['a', 'b', 'c'], 2);
    for (const fields of [
      [count, page],
      [page, count],
    ]) {
      world.upstream.arrived.length = 0;
      const { data, errors } = await run(...fields);
      expect(errors).toBeUndefined();
      expect(data.organization.count).toEqual({ totalCount: 3 });
      expect(data.organization.page.nodes).toEqual([{ title: 'Site a' }, { title: 'Site b' }]);
      expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=2']);
    }
  });

  it('is read once, with one item, where nobody asks for a page', async () => {
    serveSites(['a', 'b', 'c'], 1);
    const { data } = await run(count, 'again: sites(first: 7) { totalCount }');
    expect(data.organization).toEqual({ count: { totalCount: 3 }, again: { totalCount: 3 } });
    expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=1']);
  });

  it('is that of its own list: with other filters, it is another one', async () => {
    serveSites(['a']);
    await run(count, 'page: sites(title: "a") { nodes { title } }');
    expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=1', '/v1/orgs/o/sites?title=a&limit=25']);
  });

  it('fails with the page, each at its own path', async () => {
    world.replies['/v1/orgs/o'] = json({ id: 'o' });
    world.replies['/v1/orgs/o/sites'] = json({}, 503);
    const { errors } = await run('restId', count, page);
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code]).sort()).toEqual([
      ['organization.count', 'UPSTREAM_UNAVAILABLE'],
      ['organization.page', 'UPSTREAM_UNAVAILABLE'],
    ]);
    expect(new Set(arrived())).toEqual(new Set(['/v1/orgs/o', '/v1/orgs/o/sites?limit=2']));
  });

  it('is counted again after a write', async () => {
    serveSites(['a']);
    world.replies['/v1/orgs/o'] = json({ id: 'o', title: 'New' });
    const { data, errors } = await world.gateway.execute(`mutation {
      one: updateOrganization(input: { id: "o", title: "New" }) { organization { ${page} ${count} } }
      two: updateOrganization(input: { id: "o", title: "New" }) { organization { ${count} } }
    }`);
    expect(errors).toBeUndefined();
    expect([data.one, data.two].map(({ organization }) => organization.count.totalCount)).toEqual([1, 1]);
    expect(arrived().filter((url) => url.includes('/sites'))).toEqual([
      '/v1/orgs/o/sites?limit=1',
      '/v1/orgs/o/sites?limit=2',
    ]);
  });
});
