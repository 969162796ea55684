import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { startGateway, startWorld, type TestGateway } from '../support/gateways/gateway.ts';
import { hashManifest, temporaryFolders } from '../support/gateways/manifests.ts';
import { freePort } from '../support/processes/free-port.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { skipsPrometheus, TestPrometheus } from '../support/services/prometheus.ts';
import {
  byPath,
  type FaultUpstream,
  json,
  type Reply,
  startFaultUpstream,
} from '../support/upstreams/fault-upstream.ts';

const timeout = 120_000;
const createFolder = temporaryFolders();
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A Prometheus with the alerts, which scrapes these addresses each second. They fire a second after their condition holds, not minutes. */
async function watch(...targets: string[]): Promise<TestPrometheus> {
  const shipped = await readFile('deploy/compose/prometheus/alerts.yaml', 'utf8');
  const rules = await createFolder({ 'alerts.yaml': shipped.replaceAll(/for: \d+m$/gm, 'for: 1s') });
  const prometheus = await TestPrometheus.start(
    JSON.stringify({
      global: { scrape_interval: '1s', evaluation_interval: '1s' },
      rule_files: [join(rules, 'alerts.yaml')],
      scrape_configs: [{ job_name: 'docgraph', static_configs: [{ targets }] }],
    }),
  );
  closers.push(() => prometheus.remove());
  return prometheus;
}

/** The alerts in this state; those in any state where none is given. */
async function alertsOf(prometheus: TestPrometheus, state = '.+'): Promise<string[]> {
  const samples = await prometheus.query(`group by (alertname) (ALERTS{alertstate=~"${state}"})`);
  return samples.map(({ metric }) => metric.alertname ?? '').sort();
}

async function send({ url }: Pick<TestGateway, 'url'>, query: string, signal?: AbortSignal): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` };
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query }),
    ...(signal && { signal }),
  });
  await response.text();
}

const record = { object: 'organization', id: 'a', title: 'A', urls: {} };
const slow: Reply = (response, request) => void setTimeout(3000).then(() => json(record)(response, request));

/** What each path of the service does. */
const faults: Record<string, Reply> = {
  '/v1/orgs/a': json(record),
  '/v1/orgs/invalid': json({ ...record, title: 7 }),
  '/v1/orgs/new': json({ ...record, id: 'new', beta: true }),
  '/v1/orgs/broken': json({}, 500),
  '/v1/orgs/slow': slow,
  '/v1/orgs/write': (response) => void response.destroy(),
};

/** A query for a fault of each kind. */
const queries = [
  ...['a', 'invalid', 'new', 'broken', 'slow'].map((id) => `{ organization(id: "${id}") { title } }`),
  '{ a: organization(id: "a") { title } b: organization(id: "broken") { title } }',
  'mutation { updateOrganization(input: { id: "write", title: "Acme" }) { userErrors { code } } }',
  `{ ${Array.from({ length: 9 }, (_, i) => `f${i}: organization(id: "a") { title }`).join(' ')} }`,
  '{ throws }',
];

async function startFaulty(): Promise<{ gateway: TestGateway; service: FaultUpstream }> {
  const service = await startFaultUpstream();
  closers.push(() => service.close());
  service.reply(byPath(faults));
  const folder = await createFolder({ 'manifest.json': hashManifest('{ __typename }') });
  const nowhere = `127.0.0.1:${await freePort()}`;
  const gateway = await startGateway(
    service.url,
    {
      METRICS: 'true',
      CIRCUIT_BREAKER: '0',
      UPSTREAM_RETRIES: '0',
      MAX_ROOT_FIELDS: '8',
      RATE_LIMIT_REQUESTS: '100000',
      REDIS_URL: `redis://${nowhere}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${nowhere}`,
      TRUSTED_DOCUMENTS: 'report',
      TRUSTED_DOCUMENTS_PATH: folder,
    },
    {
      typeDefs: 'extend type Query { throws: String }',
      resolvers: {
        Query: {
          throws: () => {
            throw new TypeError('A mistake.');
          },
        },
      },
    },
  );
  closers.push(() => gateway.close());
  return { gateway, service };
}

/** A gateway whose queries are also executed by another build, which gives another title. */
async function startShadowed(service: FaultUpstream): Promise<TestGateway> {
  const other = await startFaultUpstream();
  closers.push(() => other.close());
  other.reply(json({ data: { organization: { title: 'B' } } }));
  const gateway = await startGateway(service.url, { METRICS: 'true', SHADOW_SHARE: '1', SHADOW_URL: other.url });
  closers.push(() => gateway.close());
  return gateway;
}

/** A gateway whose second executions fail, as nobody listens, and whose service rejects this token. */
async function startRejecting(): Promise<TestGateway> {
  const service = await startFaultUpstream();
  closers.push(() => service.close());
  service.reply(json({}, 401));
  const nowhere = `http://127.0.0.1:${await freePort()}/graphql`;
  const gateway = await startGateway(service.url, { METRICS: 'true', SHADOW_SHARE: '1', SHADOW_URL: nowhere });
  closers.push(() => gateway.close());
  return gateway;
}

/** Kills workers one after the other, so many times; each call kills one where all run. */
async function startDying(service: FaultUpstream, times: number) {
  const gateway = await GatewayProcess.start({ UPSTREAM_URL: service.url, METRICS: 'true', WORKERS: '2' });
  closers.push(() => gateway.kill());
  const killed = new Set<number>();
  const kill = () => {
    const [first, second] = gateway.workers;
    if (first === undefined || second === undefined || killed.has(second) || killed.size === times) return;
    killed.add(second);
    process.kill(second, 'SIGKILL');
  };
  return { url: gateway.url, kill };
}

describe.skipIf(skipsPrometheus)('in a Prometheus that scrapes the gateway, the alerts', () => {
  it('fire for faults that are planted', { timeout }, async () => {
    const { gateway, service } = await startFaulty();
    const shadowed = await startShadowed(service);
    const rejecting = await startRejecting();
    const dying = await startDying(service, 6);
    const down = await startFaultUpstream();
    closers.push(() => down.close());
    down.reply((response) => void response.destroy());
    const broken = await startGateway(down.url, { METRICS: 'true', CIRCUIT_BREAKER: '2', UPSTREAM_RETRIES: '0' });
    closers.push(() => broken.close());
    const overloaded = await startGateway(down.url, { METRICS: 'true', MAX_HEAP_PERCENT: '1' });
    closers.push(() => overloaded.close());
    const gone = `127.0.0.1:${await freePort()}`;
    const gateways = [gateway, broken, overloaded, shadowed, rejecting, dying].map(({ url }) => new URL(url).host);
    const prometheus = await watch(...gateways, gone);
    await expect.poll(() => prometheus.query('up == 1').then(({ length }) => length), { timeout }).toBe(6);
    await gateway.gateway.reloadTrustedDocuments('/nowhere').catch(() => {});
    const plant = async () => {
      for (const query of queries) void send(gateway, query).catch(() => {});
      for (let i = 0; i < 3; i++) await send(broken, '{ organization(id: "a") { title } }');
      for (const one of [shadowed, rejecting]) await send(one, '{ organization(id: "a") { title } }');
      dying.kill();
      return await alertsOf(prometheus, 'firing');
    };
    const expected = [
      'DocgraphClientFaults',
      'DocgraphContractDrift',
      'DocgraphContractViolations',
      'DocgraphDown',
      'DocgraphErrorBudgetFast',
      'DocgraphErrorBudgetSlow',
      'DocgraphGatewayFaults',
      'DocgraphOverloaded',
      'DocgraphPartialResults',
      'DocgraphRedisDown',
      'DocgraphRefusals',
      'DocgraphReloadFailed',
      'DocgraphServiceDown',
      'DocgraphShadowDifferences',
      'DocgraphShadowFails',
      'DocgraphSlow',
      'DocgraphSpansDropped',
      'DocgraphUnknownWrites',
      'DocgraphUpstreamErrors',
      'DocgraphWorkersRestart',
    ];
    await expect.poll(plant, { timeout: timeout / 2, interval: 500 }).toEqual(expect.arrayContaining(expected));
  });

  it('are silent while a third of the users cancels requests, and others make mistakes', { timeout }, async () => {
    const world = await startWorld({ latencyMs: 20 }, { METRICS: 'true', SHARE_OPERATIONS: 'false' });
    closers.push(() => world.close());
    const prometheus = await watch(new URL(world.url).host);
    // Until the first scrape, the gateway is down.
    await expect.poll(() => prometheus.query('up == 1'), { timeout }).toHaveLength(1);
    await expect.poll(() => alertsOf(prometheus), { timeout }).toEqual([]);
    let cancelled = 0;
    const use = async (user: number) => {
      const controller = new AbortController();
      const leaves = user % 3 === 0;
      const sent = send(world, '{ organizations { nodes { title members { totalCount } } } }', controller.signal);
      if (leaves) setTimeout(10).then(() => controller.abort());
      await sent.catch(() => {
        cancelled++;
      });
      if (user % 3 === 1) await send(world, '{ organization(id: "none") { title } }');
      if (user % 9 === 4) await send(world, '{ unknown }');
    };
    for (let round = 0; round < 25; round++) {
      await Promise.all(Array.from({ length: 9 }, (_, user) => use(user)));
      await setTimeout(100);
    }
    expect(cancelled).toBeGreaterThan(50);
    const seen = 'sum(docgraph_requests_total{outcome="cancelled"}) > 50';
    await expect.poll(() => prometheus.query(seen).then(({ length }) => length), { timeout: timeout / 2 }).toBe(1);
    // A busy machine makes each request slow.
    expect((await alertsOf(prometheus)).filter((name) => name !== 'DocgraphSlow')).toEqual([]);
    // Nor did any hold before, but that of a gateway that was not scraped yet.
    const others = 'alertname!~"DocgraphDown|DocgraphSlow"';
    expect(await prometheus.query(`count_over_time(ALERTS{${others}}[5m])`)).toEqual([]);
  });
});
