import { describe, expect, it } from 'vitest';
import { Clients } from '../../../src/engine/http/client-usage.ts';
import { RecentMap } from '../../../src/engine/http/recent-map.ts';
import { ResponseMemory } from '../../../src/engine/http/response-memory.ts';
import { limitedGateways } from '../../support/gateways/limited-gateways.ts';
import { json, type Reply } from '../../support/upstreams/fault-upstream.ts';

describe('clients', () => {
  it('share what is left to the unconfirmed ones of their address', () => {
    const clients = new Clients();
    const made = clients.at('192.0.2.1', 'made-up-1');
    expect(clients.at('192.0.2.1', 'made-up-2').usage).toBe(made.usage);
    expect(clients.at('192.0.2.2', 'made-up-1').usage).not.toBe(made.usage);
    expect(made.usage.isConfirmed).toBe(false);
  });

  it('stand apart from when they are confirmed, at every address', () => {
    const clients = new Clients();
    const client = clients.at('192.0.2.1', 'known');
    client.open();
    const before = client.usage;
    client.confirm();
    expect(client.usage).not.toBe(before);
    expect([before.requests, client.usage.requests]).toEqual([0, 1]);
    expect(clients.at('192.0.2.1', 'known').usage).toBe(client.usage);
    expect(clients.at('192.0.2.2', 'known').usage.isConfirmed).toBe(true);
    expect(clients.at('192.0.2.1', 'made-up').usage.isConfirmed).toBe(false);
  });

  it('are forgotten in time, and not while they have an open request', () => {
    const clients = new Clients();
    const open = clients.at('192.0.2.1', 'made-up');
    open.open();
    const idle = clients.at('192.0.2.2', 'made-up').usage;
    for (let i = 0; i < 5_000; i++) clients.at(`address-${i}`, 'made-up');
    expect(clients.at('192.0.2.1', 'made-up').usage).toBe(open.usage);
    expect(clients.at('192.0.2.2', 'made-up').usage).not.toBe(idle);
  });
});

describe('a map of what was used recently', () => {
  it('keeps what is used at least once in a generation', () => {
    const map = new RecentMap<{ isInUse: boolean }>(3);
    const kept = { isInUse: false };
    map.set('kept', kept);
    for (let i = 0; i < 20; i++) {
      map.set(`other-${i}`, { isInUse: false });
      expect(map.get('kept')).toBe(kept);
    }
    expect(map.get('other-0')).toBeUndefined();
  });
});

describe('the memory for responses', () => {
  it('has a quarter for all clients that are not confirmed, and half of that for the first', () => {
    const clients = new Clients();
    const memory = new ResponseMemory(1000, 1000);
    const [first, second] = ['192.0.2.1', '192.0.2.2'].map((address) => clients.at(address, 'made-up').usage);
    const confirmed = clients.local('known').usage;
    if (first === undefined || second === undefined) throw new Error('There is no client.');
    expect([memory.hold(first, 125), memory.hold(first, 1)]).toEqual([true, false]);
    expect([memory.hold(second, 62), memory.hold(second, 2)]).toEqual([true, false]);
    expect(memory.hold(confirmed, 400)).toBe(true);
    memory.release(first, 125);
    expect(memory.hold(second, 60)).toBe(true);
  });
});

describe('a request whose credentials the service rejects', () => {
  const world = limitedGateways();
  const rejecting: Reply = (response, request) =>
    json({ message: 'No.' }, request.headers.authorization === 'Bearer right' ? 200 : 401)(response, request);
  const spaces = Array.from({ length: 20 }, (_, i) => `s${i}: space(id: "s${i}") { title }`).join(' ');

  it('sends no call after the first 401', async () => {
    const gateway = await world.gatewayWith({ UPSTREAM_CONNECTIONS: '1' });
    world.upstream.reply(rejecting);
    const { data, errors } = await gateway.execute<Record<string, unknown>>(`{ ${spaces} }`);
    expect(world.upstream.arrived).toHaveLength(1);
    expect(Object.values(data)).toEqual(Array(20).fill(null));
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['UNAUTHENTICATED']));
  });

  it('sends no further write', async () => {
    const gateway = await world.gatewayWith({});
    world.upstream.reply(rejecting);
    const mutations = ['a', 'b', 'c'].map((id) => `${id}: deleteSpace(input: { id: "${id}" }) { clientMutationId }`);
    const { errors } = await gateway.execute(`mutation { ${mutations.join(' ')} }`);
    expect(world.upstream.arrived).toHaveLength(1);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(Array(3).fill('UNAUTHENTICATED'));
    expect(errors?.[1]?.message).toMatch(/The write was not sent\.$/);
  });
});
