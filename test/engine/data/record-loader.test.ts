import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { globalId } from '../../../src/engine/relay/global-id.ts';
import { entities } from '../../../src/resources/contract.ts';
import { siteLists, told } from '../../support/gateways/site-lists.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json, text } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();
const { serveSites, readNodes, arrived } = siteLists(world);
const siteId = (organizationId: string, id: string) => globalId(entities.Site, { organizationId, siteId: id });

describe('siblings asked for at once', () => {
  it('are read from one list', async () => {
    serveSites('o', ['a', 'b', 'c', 'd']);
    const { data, errors, calls } = await readNodes(['d', 'a', 'c'].map((id) => siteId('o', id)));
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: 'Site d' }, { title: 'Site a' }, { title: 'Site c' }]);
    expect(told(calls)).toEqual(['/v1/orgs/o/sites?limit=100 (batched)']);
    expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=100']);
  });

  it('are read from one list in however many turns they are asked for', async () => {
    const ids = Array.from({ length: 300 }, (_, i) => `c${i}`);
    world.replies['/v1/collections/c/spaces'] = pagesOf(
      ids.map((parent) => ({ id: `in-${parent}`, organization: 'o', parent })),
    );
    world.replies['/v1/orgs/o/collections'] = pagesOf(ids.map((id) => ({ id, title: id, organization: 'o' })));
    let now = performance.now();
    // Every second reading of the clock ends a turn.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4));
    const query = '{ collection(id: "c") { spaces(first: 300) { nodes { parent { title } } } } }';
    const { data, errors, calls } = await world.gateway.execute(query);
    clock.mockRestore();
    expect(errors).toBeUndefined();
    expect(data.collection.spaces.nodes).toEqual(ids.map((title) => ({ parent: { title } })));
    expect(told(calls)).toEqual(['/v1/collections/c/spaces?limit=300', '/v1/orgs/o/collections?limit=1000 (batched)']);
  });

  it('are asked for singly where there are two, and nothing tells the size of their list', async () => {
    serveSites('o', ['a', 'b']);
    const { data, calls } = await readNodes(['b', 'a'].map((id) => siteId('o', id)));
    expect(data.nodes).toEqual([{ title: 'Site b' }, { title: 'Site a' }]);
    expect(told(calls)).toEqual(['/v1/orgs/o/sites/b', '/v1/orgs/o/sites/a']);
  });

  it.each([
    [50, ['/v1/orgs/o/sites?limit=50 (batched)']],
    [51, ['/v1/orgs/o/sites/s48', '/v1/orgs/o/sites/s49']],
  ])('are read as costs less where their list is known to have %i items', async (size, expected) => {
    const ids = Array.from({ length: size }, (_, i) => `s${i}`);
    serveSites('o', ids);
    const own = { id: 's0', title: 'Site s0' };
    world.replies['/v1/orgs/o/sites/s0/published'] = json({ site: own });
    // The first page of the list, and the number of its items.
    world.replies['/v1/orgs/o/sites'] = (response, request) => {
      const isFirst = request.url.endsWith('limit=1');
      const items = isFirst ? [own] : ids.map((id) => ({ id, title: `Site ${id}` }));
      json({ items, count: size, ...(isFirst && { next: { page: 'next' } }) })(response, request);
    };
    const { data, calls } = await world.gateway.execute(`{ organization(id: "o") { sites(first: 1) { nodes {
      published { site { organization { a: site(id: "s48") { title } b: site(id: "s49") { title } } } }
    } } } }`);
    expect(data.organization.sites.nodes[0].published.site.organization).toEqual({
      a: { title: 'Site s48' },
      b: { title: 'Site s49' },
    });
    expect(told(calls).filter((path) => !/limit=1$|published/.test(path))).toEqual(expected);
  });

  it('are read from one list where fields of the same record ask for them', async () => {
    serveSites('o', ['a', 'b', 'c']);
    const { data, calls } = await world.gateway.execute(
      `{ organization(id: "o") {
        a: site(id: "a") { title } b: site(id: "b") { title } c: site(id: "c") { title } again: site(id: "a") { restId title }
      } }`,
    );
    expect(data.organization).toEqual({
      a: { title: 'Site a' },
      b: { title: 'Site b' },
      c: { title: 'Site c' },
      again: { restId: 'a', title: 'Site a' },
    });
    expect(told(calls)).toEqual(['/v1/orgs/o/sites?limit=100 (batched)']);
  });

  it('are asked for singly where there is but one of a parent', async () => {
    serveSites('o', ['a']);
    serveSites('p', ['b', 'c', 'd']);
    const ids = [siteId('p', 'b'), siteId('o', 'a'), siteId('p', 'c'), siteId('o', 'a'), siteId('p', 'd')];
    const { data, calls } = await readNodes(ids);
    const titles = data.nodes.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Site b', 'Site a', 'Site c', 'Site a', 'Site d']);
    expect(told(calls).sort()).toEqual(['/v1/orgs/o/sites/a', '/v1/orgs/p/sites?limit=100 (batched)']);
  });

  it('are asked for singly where the list does not hold them', async () => {
    serveSites('o', ['a', 'b']);
    world.replies['/v1/orgs/o/sites/hidden'] = json({ id: 'hidden', title: 'Not in the list' });
    const { data, errors, calls } = await readNodes(['a', 'hidden', 'gone', 'b'].map((id) => siteId('o', id)));
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: 'Site a' }, { title: 'Not in the list' }, null, { title: 'Site b' }]);
    expect(told(calls)).toEqual([
      '/v1/orgs/o/sites?limit=150 (batched)',
      '/v1/orgs/o/sites/hidden',
      '/v1/orgs/o/sites/gone',
    ]);
  });

  it('are asked for singly where one is not on the first page of their list', async () => {
    serveSites('o', ['a', 'b', 'c', 'd'], 2);
    const { data, calls } = await readNodes(['a', 'b', 'd'].map((id) => siteId('o', id)));
    expect(data.nodes).toEqual([{ title: 'Site a' }, { title: 'Site b' }, { title: 'Site d' }]);
    expect(told(calls)).toEqual(['/v1/orgs/o/sites?limit=100 (batched)', '/v1/orgs/o/sites/d']);
  });

  it('are read from further pages as far as these cost less than single calls', async () => {
    serveSites('o', ['a', 'b', 'c', 'd', 'e', 'f'], 2);
    const { data, calls } = await readNodes(['a', 'e', 'f'].map((id) => siteId('o', id)));
    expect(data.nodes).toEqual([{ title: 'Site a' }, { title: 'Site e' }, { title: 'Site f' }]);
    const page = (token: string) => `/v1/orgs/o/sites?limit=100${token} (batched)`;
    expect(told(calls)).toEqual(['', '&page=2', '&page=4'].map(page));
  });

  it('are read from no more than five pages of their list', async () => {
    const ids = Array.from({ length: 40 }, (_, i) => `s${i}`);
    serveSites('o', ids, 1);
    const { data, calls } = await readNodes(['s0', 's38', 's39'].map((id) => siteId('o', id)));
    expect(data.nodes).toEqual([{ title: 'Site s0' }, { title: 'Site s38' }, { title: 'Site s39' }]);
    expect(told(calls).slice(5)).toEqual(['/v1/orgs/o/sites/s38', '/v1/orgs/o/sites/s39']);
    expect(
      told(calls)
        .slice(0, 5)
        .every((path) => path.endsWith('(batched)')),
    ).toBe(true);
  });

  const large = 'x'.repeat(8_388_609);

  it.each([
    ['fails with 403', json({ message: 'Members only.' }, 403)],
    ['fails with 404', json({ message: 'Members only.' }, 404)],
    ['is too large', text(large)],
    ['is too large when it is decompressed', text(gzipSync(large), 200, { 'content-encoding': 'gzip' })],
  ])('are asked for singly where their list %s', async (_, reply) => {
    serveSites('o', ['a', 'b', 'c']);
    world.replies['/v1/orgs/o/sites'] = reply;
    const { data, errors, calls } = await readNodes(['a', 'b', 'c'].map((id) => siteId('o', id)));
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: 'Site a' }, { title: 'Site b' }, { title: 'Site c' }]);
    expect(told(calls)).toEqual([
      '/v1/orgs/o/sites?limit=100 (batched)',
      '/v1/orgs/o/sites/a',
      '/v1/orgs/o/sites/b',
      '/v1/orgs/o/sites/c',
    ]);
  });

  it('all fail where their list does: no storm of single calls follows', async () => {
    serveSites('o', ['a', 'b', 'c']);
    world.replies['/v1/orgs/o/sites'] = json({}, 500);
    const { data, errors } = await readNodes(['a', 'b', 'c'].map((id) => siteId('o', id)));
    expect(data.nodes).toEqual([null, null, null]);
    expect(errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['nodes', 0], 'UPSTREAM_ERROR'],
      [['nodes', 1], 'UPSTREAM_ERROR'],
      [['nodes', 2], 'UPSTREAM_ERROR'],
    ]);
    expect(arrived()).toEqual(['/v1/orgs/o/sites?limit=100']);
  });

  it('are never read from a list that may leave some out', async () => {
    for (const id of ['c1', 'c2']) {
      world.replies[`/v1/spaces/s/change-requests/${id}`] = json({ id, subject: `Change ${id}` });
    }
    const { data, calls } = await world.gateway.execute(
      `{ space(id: "s") { a: changeRequest(by: { id: "c1" }) { subject } b: changeRequest(by: { id: "c2" }) { subject } } }`,
    );
    expect(data.space).toEqual({ a: { subject: 'Change c1' }, b: { subject: 'Change c2' } });
    expect(told(calls)).toEqual(['/v1/spaces/s/change-requests/c1', '/v1/spaces/s/change-requests/c2']);
  });

  it('of parents whose ids look alike are kept apart', async () => {
    world.replies['/v1/orgs/a%3Ab/teams/c'] = json({ id: 'c', title: 'Team c of a:b' });
    world.replies['/v1/orgs/a/teams/b%3Ac'] = json({ id: 'b:c', title: 'Team b:c of a' });
    const ids = [
      globalId(entities.Team, { organizationId: 'a:b', teamId: 'c' }),
      globalId(entities.Team, { organizationId: 'a', teamId: 'b:c' }),
    ];
    const { data } = await world.gateway.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Team { title } } }',
      {
        variables: { ids },
      },
    );
    expect(data.nodes).toEqual([{ title: 'Team c of a:b' }, { title: 'Team b:c of a' }]);
  });
});
