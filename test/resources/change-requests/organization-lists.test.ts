import { describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { globalIdOf, queriesOf } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import { operationsOf } from '../../support/gateways/gateway.ts';
import { startViewerGateway } from '../../support/gateways/viewer-gateway.ts';
import { startProxy } from '../../support/proxies/proxy.ts';
import { overruns } from '../../support/random/plan-overruns.ts';
import { inside } from '../../support/resources/connections.ts';
import { inSpace, mergedLists, newestFirst, selection, walk } from '../../support/resources/merged-lists.ts';

const { changeRequests, members } = contract;
const lists = mergedLists();

const ofOrganization = (args: string, fields = selection) =>
  `{ organization(id: "${lists.organizationId}") { changeRequests(${args}) ${fields} } }`;

describe("an organization's change requests", () => {
  const spaces = () =>
    lists.rest.items(members.spaces, { path: { organizationId: lists.organizationId, userId: lists.userId } });

  it('are those of all its spaces, with a call for each that has some', async () => {
    const all = (await spaces()).flatMap(({ space }) => (space === undefined ? [] : [space]));
    const found = await Promise.all(all.map(({ id }) => inSpace(lists, id, ['draft'])));
    const expected = newestFirst(found.flat());
    const busy = all.filter(({ changeRequestsDraft }) => changeRequestsDraft > 0);
    expect(busy.length).toBeGreaterThan(2);
    expect(busy.length).toBeLessThan(all.length);
    const document = (window: string) => ofOrganization(`${window}statuses: ["draft"]`);
    const windows = await walk(lists.known, document, ['organization', 'changeRequests'], expected, 7);
    for (const calls of windows) {
      expect(calls).toEqual([...busy.map(() => changeRequests.list.id), members.spaces.id]);
    }
  });

  it('make a review queue in one request, within its plan', async () => {
    const query = ofOrganization(
      'first: 5, statuses: ["open", "draft"], contributorId: "VIEWER", orderBy: { field: UPDATED_AT, direction: DESC }',
      '{ nodes { subject status updatedAt space { title } createdBy { displayName } } }',
    );
    const { data, extensions } = await explainOperation(lists.known, { query }, true);
    const { plan, calls = [] } = extensions?.explain ?? {};
    const { nodes } = inside(data, ['organization', 'changeRequests']) as { nodes: { space: { title: string } }[] };
    expect(nodes).toHaveLength(5);
    expect(new Set(nodes.map(({ space }) => space.title)).size).toBeGreaterThan(1);
    expect(operationsOf(calls).filter((id) => id !== changeRequests.list.id)).toEqual([members.spaces.id]);
    for (const query of queriesOf(calls, changeRequests.list))
      expect(query).toMatchObject({ contributor: lists.userId });
    expect(plan?.tree).toMatchObject([
      { operation: members.spaces.id, calls: 1, next: [{ operation: changeRequests.list.id, calls: 200 }] },
    ]);
    if (plan != null) expect(overruns(plan, calls, 2)).toEqual([]);
  });

  it('are null without an error, as its spaces are, where the viewer is not known', async () => {
    const { data, errors, calls } = await lists.world.execute(`{ organization(id: "${lists.organizationId}") {
      title changeRequests { totalCount } spaces { totalCount }
    } }`);
    expect(errors).toBeUndefined();
    expect(data.organization).toMatchObject({ changeRequests: null, spaces: null });
    expect(operationsOf(calls)).toEqual(['organizations.get']);
  });

  it('are none for no status, and the spaces are not read', async () => {
    const { data, errors, extensions } = await explainOperation(
      lists.known,
      { query: ofOrganization('statuses: []') },
      true,
    );
    const { plan, calls = [] } = extensions?.explain ?? {};
    expect(errors).toBeUndefined();
    expect(inside(data, ['organization', 'changeRequests'])).toMatchObject({ totalCount: 0, nodes: [] });
    expect(operationsOf(calls)).toEqual(['organizations.get']);
    if (plan != null) expect(overruns(plan, calls, 2)).toEqual([]);
  });

  it('are bounded by the number of lists', async () => {
    const bounded = await startViewerGateway(lists.world.sandboxUrl, lists.userId, { MAX_LIST_PAGES: '2' });
    const { data, errors } = await bounded.execute(ofOrganization('first: 1'));
    expect(data.organization.changeRequests).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }]);
    await bounded.close();
  });

  it('do without a space that is deleted meanwhile, and report a list that fails', async () => {
    const proxy = await startProxy(lists.world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, lists.userId, { UPSTREAM_RETRIES: '0' });
    const [busy] = (await spaces()).filter(({ space }) => (space?.changeRequestsOpen ?? 0) > 0);
    const gone = { endpoint: changeRequests.list, path: { spaceId: busy?.space?.id ?? '' } };
    const count = async () => beside.execute(ofOrganization('first: 1', '{ totalCount }'));
    const before = (await count()).data.organization.changeRequests.totalCount;
    proxy.stub(gone, { status: 404 });
    const { data, errors } = await count();
    expect(errors).toBeUndefined();
    expect(data.organization.changeRequests.totalCount).toBe(before - (busy?.space?.changeRequestsOpen ?? 0));
    proxy.stub(gone, { status: 500 });
    const failed = await count();
    expect(failed.data.organization.changeRequests).toBeNull();
    expect(failed.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_ERROR' } }]);
    await beside.close();
    await proxy.close();
  });

  it('do without those of spaces that the token may not list, unless it may list none', async () => {
    const proxy = await startProxy(lists.world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, lists.userId);
    const busy = (await spaces()).flatMap(({ space }) =>
      (space?.changeRequestsOpen ?? 0) > 0 ? [space?.id ?? ''] : [],
    );
    const [, ...others] = busy;
    const forbid = (ids: string[]) => {
      for (const id of ids) proxy.stub({ endpoint: changeRequests.list, path: { spaceId: id } }, { status: 403 });
    };
    const found = await Promise.all(busy.slice(0, 1).map((id) => inSpace(lists, id, ['open'])));
    forbid(others);
    const { data, errors } = await beside.execute(ofOrganization('first: 1000', '{ totalCount nodes { id } }'));
    expect(errors).toBeUndefined();
    const expected = newestFirst(found.flat());
    expect(data.organization.changeRequests).toEqual({
      totalCount: expected.length,
      nodes: expected.map((id) => ({ id })),
    });
    forbid(busy);
    const none = await beside.execute(ofOrganization('first: 1'));
    expect(none.data.organization.changeRequests).toBeNull();
    expect(none.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    await beside.close();
    await proxy.close();
  });

  it('tell of a record without a time to sort by', async () => {
    const proxy = await startProxy(lists.world.sandboxUrl);
    const beside = await startViewerGateway(proxy.url, lists.userId);
    proxy.change({ endpoint: changeRequests.list }, ({ items, ...page }) => {
      const [first, ...others] = items;
      return { ...page, items: [{ ...first, updatedAt: 'yesterday' }, ...others] };
    });
    const { errors } = await beside.execute(ofOrganization('first: 1'));
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_CONTRACT' } }]);
    await beside.close();
    await proxy.close();
  });
});

describe("an organization's spaces", () => {
  it('are those that the viewer can access, with one call for a window', async () => {
    const all = await lists.rest.items(members.spaces, {
      path: { organizationId: lists.organizationId, userId: lists.userId },
    });
    const { data, calls } = await lists.known.execute(
      `{ organization(id: "${lists.organizationId}") { spaces(first: 3) { totalCount edges { role node { id title } } } } }`,
    );
    expect(data.organization.spaces.totalCount).toBe(all.length);
    expect(data.organization.spaces.edges).toEqual(
      all.slice(0, 3).map(({ permission = '', space }) => ({
        role: permission.toUpperCase(),
        node: { id: globalIdOf('Space', space?.id ?? ''), title: space?.title },
      })),
    );
    expect(operationsOf(calls)).toEqual([members.spaces.id]);
  });
});
