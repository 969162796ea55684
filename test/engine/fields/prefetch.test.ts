import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type OrderingProxy, startOrderingProxy } from '../../support/proxies/ordering-proxy.ts';
import { type ExistingIds, existingIds } from '../../support/random/existing-ids.ts';

let gate: OrderingProxy;
let gateway: TestGateway;
let known: ExistingIds;
let close: () => Promise<void>;

beforeAll(async () => {
  const sandbox = await createSandbox();
  gate = await startOrderingProxy(await sandbox.listen());
  gateway = await startGateway(gate.url, { LOG_LEVEL: 'silent' });
  known = await existingIds(gateway);
  close = async () => {
    for (const service of [gateway, gate, sandbox]) await service.close();
  };
});

afterAll(() => close());

const idOf = (type: string) => known.get(type)?.[0]?.id as string;

describe('a record that is slow holds up nothing but what reads it', () => {
  const { organizations, siteSections, shareLinks, changeRequestComments, spaces } = contract;

  it('not the lists below the items of a list', async () => {
    gate.hold(organizations.get, { until: siteSections.list });
    const { data, errors } = await gateway.execute(
      `query ($id: ID!) { node(id: $id) { ... on Site { organization { title
        sites { nodes { title sections(first: 1) { nodes { title } } } }
      } } } }`,
      { variables: { id: idOf('Site') } },
    );
    expect(errors).toBeUndefined();
    expect(data.node.organization.sites.nodes[0].sections.nodes).toHaveLength(1);
    expect(gate.released).toBe(1);
  });

  it('not those two lists further down, nor through edges', async () => {
    gate.hold(spaces.get, { until: changeRequestComments.list });
    const { data, errors, calls } = await gateway.execute(
      `query ($id: ID!) { space(id: $id) { title
        changeRequests(first: 2) { edges { node { subject comments(first: 1) { nodes { id } } } } }
      } }`,
      { variables: { id: idOf('Space') } },
    );
    expect(errors).toBeUndefined();
    expect(data.space.title).toBeTypeOf('string');
    expect(gate.released).toBe(1);
    expect(new Set(calls.map(({ path }) => path)).size).toBe(calls.length);
  });

  it('and asks for nothing below items that the window leaves out', async () => {
    gate.hold(organizations.get, { until: shareLinks.list });
    const first = await gateway.execute(
      `query ($id: ID!) { node(id: $id) { ... on Site { organization { title
        sites(first: 2) { pageInfo { endCursor } nodes { id shareLinks { totalCount } } }
      } } } }`,
      { variables: { id: idOf('Site') } },
    );
    const { sites } = first.data.node.organization;
    expect(first.calls.filter(({ operation }) => operation === shareLinks.list.id)).toHaveLength(2);
    gate.hold(organizations.get, { until: shareLinks.list });
    const next = await gateway.execute(
      `query ($id: ID!, $after: String) { node(id: $id) { ... on Site { organization { title
        sites(first: 1, after: $after) { nodes { id shareLinks { totalCount } } }
      } } } }`,
      { variables: { id: idOf('Site'), after: sites.pageInfo.endCursor } },
    );
    expect(next.calls.filter(({ operation }) => operation === shareLinks.list.id)).toHaveLength(1);
    expect(sites.nodes.map(({ id }: { id: string }) => id)).not.toContain(
      next.data.node.organization.sites.nodes[0].id,
    );
  });

  it('and makes no call twice where the record fails', async () => {
    gate.fail(organizations.get);
    const { data, errors, calls } = await gateway.execute(
      `query ($id: ID!) { node(id: $id) { ... on Site { organization { title
        sites { nodes { title sections(first: 1) { nodes { title } } } }
      } } } }`,
      { variables: { id: idOf('Site') } },
    );
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual(['node.organization.title']);
    expect(data.node.organization.sites.nodes.length).toBeGreaterThan(1);
    expect(new Set(calls.map(({ path }) => path)).size).toBe(calls.length);
  });
});
