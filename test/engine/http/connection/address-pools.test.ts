import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { addressesIn } from '../../../../src/server/observation/metrics/address-metrics.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { parseMetrics } from '../../../support/services/metrics.ts';
import { AddressedService, type Behavior, NameServer } from '../../../support/upstreams/addressed-services.ts';

const read = '{ organization(id: "a") { title } }';
const write = 'mutation { updateOrganization(input: { id: "a", title: "bb" }) { userErrors { message } } }';
const ageMs = 60_000;
const three = ['127.0.0.1', '127.0.0.2', '127.0.0.3'];

let names: NameServer;
let services: AddressedService[] = [];
let port = 0;
let gateway: Gateway;

beforeEach(() => {
  services = [];
  port = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  names = new NameServer();
});
afterEach(async () => {
  await gateway.close();
  for (const service of services) await service.close();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A gateway in front of services at these addresses of one port; those at `dead` refuse connections. */
async function start(all: string[], dead: string[] = [], environment: Record<string, string> = {}): Promise<void> {
  for (const address of all.filter((one) => !dead.includes(one))) {
    const service = new AddressedService(address);
    port = await service.listen(port);
    services.push(service);
  }
  const settings = readSettings({
    UPSTREAM_URL: `http://service.test:${port}`,
    UPSTREAM_RETRIES: '0',
    SHARE_CALLS: 'false',
    SHARE_OPERATIONS: 'false',
    METRICS_PORT: '0',
    ...environment,
  });
  gateway = await createGateway({ settings });
  await vi.waitUntil(() => names.lookups === 1, 20_000);
}

async function titles(count: number, concurrency: number): Promise<unknown[]> {
  const results: unknown[] = [];
  const send = async (client: number) => {
    const headers = { authorization: `Bearer token-${client}` };
    for (let i = 0; i < count / concurrency; i++) {
      const { data } = await gateway.execute<{ organization: { title: string } | null }>({ query: read, headers });
      results.push(data?.organization?.title);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, client) => send(client)));
  return results;
}

/** Lets connections reach their maximum age. */
async function age(): Promise<void> {
  const before = names.lookups;
  vi.advanceTimersByTime(ageMs);
  await vi.waitUntil(() => names.lookups > before, 20_000);
}

const at = (address: string) => services.find((service) => service.address === address) as AddressedService;
const addresses = () => addressesIn([gateway.collectMetrics()]);
const ejected = () => Object.keys(addresses()).filter((address) => addresses()[address]?.ejected === 1);

describe('reads from a service whose DNS name', () => {
  it('has two addresses are spread evenly over them', async () => {
    names.addresses = ['127.0.0.1', '127.0.0.2'];
    await start(names.addresses);
    expect(await titles(200, 1)).not.toContain(undefined);
    expect(await titles(200, 8)).not.toContain(undefined);
    expect(services.map(({ calls }) => calls)).toEqual([200, 200]);
  });

  it('moves follow it when the connections reach their maximum age, and none fails', async () => {
    names.addresses = ['127.0.0.1'];
    await start(['127.0.0.1', '127.0.0.2']);
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.1'));
    names.addresses = ['127.0.0.2'];
    const meanwhile = titles(100, 4);
    await age();
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.2'));
    expect(await meanwhile).not.toContain(undefined);
  });

  it('cannot be resolved for a time stay with the addresses that they have', async () => {
    names.addresses = ['127.0.0.1'];
    await start(names.addresses);
    names.addresses = undefined;
    await age();
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.1'));
  });

  it('has three addresses of which one is dead go to the others, and none fails, without retries', async () => {
    names.addresses = three;
    await start(three, ['127.0.0.2']);
    const reached = await titles(300, 12);
    expect(new Set(reached)).toEqual(new Set(['127.0.0.1', '127.0.0.3']));
    expect(ejected()).toEqual(['127.0.0.2']);
  });
});

describe('an address at which calls fail in a row', () => {
  it.each<Behavior>(['responds 503', 'resets', 'hangs'])(
    'and that %s is ejected, and no read fails',
    async (behavior) => {
      names.addresses = three;
      // The working addresses are in this process, too: what holds it up must not use up the retries.
      await start(three, [], { UPSTREAM_RETRIES: '2', UPSTREAM_TIMEOUT: '3000', REQUEST_TIMEOUT: '20000' });
      at('127.0.0.2').behavior = behavior;
      expect(new Set(await titles(60, 6))).toEqual(new Set(['127.0.0.1', '127.0.0.3']));
      expect(ejected()).toEqual(['127.0.0.2']);
      const { calls } = at('127.0.0.2');
      expect(await titles(60, 6)).not.toContain(undefined);
      // Probes may have arrived.
      expect(at('127.0.0.2').calls - calls).toBeLessThanOrEqual(2);
    },
  );

  it('gets calls again when a probe succeeds, and what is counted of it goes on', async () => {
    names.addresses = three;
    await start(three, [], { UPSTREAM_RETRIES: '2' });
    at('127.0.0.2').behavior = 'responds 503';
    await titles(60, 6);
    expect(ejected()).toEqual(['127.0.0.2']);
    at('127.0.0.2').behavior = 'works';
    await vi.waitUntil(() => ejected().length === 0, 20_000);
    expect(new Set(await titles(60, 6))).toEqual(new Set(three));
    const counts = addresses()['127.0.0.2'];
    expect(counts).toMatchObject({ ejected: 0, calls_in_flight: 0, ejections: 1 });
    expect(counts?.failures).toBeGreaterThanOrEqual(5);
    expect(counts?.calls).toBeGreaterThanOrEqual(20);
  });

  it('gets calls again when it accepts connections again', async () => {
    names.addresses = three;
    await start(three, ['127.0.0.3']);
    await titles(60, 6);
    expect(ejected()).toEqual(['127.0.0.3']);
    const returned = new AddressedService('127.0.0.3');
    await returned.listen(port);
    services.push(returned);
    await vi.waitUntil(() => ejected().length === 0, 20_000);
    expect(new Set(await titles(60, 6))).toEqual(new Set(three));
  });

  it('stays in use where half of the addresses are ejected already, and the circuit breaker decides', async () => {
    names.addresses = ['127.0.0.1', '127.0.0.2'];
    await start(names.addresses);
    for (const service of services) service.behavior = 'responds 503';
    expect(new Set(await titles(60, 6))).toEqual(new Set([undefined]));
    expect(ejected()).toHaveLength(1);
    const metrics = parseMetrics(await gateway.metrics());
    expect(metrics.get('docgraph_circuit_opened_total')).toBe(1);
    for (const service of services) service.behavior = 'works';
    await vi.waitUntil(async () => !(await titles(1, 1)).includes(undefined), 20_000);
  });

  it('is the only one stays in use', async () => {
    names.addresses = ['127.0.0.1'];
    await start(names.addresses, [], { CIRCUIT_BREAKER: '0' });
    at('127.0.0.1').behavior = 'responds 503';
    await titles(20, 2);
    at('127.0.0.1').behavior = 'works';
    expect(await titles(20, 2)).not.toContain(undefined);
  });

  it('is not ejected with OUTLIER_EJECTION=0', async () => {
    names.addresses = three;
    await start(three, [], { OUTLIER_EJECTION: '0' });
    at('127.0.0.2').behavior = 'responds 503';
    expect((await titles(60, 1)).filter((title) => title === undefined)).toHaveLength(20);
    expect(ejected()).toEqual([]);
  });

  it('and leaves the name is forgotten, and returns with the name', async () => {
    names.addresses = three;
    await start(three, [], { UPSTREAM_RETRIES: '2' });
    at('127.0.0.2').behavior = 'responds 503';
    await titles(60, 6);
    names.addresses = ['127.0.0.1'];
    await age();
    expect(ejected()).toEqual([]);
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.1'));
    at('127.0.0.2').behavior = 'works';
    names.addresses = ['127.0.0.2'];
    await age();
    expect(await titles(20, 2)).toEqual(Array(20).fill('127.0.0.2'));
  });

  it('gets no writes: they go to the others, once each', async () => {
    names.addresses = three;
    await start(three, ['127.0.0.2']);
    for (let i = 0; i < 30; i++) expect((await gateway.execute({ query: write })).errors).toBeUndefined();
    expect(at('127.0.0.1').writes + at('127.0.0.3').writes).toBe(30);
  });
});

describe('metrics of a service whose DNS name', () => {
  const ofAddresses = async () =>
    [...parseMetrics(await gateway.metrics())].filter(([name]) => name.startsWith('docgraph_upstream_address_'));

  it('has several addresses are told by address', async () => {
    names.addresses = ['127.0.0.1', '127.0.0.2'];
    await start(names.addresses, ['127.0.0.2']);
    await titles(40, 4);
    expect(Object.fromEntries(await ofAddresses())).toMatchObject({
      'docgraph_upstream_address_ejected{address="127.0.0.1"}': 0,
      'docgraph_upstream_address_ejected{address="127.0.0.2"}': 1,
      'docgraph_upstream_address_failures_total{address="127.0.0.1"}': 0,
      'docgraph_upstream_address_ejections_total{address="127.0.0.2"}': 1,
      'docgraph_upstream_address_calls_in_flight{address="127.0.0.1"}': 0,
    });
  });

  it('has one address are not', async () => {
    names.addresses = ['127.0.0.1'];
    await start(names.addresses);
    await titles(4, 2);
    expect(await ofAddresses()).toEqual([]);
  });
});
