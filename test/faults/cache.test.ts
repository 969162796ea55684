import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive, until, urlIn } from '../support/processes/command.ts';
import { heldWorkers, read } from '../support/processes/held-workers.ts';
import type { WorkerClient } from '../support/processes/worker-clients.ts';
import { json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const workers = heldWorkers();

const write = (client: WorkerClient) =>
  client.execute(
    'mutation { updateOrganization(input: { id: "T3JnYW5pemF0aW9uOmE", title: "Any" }) { organization { title } } }',
  );

const versionRead = async (client: WorkerClient): Promise<number> =>
  Number((await client.execute(read)).data.organization.title);

/** A service whose organization has the number of writes so far as its title, and clients of the two workers in front of it. */
async function startWorld(environment: Record<string, string> = {}, config?: string) {
  const service = await startFaultUpstream();
  let version = 0;
  service.reply((response, request) => {
    if (request.method !== 'GET') version++;
    json({ id: 'a', title: String(version) })(response, request);
  });
  const settings = { UPSTREAM_URL: service.url, CACHE: 'memory', CACHE_TTL: '600000', ...environment };
  const { gateway, clients } = await workers.start(settings, ...(config === undefined ? [] : ['--config', config]));
  const [writers, readers] = (await clients.ofEach(2, 2)) as [
    [WorkerClient, WorkerClient],
    [WorkerClient, WorkerClient],
  ];
  const reads = () => service.arrived.filter(({ method, url }) => method === 'GET' && url === '/v1/orgs/a').length;
  return { service, gateway, writers, readers, reads };
}

describe.each([
  ['alone', { SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' }],
  ['with coalescing', {}],
])('workers with a cache %s', (_kind, environment) => {
  it('return no data from before a write that has ended in any of them', async () => {
    const { service, writers, readers, reads } = await startWorld(environment);
    const stale: string[] = [];
    let written = 0;
    let made = 0;
    const writeRepeatedly = async (client: WorkerClient) => {
      for (let turn = 0; turn < 30; turn++) {
        const { data } = await write(client);
        written = Math.max(written, Number(data.updateOrganization.organization.title));
        for (let i = 0; i < 5; i++) await readOnce(client);
      }
    };
    const readOnce = async (client: WorkerClient) => {
      const least = written;
      const found = await versionRead(client);
      made++;
      if (found < least) stale.push(`${found} after ${least}`);
    };
    const readRepeatedly = async (client: WorkerClient) => {
      while (written < 60) await readOnce(client);
    };
    await Promise.all([
      writeRepeatedly(writers[0]),
      writeRepeatedly(readers[0]),
      readRepeatedly(writers[1]),
      readRepeatedly(readers[1]),
    ]);
    expect(stale).toEqual([]);
    expect(reads()).toBeLessThan(made);
    await service.close();
  });
});

describe('a write that declares a space', () => {
  const titleOf = (id: string) => `{ space(id: "${id}") { title } }`;
  const spaceTitle = async (client: WorkerClient, id: string): Promise<number> =>
    Number((await client.execute(titleOf(id))).data.space.title);
  const changeSpace = (client: WorkerClient, id: string) =>
    client.execute(
      `mutation { createChangeRequest(input: { spaceId: "${Buffer.from(`Space:${id}`).toString('base64url')}" }) { changeRequest { restId } } }`,
    );

  /** A service whose spaces have the number of writes below them as their titles. */
  async function startSpaces() {
    const world = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    const versions = new Map<string, number>();
    world.service.reply((response, request) => {
      const [, id = ''] = /\/spaces\/(\w+)/.exec(request.url) ?? [];
      if (request.method !== 'GET') versions.set(id, (versions.get(id) ?? 0) + 1);
      json({ id, title: String(versions.get(id) ?? 0) })(response, request);
    });
    const readsOf = (id: string) =>
      world.service.arrived.filter(({ method, url }) => method === 'GET' && url === `/v1/spaces/${id}`).length;
    return { ...world, readsOf };
  }

  it('invalidates this space alone in the other workers', async () => {
    const { service, writers, readers, readsOf } = await startSpaces();
    const client = readers[0];
    for (const id of ['s1', 's2', 's1', 's2']) expect(await spaceTitle(client, id)).toBe(0);
    for (let turn = 1; turn <= 5; turn++) {
      expect((await changeSpace(writers[0], 's1')).errors).toBeUndefined();
      expect([await spaceTitle(client, 's1'), await spaceTitle(client, 's2')]).toEqual([turn, 0]);
    }
    expect([readsOf('s1'), readsOf('s2')]).toEqual([6, 1]);
    await service.close();
  });

  it('leaves nothing old of any of the spaces that many of them change at once', async () => {
    const { service, writers, readers } = await startSpaces();
    const ids = ['s1', 's2', 's3'];
    for (const id of ids) await spaceTitle(readers[0], id);
    for (let turn = 1; turn <= 10; turn++) {
      await Promise.all(
        ids.map(async (id, i) => {
          await changeSpace(writers[i % 2] as WorkerClient, id);
          expect(await spaceTitle(readers[i % 2] as WorkerClient, id)).toBe(turn);
        }),
      );
    }
    await service.close();
  });

  it('is not missed by a worker that did not run', async () => {
    const { service, writers, readers } = await startSpaces();
    for (const id of ['s1', 's2']) expect(await spaceTitle(readers[0], id)).toBe(0);
    process.kill(readers[0].pid, 'SIGSTOP');
    for (const id of ['s1', 's2']) await changeSpace(writers[0], id);
    const reading = spaceTitle(readers[0], 's2');
    process.kill(readers[0].pid, 'SIGCONT');
    expect(await reading).toBe(1);
    expect(await spaceTitle(readers[1], 's1')).toBe(1);
    await service.close();
  });
});

describe('a webhook', () => {
  it('invalidates the records that the function of the configuration file names, in all workers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docgraph-webhook-'));
    const file = join(folder, 'docgraph.config.mjs');
    await writeFile(file, 'export default { webhook: ({ organization: id }) => [{ type: "Organization", id }] };');
    const CACHE_WEBHOOK_SECRET = 'a-secret-of-webhooks';
    const { service, gateway, writers, readers, reads } = await startWorld({ CACHE_WEBHOOK_SECRET }, file);
    for (const client of [writers[0], readers[0], writers[1], readers[1]]) await versionRead(client);
    expect(reads()).toBe(2);
    const body = '{"organization":"a"}';
    const signature = createHmac('sha256', CACHE_WEBHOOK_SECRET).update(body).digest('hex');
    const { status } = await fetch(urlIn(gateway.lines, 'GraphQL').replace(/graphql$/, 'cache/webhook'), {
      method: 'POST',
      headers: { 'x-signature-256': `sha256=${signature}` },
      body,
    });
    expect(status).toBe(204);
    for (const client of [writers[0], readers[0], writers[1], readers[1]]) await versionRead(client);
    expect(reads()).toBe(4);
    await service.close();
    await rm(folder, { recursive: true });
  });
});

describe('a worker with a cache that is replaced', () => {
  it('has the others read anew what the service may still change', async () => {
    const { service, writers, readers } = await startWorld({ UPSTREAM_TIMEOUT: '500' });
    let version = 0;
    service.reply((response, request) => {
      if (request.method === 'GET') json({ id: 'a', title: String(version) })(response, request);
    });
    expect((await write(writers[0])).errors).toMatchObject([{ extensions: { code: 'WRITE_OUTCOME_UNKNOWN' } }]);
    process.kill(writers[0].pid, 'SIGTERM');
    await until(() => !isAlive(writers[0].pid));
    expect(await versionRead(readers[0])).toBe(0);
    version = 1;
    await expect.poll(() => versionRead(readers[0]), { timeout: 40_000 }).toBe(1);
    await service.close();
  });
});

describe('a worker with a cache that did not run during a write', () => {
  it('reads anew when it continues', async () => {
    const { service, writers, readers, reads } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    expect([await versionRead(readers[0]), await versionRead(readers[0])]).toEqual([0, 0]);
    expect(reads()).toBe(1);
    process.kill(readers[0].pid, 'SIGSTOP');
    expect((await write(writers[0])).errors).toBeUndefined();
    const reading = versionRead(readers[0]);
    process.kill(readers[0].pid, 'SIGCONT');
    expect(await reading).toBe(1);
    expect(await versionRead(readers[1])).toBe(1);
    await service.close();
  });
});
