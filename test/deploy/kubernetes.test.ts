import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { probes } from '../../src/server/runtime/probes.ts';
import { readSettings, settings } from '../../src/server/settings/settings.ts';
import { type Manifest, mistakesIn } from '../support/deploy/kubernetes-types.ts';
import { parseYaml, readYaml } from '../support/deploy/yaml-files.ts';

const base = 'deploy/kubernetes/base';
const files = readdirSync(base)
  .filter((name) => name !== 'kustomization.yaml')
  .map((name) => `${base}/${name}`);
const manifests = files.flatMap((file) => readYaml<Manifest>(file));

/** Custom resources of the Prometheus operator: the fields that are used here, and no others. */
const podMonitor = z.strictObject({
  apiVersion: z.literal('monitoring.coreos.com/v1'),
  kind: z.literal('PodMonitor'),
  metadata: z.strictObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z.strictObject({
    jobLabel: z.string(),
    selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
    podMetricsEndpoints: z.array(
      z.strictObject({ port: z.string(), path: z.string().startsWith('/'), interval: z.string().regex(/^\d+s$/) }),
    ),
  }),
});

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const deployment = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.looseObject({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
            lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }),
          }),
        ]),
      }),
    }),
  }),
});

const kustomization = z.object({
  resources: z.array(z.string()),
  configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })),
});

/** The environment that the ConfigMap of a kustomization sets. */
function environmentOf(file: string): Record<string, string> {
  const [generator] = kustomization.parse(readYaml(file)[0]).configMapGenerator;
  return Object.fromEntries((generator?.literals ?? []).map((literal) => literal.split(/=(.*)/s).slice(0, 2)));
}

const environment = {
  ...environmentOf(`${base}/kustomization.yaml`),
  ...environmentOf('deploy/kubernetes/overlays/example/kustomization.yaml'),
};
const found = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
const { spec } = deployment.parse(found('Deployment'));
const pod = spec.template.spec;
const [container] = pod.containers;

describe('the manifests', () => {
  it('have the fields and types of the API, and no others', () => {
    expect(mistakesIn(manifests)).toEqual([]);
  });

  it.each([
    ['an unknown field', 'readOnlyRootFilesystem', 'readonlyRootFilesystem', 'readonlyRootFilesystem'],
    ['a wrong type', 'periodSeconds: 10', 'periodSeconds: "10"', "'string' is not assignable to type 'number'"],
    ['a missing field', 'topologyKey: kubernetes.io/hostname', 'minDomains: 1', 'topologyKey'],
    ['an unknown version', 'apps/v1', 'apps/v3', 'kubernetes-types/apps/v3'],
  ])('are rejected for %s', (_, text, replacement, message) => {
    const changed = parseYaml<Manifest>(readFileSync(`${base}/deployment.yaml`, 'utf8').replace(text, replacement));
    expect(mistakesIn(changed).join('\n')).toContain(message);
  });

  it('are all part of the base', () => {
    const { resources } = kustomization.parse(readYaml(`${base}/kustomization.yaml`)[0]);
    expect(resources.map((name) => `${base}/${name}`).sort()).toEqual([...files].sort());
  });

  it('set settings that the gateway has and accepts', () => {
    const { NODE_OPTIONS, ...own } = environment;
    const names = Object.values(settings).map(({ name }) => name);
    expect(Object.keys(own).filter((name) => !names.some((known) => known === name))).toEqual([]);
    expect(NODE_OPTIONS).toMatch(/^--max-old-space-size=\d+$/);
    const { port, metricsPort } = readSettings({ ...own, NODE_ENV: 'production' });
    const ports = Object.fromEntries(container.ports.map(({ name, containerPort }) => [name, containerPort]));
    expect(ports).toEqual({ http: port, metrics: metricsPort });
  });

  it('probe the port of the metrics, whose connections are not those of clients', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect(httpGet.port).toBe('metrics');
      expect(Object.keys(probes)).toContain(httpGet.path);
    }
    expect(livenessProbe.httpGet.path).toBe('/healthz');
    expect(readinessProbe.httpGet.path).toBe('/readyz');
  });

  it('give a pod the time that it needs to stop', () => {
    const { shutdownDelay, shutdownTimeout } = readSettings({ ...environment, NODE_ENV: 'production' });
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + (shutdownDelay + shutdownTimeout) / 1000);
  });

  it('select the pods by their labels', () => {
    const { labels } = spec.template.metadata;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(found('Service')).toMatchObject({ spec: { selector: labels } });
    expect(found('PodDisruptionBudget')).toMatchObject({ spec: { selector: { matchLabels: labels } } });
    expect(found('NetworkPolicy')).toMatchObject({ spec: { podSelector: { matchLabels: labels } } });
    const [monitor] = readYaml('deploy/kubernetes/components/prometheus/pod-monitor.yaml');
    const { selector, jobLabel } = podMonitor.parse(monitor).spec;
    expect(selector.matchLabels).toEqual(labels);
    // The job of the alerts.
    expect(labels[jobLabel]).toBe('docgraph');
  });

  it('run the container without rights', () => {
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      resources: {
        requests: { cpu: expect.anything(), memory: expect.anything() },
        limits: { memory: expect.anything() },
      },
    });
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
  });
});

describe('the component for Prometheus', () => {
  const component = 'deploy/kubernetes/components/prometheus';

  it('has the alerts, and the dashboard where Grafana finds it by its label', () => {
    const [parts] = readYaml(`${component}/kustomization.yaml`);
    expect(parts).toMatchObject({
      resources: ['pod-monitor.yaml', 'prometheus-rule.yaml'],
      configMapGenerator: [
        { files: ['docgraph.json=dashboard.json'], options: { labels: { grafana_dashboard: '1' } } },
      ],
    });
    expect(readdirSync(component)).toEqual(expect.arrayContaining(['dashboard.json', 'prometheus-rule.yaml']));
  });
});

describe('the example overlay', () => {
  it.skipIf(!hasKubectl())('renders with kubectl, and has the fields and types of the API', () => {
    const text = execFileSync('kubectl', ['kustomize', 'deploy/kubernetes/overlays/example'], { encoding: 'utf8' });
    const rendered = parseYaml<Manifest>(text);
    const custom = rendered.filter(({ apiVersion }) => apiVersion.startsWith('monitoring.'));
    expect(mistakesIn(rendered.filter((manifest) => !custom.includes(manifest)))).toEqual([]);
    expect(custom.map(({ kind }) => kind)).toEqual(['PodMonitor', 'PrometheusRule']);
    expect(podMonitor.safeParse(custom[0]).success).toBe(true);
    expect(rendered).toHaveLength(manifests.length + 4);
    expect(rendered).toContainEqual(
      expect.objectContaining({
        kind: 'ConfigMap',
        metadata: expect.objectContaining({ name: 'docgraph-dashboard', labels: { grafana_dashboard: '1' } }),
        data: { 'docgraph.json': readFileSync('deploy/kubernetes/components/prometheus/dashboard.json', 'utf8') },
      }),
    );
    expect(text).toContain('nodejs_eventloop_utilization_ratio');
    expect(text).toContain('port: 6379');
  });
});

function hasKubectl(): boolean {
  try {
    execFileSync('kubectl', ['version', '--client'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
