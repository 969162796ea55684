import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { explainOperation } from '../../support/execution/explain.ts';
import { startGateway } from '../../support/gateways/gateway.ts';
import { stubbedGateway } from '../../support/gateways/stubbed-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';
import { pagesOf } from '../../support/upstreams/pages.ts';

const world = stubbedGateway();
const sections = '/v1/orgs/o/sites/s/sections';

async function explained(query: string) {
  const { extensions, data, errors } = await explainOperation(world.gateway, { query }, true);
  const { plan, calls = [] } = extensions?.explain ?? {};
  return { plan, paths: calls.map(({ path }) => path), data, errors };
}

/** One call is planned, and so many further pages may follow. */
function expectFurtherPages(
  plan: Awaited<ReturnType<typeof explained>>['plan'],
  field: string,
  operation: string,
  pages: number,
) {
  expect(plan?.calls).toBe(1);
  expect(plan?.fallbacks).toContainEqual({ field, operation, calls: pages, furtherPages: pages });
}

describe('a look-up in a list', () => {
  const query = '{ organization(id: "o") { site(id: "s") { section(id: "last") { title } } } }';
  const serve = (pages: number) => {
    const others = Array.from({ length: pages * 25 - 1 }, (_, i) => ({ id: `n${i}`, title: `Section ${i}` }));
    world.replies[sections] = pagesOf([...others, { id: 'last', title: 'Last' }], 25);
  };

  it('reads up to 40 pages, as planned', async () => {
    serve(40);
    const { plan, paths, data } = await explained(query);
    expect(data).toEqual({ organization: { site: { section: { title: 'Last' } } } });
    expect(paths).toHaveLength(40);
    expectFurtherPages(plan, 'organization.site.section', 'siteSections.list', 39);
  });

  it('fails where it would read more than planned', async () => {
    serve(57);
    world.replies['/v1/orgs/o/sites/s'] = json({ id: 's', title: 'Site' });
    const { paths, errors } = await explained(query);
    expect(paths.filter((path) => path.startsWith(sections))).toHaveLength(40);
    expect(errors?.[0]?.extensions.code).toBe('OPERATION_TOO_EXPENSIVE');
    expect(errors?.[0]?.message).toMatch(/^The list has more than 40 pages/);
  });
});

describe('a list that is read whole', () => {
  const query =
    '{ space(id: "s") { changeRequests(first: 1, orderBy: { field: UPDATED_AT, direction: DESC }) { nodes { number } } } }';
  const lists = '/v1/spaces/s/change-requests';

  beforeEach(() => {
    const items = Array.from({ length: 2005 }, (_, i) => ({
      id: `c${i}`,
      number: i,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    }));
    world.replies[lists] = pagesOf(items, 1000);
  });

  it('is planned as one page, with all others that it may have as further ones', async () => {
    const { plan, paths, errors } = await explained(query);
    expect(errors).toBeUndefined();
    expect(paths).toHaveLength(3);
    expectFurtherPages(plan, 'space.changeRequests', 'changeRequests.list', 39);
  });

  it('is read no further than MAX_PLANNED_CALLS', async () => {
    const gateway = await startGateway(world.upstream.url, { MAX_PLANNED_CALLS: '2' });
    onTestFinished(() => gateway.close());
    const { errors } = await gateway.execute(query);
    expect(errors?.map(({ extensions }) => extensions.code)).toContain('OPERATION_TOO_EXPENSIVE');
    expect(world.upstream.arrived.map(({ url }) => url.split('?')[0])).toEqual([lists, lists]);
  });
});

describe('a list of several kinds of records', () => {
  it('counts the pages that hold none of the requested kind as further ones', async () => {
    const groups = Array.from({ length: 2 }, (_, i) => ({ id: `g${i}`, object: 'site-section-group' }));
    world.replies[sections] = pagesOf([...groups, { id: 'a', object: 'site-section', title: 'A' }], 1);
    const { plan, paths, data } = await explained(
      '{ organization(id: "o") { site(id: "s") { sections(first: 1) { nodes { title } } } } }',
    );
    expect(data).toEqual({ organization: { site: { sections: { nodes: [{ title: 'A' }] } } } });
    expect(paths).toHaveLength(3);
    expectFurtherPages(plan, 'organization.site.sections', 'siteSections.list', 199);
  });
});

describe('look-ups of siblings', () => {
  const member = (id: string) => ({ id, user: { id, displayName: id } });
  const look = (ids: readonly string[]) =>
    `{ organization(id: "o") { ${ids.map((id) => `${id}: member(id: "${id}") { joinedAt }`).join(' ')} } }`;
  const serve = (ids: readonly string[]) => {
    world.replies['/v1/orgs/o/members'] = pagesOf(Array.from({ length: 1000 }, (_, i) => member(`other${i}`)));
    for (const id of ids) world.replies[`/v1/orgs/o/members/${id}`] = json(member(id));
  };

  it('are two calls for two that are not on the first page', async () => {
    serve(['a', 'b']);
    const { plan, paths } = await explained(look(['a', 'b']));
    expect(paths).toEqual(['/v1/orgs/o/members/a', '/v1/orgs/o/members/b']);
    expect(plan).toMatchObject({ calls: 2, levels: 1 });
  });

  it('count the list beside the single records that may follow it', async () => {
    const ids = ['a', 'b', 'c'];
    serve(ids);
    const { plan, paths } = await explained(look(ids));
    expect(paths).toEqual(['/v1/orgs/o/members?limit=100', ...ids.map((id) => `/v1/orgs/o/members/${id}`)]);
    expect(plan).toMatchObject({ calls: 4, levels: 2 });
    expect(plan?.tree.map(({ batched }) => batched)).toEqual([undefined, undefined, 1]);
  });
});

it('makes no more calls than MAX_PLANNED_CALLS, however short the pages are', async () => {
  const gateway = await startGateway(world.upstream.url, { MAX_PLANNED_CALLS: '3' });
  try {
    world.replies['/v1/orgs'] = pagesOf(
      Array.from({ length: 10 }, (_, i) => ({ id: `o${i}`, title: 'One' })),
      1,
    );
    const { errors } = await gateway.execute('{ organizations(first: 10) { nodes { title } } }');
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(world.upstream.arrived).toHaveLength(3);
  } finally {
    await gateway.close();
  }
});

it('counts the calls beside a condition that has no value', async () => {
  const gateway = await startGateway(world.upstream.url, { MAX_PLANNED_CALLS: '100' });
  try {
    const query = `query ($if: Boolean = true) {
      a: organization(id: "o") { sites(first: 1) { nodes { id @include(if: $if) } } }
      b: organizations(first: 1000) { nodes { sites(first: 1) { nodes { title } } } }
    }`;
    const { errors } = await gateway.execute(query, { variables: { if: null } });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(world.upstream.arrived).toHaveLength(0);
  } finally {
    await gateway.close();
  }
});
