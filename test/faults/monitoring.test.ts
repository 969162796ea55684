import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Supervisor } from '../../src/cluster/supervisor.ts';
import type { AddressUsage } from '../../src/engine/engine.ts';
import { addressMetrics } from '../../src/server/observation/metrics/address-metrics.ts';
import { parseYaml, readYaml } from '../support/deploy/yaml-files.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { metricNames } from '../support/services/metrics.ts';
import { skipsPrometheus, TestPrometheus } from '../support/services/prometheus.ts';

const folder = 'deploy/compose';
const configurationFile = `${folder}/prometheus/prometheus.yaml`;

const target = z.object({
  expr: z.string(),
  legendFormat: z.string().min(1),
  datasource: z.object({ uid: z.string() }),
});
const panel = z.object({
  id: z.number(),
  type: z.enum(['row', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
  targets: z.array(target).default([]),
});
const dashboard = z
  .object({ uid: z.string(), panels: z.array(panel) })
  .parse(JSON.parse(readFileSync('deploy/kubernetes/components/prometheus/dashboard.json', 'utf8')));
const ofDashboard = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(z.object({ alert: z.string(), expr: z.string(), annotations: z.object({ summary: z.string() }) })),
    }),
  ),
});
const alerts = rules.parse(readYaml(`${folder}/prometheus/alerts.yaml`)[0]).groups.flatMap((group) => group.rules);

/** The names of metrics in an expression: what is neither a label, a function nor a keyword. */
function namesIn(expression: string): string[] {
  const plain = expression.replace(/\{[^}]*\}|\b(?:by|without) \([^)]*\)|"[^"]*"/g, '');
  return [...plain.matchAll(/\b[a-z]\w*_\w+\b(?!\s*\()/g)].map(([name]) => name);
}

/** The labels that an expression selects or groups by. */
function labelsIn(expression: string): string[] {
  const selectors = [...expression.matchAll(/\{([^}]*)\}/g)].flatMap(
    ([, list = '']) => list.match(/\w+(?=\s*[=!])/g) ?? [],
  );
  return [...selectors, ...groupsIn(expression)];
}

function groupsIn(expression: string): string[] {
  const lists = expression.matchAll(/\b(?:by|on|group_left) \(([^)]*)\)/g);
  return [...lists].flatMap(([, list = '']) => list.match(/\w+/g) ?? []);
}

let world: TestWorld;
let names: Set<string>;
/** With those that only a gateway with a cache has, or with a service of several addresses. */
let allNames: Set<string>;

beforeAll(async () => {
  world = await startWorld({}, { METRICS: 'true' });
  const supervisor = new Supervisor({
    settings: { workers: 1, host: '127.0.0.1', port: 0, basePath: '', maxConnections: 1, shutdownTimeout: 0 },
    environment: {},
    sandbox: undefined,
    documents: undefined,
    logger: pino({ level: 'silent' }),
  });
  const metricsOf = async ({ url }: TestWorld) => (await fetch(`${url}/metrics`)).text();
  names = new Set([...metricNames(await metricsOf(world)), ...metricNames(await supervisor.metrics())]);
  const cached = await startWorld({}, { METRICS: 'true', CACHE: 'memory' });
  const ofAddresses = addressMetrics(['10.0.0.1', '10.0.0.2'].map(usageOf)).map(({ name }) => name);
  const ofRedis = 'docgraph_cache_redis_errors_total';
  allNames = new Set([...names, ...metricNames(await metricsOf(cached)), ...ofAddresses, ofRedis]);
  await cached.close();
});
afterAll(() => world.close());

function usageOf(address: string): AddressUsage {
  return { address, isEjected: false, inFlight: 0, calls: 0, failures: 0, timesEjected: 0 };
}

const all = [...ofDashboard, ...alerts.map(({ expr }) => expr)];

describe('expressions', () => {
  it('of the dashboard and the alerts use metrics that the gateway has', () => {
    const used = all.flatMap(namesIn);
    expect(used.length).toBeGreaterThan(all.length);
    expect(used.filter((name) => !allNames.has(name))).toEqual([]);
    expect(namesIn('sum by (le) (rate(docgraph_none_total{a="b"}[5m]))')).toEqual(['docgraph_none_total']);
  });

  it('use labels that metrics have, also in legends', () => {
    const cells = [...readFileSync('docs/metrics.md', 'utf8').matchAll(/^\| `.*?\| (.*?) \|/gm)];
    const own = cells.flatMap(([, labels = '']) => labels.match(/(?<=`)\w+(?=`)/g) ?? []);
    const known = new Set([...own, 'job', 'instance', 'le']);
    expect(all.flatMap(labelsIn).filter((label) => !known.has(label))).toEqual([]);
    expect(labelsIn('sum by (a) (rate(x_total{b="1", c=~"2"}[5m]))')).toEqual(['b', 'c', 'a']);
    for (const { expr, legendFormat } of dashboard.panels.flatMap(({ targets }) => targets)) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      expect(groupsIn(expr)).toEqual(expect.arrayContaining(shown));
    }
  });

  it('of the dashboard show every metric', () => {
    const families = [...names].filter((name) => !/_(?:bucket|sum|count)$/.test(name));
    const used = new Set(ofDashboard.flatMap(namesIn).map((name) => name.replace(/_(?:bucket|sum|count)$/, '')));
    // What is of use in other dashboards alone.
    const unused = ['process_start_time_seconds', 'nodejs_version_info', 'nodejs_heap_size_total_bytes'];
    expect(families.filter((name) => !used.has(name)).sort()).toEqual(unused.sort());
  });

  it('of the alerts are the same in Kubernetes', () => {
    const [rule] = readYaml<{ spec: unknown }>('deploy/kubernetes/components/prometheus/prometheus-rule.yaml');
    expect(rule?.spec).toEqual(readYaml(`${folder}/prometheus/alerts.yaml`)[0]);
  });

  it('of the alerts are explained, each below its name', () => {
    const page = readFileSync('docs/alerts.md', 'utf8');
    const headings = [...page.matchAll(/^## (Docgraph\w+)$/gm)].map(([, name]) => name);
    expect(headings).toEqual(alerts.map(({ alert }) => alert));
  });

  it('of the autoscaler use a metric that the gateway has', () => {
    const files = ['event-loop-metric.yaml', 'prometheus-adapter-rules.yaml'];
    for (const file of files) {
      const text = readFileSync(`deploy/kubernetes/components/prometheus/${file}`, 'utf8');
      const used = [...text.matchAll(/\b(?:nodejs|docgraph|http)_\w+/g)].map(([name]) => name);
      expect(used.length).toBeGreaterThan(0);
      expect(used.filter((name) => !names.has(name))).toEqual([]);
    }
  });
});

describe('the dashboard', () => {
  it('has panels with an id each, which do not overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });

  it('reads the provisioned data source', () => {
    const [source] = readYaml<{ datasources: { uid: string }[] }>(
      `${folder}/grafana/provisioning/datasources/prometheus.yaml`,
    );
    const uids = dashboard.panels.flatMap(({ targets }) => targets.map(({ datasource }) => datasource.uid));
    expect(new Set(uids)).toEqual(new Set(source?.datasources.map(({ uid }) => uid)));
  });
});

describe.skipIf(skipsPrometheus)('Prometheus', () => {
  let prometheus: TestPrometheus;

  beforeAll(async () => {
    const [configuration] = readYaml<Record<string, unknown>>(configurationFile);
    const scrapes = parseYaml<{ static_configs: { targets: string[] }[] }[]>(
      JSON.stringify(configuration?.scrape_configs),
    );
    const [[scrape] = []] = scrapes;
    expect(scrape?.static_configs[0]?.targets).toEqual(['gateway:9464']);
    const own = { ...scrape, static_configs: [{ targets: [new URL(world.url).host] }] };
    const rulesFile = resolve(folder, 'prometheus/alerts.yaml');
    const global = { scrape_interval: '1s', evaluation_interval: '1s' };
    prometheus = await TestPrometheus.start(JSON.stringify({ global, rule_files: [rulesFile], scrape_configs: [own] }));
  });
  afterAll(() => prometheus.remove());

  it('accepts the configuration and the alerts', () => {
    const output = execFileSync('promtool', ['check', 'config', configurationFile], { encoding: 'utf8' });
    expect(output).toContain(`SUCCESS: ${alerts.length} rules found`);
  });

  it('accepts the metrics', async () => {
    const input = await (await fetch(`${world.url}/metrics`)).text();
    expect(execFileSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' })).toBe('');
  });

  it('scrapes the gateway, and evaluates each expression', async () => {
    const query = 'query Titles { organizations { nodes { title } } }';
    const requests = async () => {
      await world.execute(query);
      const samples = await prometheus.query('sum(rate(http_server_request_duration_seconds_count[1m])) > 0');
      return samples.length;
    };
    await expect.poll(requests, { timeout: 20_000, interval: 500 }).toBe(1);
    expect(await prometheus.query('up')).toMatchObject([
      { metric: { job: 'docgraph' }, value: [expect.anything(), '1'] },
    ]);
    const resultsOf = async (expression: string) =>
      (await prometheus.query(expression.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'docgraph'))).length;
    const shown = await Promise.all(ofDashboard.map(resultsOf));
    // What is not used here, or has not happened: the cache, several addresses, trusted documents, verified tokens, Redis, shadow mode, violations, drift, rejections, and workers.
    expect([...new Set(ofDashboard.filter((_, i) => shown[i] === 0).flatMap(namesIn))].sort()).toEqual([
      'docgraph_cache_evictions_total',
      'docgraph_cache_hits_total',
      'docgraph_cache_misses_total',
      'docgraph_cache_redis_errors_total',
      'docgraph_cache_result_hits_total',
      'docgraph_cache_result_misses_total',
      'docgraph_cache_stale_total',
      'docgraph_contract_drift_total',
      'docgraph_contract_violations_total',
      'docgraph_document_reload_failed',
      'docgraph_document_reloads_total',
      'docgraph_jwt_keys_failing_seconds',
      'docgraph_redis_up',
      'docgraph_rejections_total',
      'docgraph_shadow_differences_total',
      'docgraph_shadow_queries_total',
      'docgraph_unknown_documents_total',
      'docgraph_upstream_address_calls_total',
      'docgraph_upstream_address_ejected',
      'docgraph_upstream_address_ejections_total',
      'docgraph_upstream_address_failures_total',
      'docgraph_worker_restarts_total',
      'docgraph_workers',
    ]);
    // No alert fires.
    const fires = await Promise.all(alerts.map(({ expr }) => resultsOf(expr)));
    expect(alerts.filter((_, i) => fires[i] !== 0).map(({ alert }) => alert)).toEqual([]);
  });
});
