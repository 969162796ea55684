import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { hostileIds } from '../../support/random/hostile-ids.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const token = 'token-of-the-upstream-test';
const query = 'query ($id: ID!) { organization(id: $id) { title } }';
const good = json({ id: 'o1', title: 'Halcyon' });

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url);
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const run = (id = 'o1', at = gateway) => at.execute(query, { token, variables: { id } });

describe('a path parameter', () => {
  it.each([
    ['.a', '.a'],
    ['ada@example.com', 'ada%40example.com'],
    ["!$&'()*+,=:", "!%24%26'()*%2B%2C%3D%3A"],
    ['x'.repeat(512), 'x'.repeat(512)],
    ['a b', 'a%20b'],
    ['Привет', '%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82'],
    ['👩‍🚀', '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80'],
    ['-_~.', '-_~.'],
  ])('%s stays in its segment', async (id, segment) => {
    upstream.reply(good);
    await run(id);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`/v1/orgs/${segment}`]);
  });

  it.each(['', ...hostileIds])('%j is rejected before any call', async (id) => {
    upstream.reply(good);
    const { data, errors, calls } = await run(id);
    expect(data).toEqual({ organization: null });
    expect(errors?.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['BAD_USER_INPUT', ['organization']],
    ]);
    expect(errors?.[0]?.message).toContain(id === '' ? 'organizationId is empty' : JSON.stringify(id.slice(0, 100)));
    expect(calls).toEqual([]);
    expect(upstream.arrived).toEqual([]);
  });

  it.each(['../orgs/o1', '..\\orgs', '..%2Forgs%2Fo1'])('%j is rejected before any write', async (id) => {
    upstream.reply(good);
    const { data, errors } = await gateway.execute(
      'mutation ($id: ID!) { deleteSpace(input: { id: $id }) { clientMutationId userErrors { field code } } }',
      { variables: { id } },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({ deleteSpace: { clientMutationId: null, userErrors: [{ field: ['id'], code: 'INVALID' }] } });
    expect(upstream.arrived).toEqual([]);
  });

  it('of a child gives one error at the child', async () => {
    upstream.reply(good);
    const { data, errors } = await gateway.execute('{ organization(id: "o1") { title site(id: "..") { title } } }');
    expect(data).toEqual({ organization: { title: 'Halcyon', site: null } });
    expect(errors?.map(({ path }) => path)).toEqual([['organization', 'site']]);
  });
});

describe('a query parameter', () => {
  const search = (value: string) =>
    gateway.execute('query ($value: String!) { space(id: "s1") { search(query: $value) { totalCount } } }', {
      variables: { value },
    });

  it.each([
    ['a&limit=9', 'a%26limit%3D9'],
    ['a=b+c', 'a%3Db%2Bc'],
    ['50%', '50%25'],
    ['#1', '%231'],
    ['naïve', 'na%C3%AFve'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['\ud800', '%EF%BF%BD'],
    ['', ''],
  ])('%j is encoded', async (value, sent) => {
    upstream.reply(json({ items: [], count: 0 }));
    await search(value);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`/v1/spaces/s1/search?query=${sent}&limit=1`]);
  });

  it('that is a list repeats its name', async () => {
    upstream.reply(json({ items: [], count: 0 }));
    await gateway.execute(
      '{ space(id: "s1") { comments(authorIds: ["u 1", "u2", "u,3"], first: 2) { nodes { restId } } } }',
    );
    expect(upstream.arrived.map(({ url }) => url)).toEqual([
      '/v1/spaces/s1/comments?authors=u%201&authors=u2&authors=u%2C3&limit=2',
    ]);
  });

  it('that is null is not sent', async () => {
    upstream.reply(json({ items: [], count: 0 }));
    await gateway.execute(
      '{ space(id: "s1") { comments(authorIds: null, status: null, first: 2) { nodes { restId } } } }',
    );
    expect(upstream.arrived.map(({ url }) => url)).toEqual(['/v1/spaces/s1/comments?limit=2']);
  });
});

describe('the base address of the service', () => {
  it.each(['/prefix', '/prefix/', '/two/parts/', '/with%20space'])('may have the path %s', async (path) => {
    const prefixed = await startGateway(`${upstream.url}${path}`);
    upstream.reply(good);
    const { calls } = await run('o1', prefixed);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`${path.replace(/\/$/, '')}/v1/orgs/o1`]);
    expect(calls.map((call) => call.path)).toEqual(['/v1/orgs/o1']);
    await prefixed.close();
  });
});

describe('the log at level trace', () => {
  it('holds no token, id or stack', () => {
    expect(gateway.log.length).toBeGreaterThan(40);
    expect(gateway.log.join('')).not.toMatch(/token-of|bearer|authorization|spaces\/s1|"stack"|\\n\s+at /i);
  });
});
