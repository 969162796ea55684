import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type RestProxy, startProxy } from '../../support/proxies/proxy.ts';
import { existingIds } from '../../support/random/existing-ids.ts';

/**
 * A variable with a default may stand where null may not, and can be null all the same: the document is valid, and the
 * field that needs the value fails.
 */
describe.each(['compiled', 'graphql-js'])('a variable that is null where a value is needed (%s)', (executor) => {
  let gateway: TestGateway;
  let proxy: RestProxy;
  let organizationId: string;
  let spaceId: string;
  let siteId: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const sandbox = await createSandbox();
    proxy = await startProxy(await sandbox.listen());
    gateway = await startGateway(proxy.url, { EXECUTOR: executor });
    const known = await existingIds(gateway);
    organizationId = known.get('Organization')?.[0]?.id ?? '';
    spaceId = known.get('Space')?.[0]?.id ?? '';
    siteId = known.get('Site')?.[0]?.id ?? '';
    close = async () => {
      for (const service of [gateway, proxy, sandbox]) await service.close();
    };
  });

  afterAll(() => close());

  it("in an argument costs its field alone, and is the client's mistake", async () => {
    const query = `query ($id: ID!, $site: ID = "x") {
      organization(id: $id) { title site(id: $site) { title } sites(first: 1) { totalCount } }
    }`;
    const { data, errors } = await gateway.execute(query, { variables: { id: organizationId, site: null } });
    expect(data.organization).toEqual({
      title: expect.any(String),
      site: null,
      sites: { totalCount: expect.any(Number) },
    });
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'Argument "id" of non-null type "ID!" must not be null.',
        path: ['organization', 'site'],
        extensions: { code: 'BAD_USER_INPUT' },
      }),
    ]);
  });

  it('in a condition costs the field alone that selects with it', async () => {
    const query = `query ($id: ID!, $v: Boolean = false) {
      node(id: $id) { ... on Site { id organization { title @skip(if: $v) } shareLinks(first: 1) { totalCount } } }
    }`;
    const { data, errors } = await gateway.execute(query, { variables: { id: siteId, v: null } });
    expect(data.node).toEqual({ id: siteId, organization: null, shareLinks: { totalCount: expect.any(Number) } });
    expect(errors?.map(({ path }) => path)).toEqual([['node', 'organization']]);
  });

  it('in an argument costs nothing more where the record above it fails, too', async () => {
    proxy.stub({ endpoint: spaces.get }, { status: 500 });
    const query = `query ($id: ID!, $file: ID = "x") {
      space(id: $id) { title file(id: $file) { name } comments(first: 1) { totalCount } }
    }`;
    const { data, errors } = await gateway.execute(query, { variables: { id: spaceId, file: null } });
    proxy.restore();
    expect(data.space).toEqual({ title: null, file: null, comments: { totalCount: expect.any(Number) } });
    const codes = errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code]).sort();
    expect(codes).toEqual([
      ['space.file', 'BAD_USER_INPUT'],
      ['space.title', 'UPSTREAM_ERROR'],
    ]);
  });

  it('in the only argument of the operation leaves no data where the field may not be null', async () => {
    const query = 'query ($ids: [ID!] = ["x"]) { __typename nodes(ids: $ids) { id } }';
    const { data, errors } = await gateway.execute(query, { variables: { ids: null } });
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({ path: ['nodes'], extensions: { code: 'BAD_USER_INPUT' } });
  });

  it.each([
    ['below a field', '{ __typename organization(id: $id) { restId @skip(if: $if) } }', { organization: null }],
    ['below a list', '{ __typename nodes(ids: [$id]) { id @include(if: $if) } }', { nodes: [null] }],
  ])('in a condition %s costs that field', async (_, selection, data) => {
    const query = `query ($id: ID!, $if: Boolean = true) ${selection}`;
    const result = await gateway.execute(query, { variables: { id: organizationId, if: null } });
    expect(result.data).toEqual({ __typename: 'Query', ...data });
    expect(result.errors).toHaveLength(1);
    expect(result.errors?.[0]).toMatchObject({
      message: 'Argument "if" of non-null type "Boolean!" must not be null.',
      extensions: { code: 'BAD_USER_INPUT' },
    });
  });

  it('in a condition at the root leaves no data, and is not taken for a fault of the gateway', async () => {
    const query = 'query ($if: Boolean = true) { __typename @include(if: $if) }';
    const { status, data, errors } = await gateway.execute(query, { variables: { if: null } });
    expect({ status, data }).toEqual({ status: 200, data: null });
    expect(errors).toEqual([
      {
        message: 'Argument "if" of non-null type "Boolean!" must not be null.',
        locations: [{ line: 1, column: 55 }],
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
    expect(gateway.log.filter((line) => line.includes('internal error'))).toEqual([]);
  });
});
