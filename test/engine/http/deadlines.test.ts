import { describe, expect, it } from 'vitest';
import { RestClient } from '../../../src/engine/http/client.ts';
import { Upstream } from '../../../src/engine/http/upstream.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamLimits } from '../../../src/server/upstream/upstream-limits.ts';
import { limitedGateways } from '../../support/gateways/limited-gateways.ts';
import { byPath, json, never } from '../../support/upstreams/fault-upstream.ts';

const space = (id: string) => json({ id, title: `Space ${id}` });
const deleteSpaces =
  'mutation { a: deleteSpace(input: { id: "a" }) { clientMutationId } b: deleteSpace(input: { id: "b" }) { clientMutationId } }';

const world = limitedGateways();
const { gatewayWith } = world;

const codes = (errors: { path?: (string | number)[]; extensions: { code: string } }[] | undefined) =>
  errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code]);

describe('the deadline of a request', () => {
  it('ends reads that hang, and keeps what is complete', async () => {
    const gateway = await gatewayWith({ REQUEST_TIMEOUT: '1500' });
    world.upstream.reply(byPath({ '/v1/spaces/a': space('a'), '/v1/spaces/b': never }));
    const { data, errors } = await gateway.execute('{ a: space(id: "a") { title } b: space(id: "b") { title } }');
    expect(data).toEqual({ a: { title: 'Space a' }, b: null });
    expect(codes(errors)).toEqual([['b', 'UPSTREAM_TIMEOUT']]);
    expect(errors?.[0]?.message).toBe('The request was not complete within 1500 ms.');
  });

  it('ends calls that wait for a connection', async () => {
    const gateway = await gatewayWith({ REQUEST_TIMEOUT: '1500', UPSTREAM_CONNECTIONS: '1' });
    world.upstream.reply(never);
    const query = '{ a: space(id: "a") { title } b: space(id: "b") { title } }';
    const { errors } = await gateway.execute(query);
    expect(codes(errors)).toEqual([
      ['a', 'UPSTREAM_TIMEOUT'],
      ['b', 'UPSTREAM_TIMEOUT'],
    ]);
    expect(world.upstream.arrived).toHaveLength(1);
  });

  it('leaves the outcome of a write that was sent unknown, and sends no further one', async () => {
    const gateway = await gatewayWith({ REQUEST_TIMEOUT: '1500' });
    world.upstream.reply(never);
    const { errors } = await gateway.execute(deleteSpaces);
    expect(codes(errors)).toEqual([
      ['a', 'WRITE_OUTCOME_UNKNOWN'],
      ['b', 'UPSTREAM_TIMEOUT'],
    ]);
    expect(errors?.[1]?.message).toBe('The request was not complete within 1500 ms. The write was not sent.');
    expect(world.upstream.arrived.map(({ url }) => url)).toEqual(['/v1/spaces/a']);
  });

  it('is that of each request, where several share a call', async () => {
    const gateway = await gatewayWith({ REQUEST_TIMEOUT: '1500', UPSTREAM_TIMEOUT: '5000', SHARE_OPERATIONS: 'false' });
    world.upstream.reply(never);
    const results = await Promise.all(
      ['one', 'two'].map((name) => gateway.execute(`query ${name} { space(id: "a") { title } }`)),
    );
    for (const { errors } of results) expect(codes(errors)).toEqual([['space', 'UPSTREAM_TIMEOUT']]);
    expect(world.upstream.arrived).toHaveLength(1);
  });

  it('does not count the wait for a connection as the time of a call', async () => {
    const gateway = await gatewayWith({ UPSTREAM_CONNECTIONS: '1', UPSTREAM_TIMEOUT: '1500' });
    world.upstream.reply((response, request) => {
      setTimeout(() => space(request.url.slice(-1))(response, request), 400);
    });
    const query = `{ ${['a', 'b', 'c', 'd', 'e'].map((id) => `${id}: space(id: "${id}") { title }`).join(' ')} }`;
    const { errors } = await gateway.execute(query);
    expect(errors).toBeUndefined();
  });

  it('ends all writes that are in flight, where a resolver makes several at once', async () => {
    const limits = upstreamLimits(readSettings({ REQUEST_TIMEOUT: '1500', UPSTREAM_TIMEOUT: '5000' }));
    const upstream = new Upstream({ url: new URL(world.upstream.url), ...limits, sharing: true });
    const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };
    const rest = new RestClient(upstream, { credentials });
    world.upstream.reply(never);
    const writes = ['a', 'b', 'c'].map((spaceId) => rest.call(spaces.delete, { path: { spaceId } }));
    const outcomes = await Promise.all(writes.map((write) => write.catch(({ code, message }) => ({ code, message }))));
    rest.close();
    await upstream.close();
    const expected = {
      code: 'WRITE_OUTCOME_UNKNOWN',
      message: expect.stringMatching(/^The request was not complete within 1500 ms\./),
    };
    expect(outcomes).toEqual([expected, expected, expected]);
  });
});
