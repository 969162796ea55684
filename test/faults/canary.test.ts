import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/processes/free-port.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { balancers, LoadBalancer } from '../support/services/load-balancer.ts';
import { readMetrics, sumOf } from '../support/services/metrics.ts';

const clients = 400;
const share = 0.05;

describe.skipIf(!balancers.includes('nginx'))('two versions behind nginx', () => {
  let versions: GatewayProcess[] = [];
  let nginx: LoadBalancer;

  beforeAll(async () => {
    versions = await Promise.all(
      ['1.0.0', '1.1.0-canary'].map(async (version) =>
        GatewayProcess.start({
          PORT: String(await freePort()),
          UPSTREAM_URL: 'http://127.0.0.1:9',
          METRICS: 'true',
          LOG_LEVEL: 'warn',
          OTEL_RESOURCE_ATTRIBUTES: `service.version=${version}`,
        }),
      ),
    );
    const ports = versions.map(({ url }) => Number(new URL(url).port));
    nginx = await LoadBalancer.start('nginx', ports, 'nginx-canary.conf');
  });
  afterAll(async () => {
    await nginx?.close();
    for (const version of versions) await version.stop();
  });

  /** Sends a request of each client; resolves to the statuses. */
  async function sendAll(): Promise<Set<number>> {
    const statuses = new Set<number>();
    for (let client = 0; client < clients; client += 20) {
      const some = Array.from({ length: 20 }, (_, i) => send(client + i));
      for (const status of await Promise.all(some)) statuses.add(status);
    }
    return statuses;
  }

  async function send(client: number): Promise<number> {
    const headers = { authorization: `Bearer client-${client}`, 'content-type': 'application/json' };
    const response = await fetch(`${nginx.url}/graphql?query={__typename}`, { headers });
    await response.arrayBuffer();
    return response.status;
  }

  /** The requests of each version, by the version that its metrics tell. */
  async function requests(): Promise<Record<string, number>> {
    const counts = await Promise.all(
      versions.map(async ({ url }) => {
        const samples = await readMetrics(`${url}/metrics`);
        const [info = ''] = [...samples.keys()].filter((name) => name.startsWith('docgraph_build_info{'));
        const [, version = ''] = /version="([^"]+)"/.exec(info) ?? [];
        return [version, sumOf(samples, 'docgraph_requests_total', 'outcome="ok"')] as const;
      }),
    );
    return Object.fromEntries(counts);
  }

  it('get their share of the clients, each of which stays with one', async () => {
    expect(await sendAll()).toEqual(new Set([200]));
    const once = await requests();
    expect(Object.keys(once)).toEqual(['1.0.0', '1.1.0-canary']);
    const canary = once['1.1.0-canary'] ?? 0;
    expect(canary).toBeGreaterThan((clients * share) / 3);
    expect(canary).toBeLessThan(clients * share * 3);
    expect(once['1.0.0']).toBe(clients - canary);
    expect(await sendAll()).toEqual(new Set([200]));
    expect(await requests()).toEqual({ '1.0.0': 2 * (clients - canary), '1.1.0-canary': 2 * canary });
  });

  it('are one again without the line of the canary', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-canary-'));
    const path = join(folder, 'nginx.conf');
    const shipped = await readFile('deploy/proxies/nginx-canary.conf', 'utf8');
    const stable = shipped.replace(/^ +5% canary;\n/m, '');
    expect(stable).not.toBe(shipped);
    await writeFile(path, stable);
    const options = ['-t', '-c', path, '-e', 'stderr', '-g', `pid ${join(folder, 'nginx.pid')};`];
    const { stderr } = spawnSync('/usr/sbin/nginx', options, { encoding: 'utf8' });
    expect(stderr).toContain('syntax is ok');
    await rm(folder, { recursive: true });
  });

  it('lose no read where the canary is killed', async () => {
    await versions[1]?.kill();
    expect(await sendAll()).toEqual(new Set([200]));
  });
});
