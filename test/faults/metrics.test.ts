import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  builtCommand,
  isGroupAlive,
  killRemaining,
  type Running,
  stop,
  until,
  urlIn,
} from '../support/processes/command.ts';
import { type WorkerClient, WorkerClients } from '../support/processes/worker-clients.ts';
import { readMetrics, sumOf } from '../support/services/metrics.ts';

const command = builtCommand();
let gateway: Running;
let clients: WorkerClients;

// One gateway for all tests: they compare what is counted before and after.
beforeAll(async () => {
  gateway = await command.serve({ WORKERS: '2', METRICS: 'true', METRICS_PORT: '0' });
  clients = new WorkerClients(gateway, 'sandbox-admin');
});
afterAll(async () => {
  await clients.close();
  if (isGroupAlive(gateway.child.pid as number)) await stop(gateway);
  killRemaining();
});

const read = '{ organizations { totalCount } }';

/** Runs a test with a client of each worker. */
async function withClients(test: (first: WorkerClient, second: WorkerClient) => Promise<void>): Promise<void> {
  const [[first], [second] = []] = await clients.ofEach(2, 1);
  if (first === undefined || second === undefined) throw new Error('A worker has no client.');
  await test(first, second);
}

const gauge = async (name: string, url = urlIn(gateway.lines, 'Metrics')) => sumOf(await readMetrics(url), name);
const requests = (url?: string) => gauge('http_server_request_duration_seconds_count', url);
const listening = () => gateway.log().filter(({ msg }) => msg.startsWith('Server listening')).length;

describe('metrics of several workers', () => {
  it('are added up in the primary process, and the same on each worker', () =>
    withClients(async (first, second) => {
      const before = await requests();
      for (const client of [first, second, first]) await client.execute(read);
      expect(await requests()).toBe(before + 3);
      const onWorkers = urlIn(gateway.lines, 'GraphQL').replace(/graphql$/, 'metrics');
      const all = await Promise.all(Array.from({ length: 4 }, () => requests(onWorkers)));
      expect(all).toEqual(Array(4).fill(before + 3));
      expect(await gauge('docgraph_workers')).toBe(2);
      expect(await gauge('docgraph_worker_restarts_total')).toBe(0);
      expect(await gauge('docgraph_upstream_connections_max')).toBe(2 * (96 + 24));
    }));

  it('count no worker that exits as an operator wants it', () =>
    withClients(async (_, second) => {
      const others = listening();
      process.kill(second.pid, 'SIGTERM');
      await until(() => listening() > others);
      expect(await gauge('docgraph_worker_restarts_total')).toBe(0);
    }));

  it('keep what a worker had counted that is killed', () =>
    withClients(async (_, second) => {
      const others = listening();
      await second.execute(read);
      const before = await requests();
      process.kill(second.pid, 'SIGKILL');
      await until(() => listening() > others);
      expect(await requests()).toBe(before);
      expect(await gauge('docgraph_worker_restarts_total')).toBe(1);
      expect(await gauge('docgraph_workers')).toBe(2);
    }));

  it('include what a worker counted since they were read last, where it is stopped', () =>
    withClients(async (_, second) => {
      const others = listening();
      const before = await requests();
      await second.execute(read);
      process.kill(second.pid, 'SIGTERM');
      await until(() => listening() > others);
      expect(await requests()).toBe(before + 1);
    }));

  it('are those that a worker sent last, while it hangs', () =>
    withClients(async (first, second) => {
      const before = await requests();
      process.kill(second.pid, 'SIGSTOP');
      await first.execute(read);
      expect(await requests()).toBe(before + 1);
      process.kill(second.pid, 'SIGCONT');
    }));
});

it('METRICS_PORT in use is one clear line', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? `${address?.port}` : '';
  for (const WORKERS of ['1', '2']) {
    const { code, lines } = await command.failure(['serve'], { METRICS_PORT: port, WORKERS, LOG_LEVEL: 'silent' });
    expect({ code, lines }).toEqual({
      code: 3,
      lines: ['The port is taken. Set METRICS_PORT to another one, or to 0 for any free one.'],
    });
  }
  server.close();
});
