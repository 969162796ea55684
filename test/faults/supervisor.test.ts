import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { isAlive, isGroupAlive, refusesConnections, shell, stop, until, urlIn } from '../support/processes/command.ts';
import { freePort } from '../support/processes/free-port.ts';
import { groupOf, heldWorkers, listening, read, titled } from '../support/processes/held-workers.ts';
import { type WorkerClient, WorkerClients } from '../support/processes/worker-clients.ts';

const workers = heldWorkers();

describe('docgraph serve with workers', () => {
  it('serves one port from several processes that share one sandbox, and leaves no process behind', async () => {
    const gateway = await workers.command.serve({}, '--workers', '3');
    const clients = new WorkerClients(gateway, sandboxTokens.admin);
    const [[writer], ...others] = await clients.ofEach(3, 1);
    const pids = [writer, ...others.flat()].map((client) => client?.pid);
    expect(new Set(listening(gateway))).toEqual(new Set(pids));
    expect(pids).not.toContain(groupOf(gateway));

    const organizations = await writer?.execute('{ organizations(first: 1) { nodes { id } } }');
    const { id } = organizations?.data.organizations.nodes[0] ?? {};
    const change =
      'mutation ($id: ID!) { updateOrganization(input: { id: $id, title: "Renamed" }) { userErrors { code } } }';
    expect(await writer?.execute(change, { id })).toEqual({ data: { updateOrganization: { userErrors: [] } } });
    for (const [other] of others) {
      const result = await other?.execute('query ($id: ID!) { organization(id: $id) { title } }', { id });
      expect(result).toEqual(titled('Renamed'));
    }

    const { data } = await shell(`${gateway.lines[3]} --silent`);
    expect(data.organizations.nodes[0].title).toBe('Renamed');
    for (const _ of pids) {
      const page = await fetch(urlIn(gateway.lines, 'Explorer'), { headers: { connection: 'close' } });
      expect(await page.text()).toContain(sandboxTokens.admin);
    }
    await clients.close();
    await stop(gateway);
    expect(gateway.printed().map((line) => line.split(' ')[0])).toEqual(['GraphQL', 'Explorer', 'Upstream', 'curl']);
    expect((await gateway.stderr).split('\n').filter((line) => line !== '')).toEqual(gateway.lines);
  });

  it('refuses connections until a worker can respond', async () => {
    const port = await freePort();
    const starting = workers.command.serve({}, '--workers', '2', '--port', String(port));
    const outcomes = new Set<unknown>();
    while (!outcomes.has(200)) {
      const outcome = fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: 'close' } }).then(
        ({ status }) => status,
        ({ cause }) => cause.code,
      );
      outcomes.add(await outcome);
      await setTimeout(1);
    }
    expect([...outcomes]).toEqual(['ECONNREFUSED', 200]);
    await stop(await starting);
  });

  it('is not healthy at METRICS_PORT and ADMIN_PORT while no worker listens', async () => {
    const gateway = await workers.command.serve({ WORKERS: '2', METRICS_PORT: '0', ADMIN_PORT: '0' });
    const pages = ['Metrics', 'Admin'].map((name) => new URL('/healthz', urlIn(gateway.lines, name)));
    const statuses = () => Promise.all(pages.map(async (page) => (await fetch(page)).status));
    // The primary process listens, too: at ADMIN_PORT.
    const pids = () => listening(gateway).filter((pid) => pid !== groupOf(gateway));
    await until(() => pids().length === 2);
    expect(await statuses()).toEqual([200, 200]);
    const [one = 0, two = 0] = pids();
    process.kill(one, 'SIGKILL');
    await until(() => !isAlive(one));
    expect(await statuses()).toEqual([200, 200]);
    process.kill(two, 'SIGKILL');
    await expect.poll(statuses, { interval: 1 }).toEqual([503, 503]);
    await expect.poll(statuses).toEqual([200, 200]);
    await stop(gateway);
  });

  it.each([
    ['SIGTERM', 'alone', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['SIGTERM', 'and its workers, as service managers do', (pid: number) => process.kill(-pid, 'SIGTERM')],
    ['SIGINT', 'and its workers, as terminals do', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('completes requests in flight after %s to the primary %s', async (_signal, _who, end) => {
    const { upstream, gateway, clients } = await workers.start();
    const [[one], [two]] = (await clients.ofEach(2, 1)) as [[WorkerClient], [WorkerClient]];
    const results = [one.execute(read), two.execute(read)];
    const calls = [await upstream.call(0), await upstream.call(1)];
    end(groupOf(gateway));
    await refusesConnections(urlIn(gateway.lines, 'GraphQL'));
    for (const [i, call] of calls.entries()) call.respond({ id: 'a', title: `call ${i}` });
    const titles = (await Promise.all(results)).map(({ data }) => data.organization.title);
    expect(titles.sort()).toEqual(['call 0', 'call 1']);
    expect(await gateway.exit).toEqual({ code: 0, signal: null });
    await until(() => !isGroupAlive(groupOf(gateway)));
  });

  it('stops waiting for requests in flight after the grace period', async () => {
    const { upstream, gateway, clients } = await workers.start({ SHUTDOWN_TIMEOUT: '100' });
    const client = await clients.connect();
    const result = client.execute(read);
    await upstream.call(0);
    gateway.child.kill('SIGTERM');
    expect(await gateway.exit).toEqual({ code: 1, signal: null });
    expect(await result).toMatchObject({ errors: [{ extensions: { code: 'UPSTREAM_TIMEOUT' } }] });
    await until(() => !isGroupAlive(groupOf(gateway)));
  });

  it('leaves no worker behind if the primary is killed', async () => {
    const { gateway, clients } = await workers.start();
    await clients.ofEach(2, 1);
    gateway.child.kill('SIGKILL');
    await until(() => !isGroupAlive(groupOf(gateway)));
    await refusesConnections(urlIn(gateway.lines, 'GraphQL'));
  });
});

describe('docgraph serve with workers that cannot start', () => {
  it('reports once that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(await workers.command.failure(['serve', '--workers', '3', '--port', String(port)])).toEqual({
      code: 3,
      lines: ['The port is taken. Set PORT to another one, or to 0 for any free one.'],
    });
    other.close();
  });

  it('reports once which setting is invalid', async () => {
    expect(await workers.command.failure(['serve', '--workers', '3'], { UPSTREAM_TIMEOUT: 'x' })).toEqual({
      code: 2,
      lines: [
        'UPSTREAM_TIMEOUT must be a whole number from 1 to 600000 in milliseconds, or one with a unit (ms, s, m, h), not "x".',
      ],
    });
  });

  it('does not retry if workers die at the start', async () => {
    const dies = 'data:text/javascript,if(process.env.DOCGRAPH_WORKER)process.exit(3)';
    expect(await workers.command.failure(['serve', '--workers', '3'], { NODE_OPTIONS: `--import ${dies}` })).toEqual({
      code: 3,
      lines: ['A worker exited with code 3 before all workers were listening.'],
    });
  });
});
