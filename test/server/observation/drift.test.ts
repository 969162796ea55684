import { afterEach, describe, expect, it } from 'vitest';
import { startGateway, startWorld, type TestGateway } from '../../support/gateways/gateway.ts';
import { parseMetrics, sumOf } from '../../support/services/metrics.ts';
import { type FaultUpstream, json, type Reply, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const metric = 'docgraph_contract_drift_total';
const secret = 'Zq9Xw8Vu7Ts6Rp5';

let upstream: FaultUpstream | undefined;
let gateway: TestGateway | undefined;
afterEach(async () => {
  await gateway?.close();
  await upstream?.close();
  upstream = undefined;
  gateway = undefined;
});

async function start(environment: Record<string, string> = {}): Promise<{ service: FaultUpstream; own: TestGateway }> {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { METRICS: 'true', CONTRACT_CHECK_INTERVAL: '1', ...environment });
  return { service: upstream, own: gateway };
}

const read = async (own: TestGateway) => parseMetrics(await own.gateway.metrics());

/** The samples of the metric, without its name. */
async function driftOf(own: TestGateway): Promise<Record<string, number>> {
  const samples = [...(await read(own))].filter(([name]) => name.startsWith(`${metric}{`));
  return Object.fromEntries(samples.map(([name, value]) => [name.slice(metric.length), value]));
}

const labels = (operation: string, kind: string, field: string) =>
  `{docgraph_rest_operation="${operation}",kind="${kind}",field="${field}"}`;

const linesOf = ({ log }: TestGateway) =>
  log.filter((line) => line.includes('departs from the contract')).map((line) => JSON.parse(line));

const organization = { object: 'organization', id: 'a', title: 'A', urls: { app: 'https://example.com' } };
const page = (...items: unknown[]) => ({ items, count: items.length });

/** Sends a query until what it makes the service send was compared, and resolves to what was counted. */
async function drift(own: TestGateway, service: FaultUpstream, reply: Reply, query: string) {
  service.reply(reply);
  await own.execute(query);
  await expect.poll(async () => sumOf(await read(own), 'docgraph_contract_checks_total')).toBe(service.arrived.length);
  return driftOf(own);
}

const one = '{ organization(id: "a") { title } }';
const all = '{ organizations { nodes { title } } }';

describe('drift in live traffic', () => {
  it.each<[string, Reply, string, string, string, string]>([
    [
      'an unknown field',
      json({ ...organization, newField: secret }),
      one,
      'organizations.get',
      'unknown_field',
      'newField',
    ],
    [
      'an unknown field below another one',
      json({ ...organization, urls: { ...organization.urls, beta: secret } }),
      one,
      'organizations.get',
      'unknown_field',
      'urls.beta',
    ],
    [
      'an unknown field of the items of a list',
      json(page({ ...organization, extra: secret })),
      all,
      'organizations.list',
      'unknown_field',
      'items[].extra',
    ],
    [
      'a field whose name may be an id',
      json({ ...organization, [secret]: 1 }),
      one,
      'organizations.get',
      'unknown_field',
      'other',
    ],
    [
      'an unknown field of the envelope',
      json({ ...page(organization), cursor: secret }),
      all,
      'organizations.list',
      'unknown_envelope_field',
      'cursor',
    ],
    [
      'an unknown field of what leads to the next page',
      json({ ...page(organization), next: { page: 'p', url: secret } }),
      '{ organizations(first: 1) { nodes { title } } }',
      'organizations.list',
      'unknown_envelope_field',
      'next.url',
    ],
    ['another status of success', json(organization, 203), one, 'organizations.get', 'unknown_status', '203'],
    ['an unknown status of failure', json({ message: secret }, 418), one, 'organizations.get', 'unknown_status', '418'],
    ['a value of another type', json({ ...organization, title: 7 }), one, 'organizations.get', 'type', 'title'],
    [
      'a missing value that is not selected',
      json({ object: 'organization', title: 'A', urls: organization.urls }),
      one,
      'organizations.get',
      'missing',
      'id',
    ],
  ])('counts %s', async (_name, reply, query, operation, kind, field) => {
    const { own, service } = await start();
    const counts = await drift(own, service, reply, query);
    expect(counts).toHaveProperty([labels(operation, kind, field)]);
    expect(linesOf(own)).toContainEqual(expect.objectContaining({ operation, kind, field }));
    // Neither a label nor a log line has a value.
    expect(`${await own.gateway.metrics()}${JSON.stringify(linesOf(own))}`).not.toContain(secret);
  });

  it('is logged once for each kind', async () => {
    const { own, service } = await start();
    for (let i = 0; i < 3; i++) {
      service.reply(json({ ...organization, newField: i }));
      const before = sumOf(await read(own), 'docgraph_contract_checks_total');
      const isCompared = async () => {
        await own.execute(one);
        return sumOf(await read(own), 'docgraph_contract_checks_total') > before;
      };
      await expect.poll(isCompared).toBe(true);
    }
    const key = labels('organizations.get', 'unknown_field', 'newField');
    expect((await driftOf(own))[key]).toBeGreaterThanOrEqual(3);
    expect(linesOf(own).filter(({ field }) => field === 'newField')).toMatchObject([{ level: 30 }]);
  });

  it('has a bounded number of names for each operation', async () => {
    const { own, service } = await start();
    const names = Array.from({ length: 60 }, (_, i) => `field${'abcdefghij'[i % 10]}${'klmnop'[Math.floor(i / 10)]}`);
    const fields = Object.fromEntries(names.map((name) => [name, 1]));
    const counts = await drift(own, service, json({ ...organization, ...fields }), one);
    expect(Object.keys(counts).length).toBeLessThanOrEqual(21);
    expect(counts[labels('organizations.get', 'unknown_field', 'other')]).toBeGreaterThanOrEqual(40);
  });

  it('compares one response of each operation in an interval', async () => {
    const { own, service } = await start({ CONTRACT_CHECK_INTERVAL: '1h' });
    await drift(own, service, json(organization), one);
    for (let i = 0; i < 5; i++) await own.execute(one);
    service.reply(json(page(organization)));
    await own.execute(all);
    await expect.poll(async () => sumOf(await read(own), 'docgraph_contract_checks_total')).toBe(2);
  });

  it('is not looked for with CONTRACT_CHECK_INTERVAL=0', async () => {
    const { own, service } = await start({ CONTRACT_CHECK_INTERVAL: '0' });
    service.reply(json({ ...organization, newField: 1 }));
    await own.execute(one);
    expect(await driftOf(own)).toEqual({});
    expect(linesOf(own)).toEqual([]);
  });

  it('is none over a service that keeps its contract, also in lists of several kinds of records', async () => {
    const world = await startWorld({}, { METRICS: 'true', CONTRACT_CHECK_INTERVAL: '1' });
    gateway = world;
    try {
      await world.execute(`{ organizations { nodes { title members { nodes { role } } teams { nodes { title } }
        sites { nodes { title sections { nodes { title } } siteSpaces { nodes { title } } } }
        spaces { nodes { title changeRequests { nodes { subject } } comments { nodes { id } } } } } } }`);
      await expect
        .poll(async () => sumOf(await read(world), 'docgraph_contract_checks_total'))
        .toBeGreaterThanOrEqual(6);
      expect(await driftOf(world)).toEqual({});
    } finally {
      await world.close();
    }
  });
});
