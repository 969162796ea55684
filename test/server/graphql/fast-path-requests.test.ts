import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendRaw } from '../../support/clients/raw-request.ts';
import { WatchedClients } from '../../support/clients/watched-clients.ts';
import { spyOnApollo, unseen } from '../../support/gateways/fast-path-pair.ts';
import { startGateway } from '../../support/gateways/gateway.ts';
import { refusesConnections } from '../../support/processes/command.ts';
import { json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

let throughApollo: ReturnType<typeof spyOnApollo>;

beforeEach(() => {
  throughApollo = spyOnApollo();
});

describe('requests on the fast path', () => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const read = '{ organization(id: "a") { title } }';

  /** A gateway that has the query above in its cache, in front of a service that answers when it is told to. */
  async function startHeld(environment: Record<string, string> = {}) {
    const upstream = new HeldUpstream();
    const gateway = await startGateway(await upstream.open(), { EXECUTOR: 'compiled', ...environment });
    closers.push(gateway.close, () => upstream.close());
    const first = sendRaw(gateway.url, { body: JSON.stringify({ query: read }) });
    (await upstream.call(0)).respond({ id: 'a', title: 'first' });
    await first;
    throughApollo.mockClear();
    return { upstream, gateway };
  }

  it('end before their gateway closes, and their connections with them', async () => {
    const { upstream, gateway } = await startHeld();
    const result = sendRaw(gateway.url, { body: JSON.stringify({ query: read }) });
    const call = await upstream.call(1);
    const closed = gateway.close();
    closers.shift();
    await refusesConnections(gateway.url);
    call.respond({ id: 'a', title: 'second' });
    expect(await result).toMatchObject({
      status: 200,
      headers: expect.arrayContaining(['connection: close']),
      body: '{"data":{"organization":{"title":"second"}}}\n',
    });
    await closed;
    expect(throughApollo).not.toHaveBeenCalled();
  });

  it.each(['true', 'false'])('are cancelled when their client goes away, with SHARE_OPERATIONS=%s', async (sharing) => {
    const { upstream, gateway } = await startHeld({ SHARE_OPERATIONS: sharing });
    const clients = new WatchedClients(gateway.url);
    closers.unshift(() => clients.close());
    const query = unseen(read);
    for (const number of [1, 2]) {
      const sent = await clients.send({ query });
      const call = await upstream.call(number);
      await sent.cancel();
      await call.cancelled;
    }
  });

  it('share one execution, be they new or cached', async () => {
    const { upstream, gateway } = await startHeld({ SHARE_CALLS: 'false' });
    const clients = new WatchedClients(gateway.url);
    closers.unshift(() => clients.close());
    const query = unseen(read);
    const first = await clients.send({ query });
    const second = await clients.send({ query });
    expect(upstream.calls).toHaveLength(2);
    upstream.calls[1]?.respond({ id: 'a', title: 'shared' });
    const shared = { data: { organization: { title: 'shared' } } };
    expect(await Promise.all([first.response, second.response])).toMatchObject([shared, shared]);
  });

  it('forward the same headers, and the token of the settings', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ id: 'a', title: 'x' }));
    const environment = {
      EXECUTOR: 'compiled',
      FORWARD_HEADERS: 'x-tenant',
      UPSTREAM_TOKEN: 'fallback',
      UPSTREAM_HEADERS: 'X-Api-Version=2,x-note=a%20b',
    };
    const gateway = await startGateway(upstream.url, environment);
    closers.push(gateway.close, upstream.close);
    const body = JSON.stringify({ query: read });
    const heads: Record<string, string>[] = [{ 'x-tenant': 'one', 'x-other': 'no' }, { authorization: 'Bearer own' }];
    for (const headers of heads) {
      await sendRaw(gateway.url, { headers, body });
      await sendRaw(gateway.url, { headers, body });
    }
    const [first, second, third, fourth] = upstream.arrived.map(({ headers }) => headers);
    const fixed = { 'x-api-version': '2', 'x-note': 'a b' };
    expect(first).toMatchObject({ authorization: 'Bearer fallback', 'x-tenant': 'one', ...fixed });
    expect(first).not.toHaveProperty('x-other');
    expect(third).toMatchObject({ authorization: 'Bearer own', ...fixed });
    expect([second, fourth]).toEqual([first, third]);
    expect(throughApollo).toHaveBeenCalledTimes(1);
  });

  it('take it only where operations are executed compiled', async () => {
    const gateway = await startGateway('http://127.0.0.1:1', { EXECUTOR: 'graphql-js' });
    closers.push(gateway.close);
    const request = { body: JSON.stringify({ query: '{ __typename }' }) };
    expect(await sendRaw(gateway.url, request)).toEqual(await sendRaw(gateway.url, request));
    expect(throughApollo).toHaveBeenCalledTimes(2);
  });
});
