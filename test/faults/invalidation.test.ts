import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { heldWorkers, read, replaced, titled } from '../support/processes/held-workers.ts';
import type { WorkerClient } from '../support/processes/worker-clients.ts';
import { json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';
import type { HeldCall } from '../support/upstreams/held-upstream.ts';

const workers = heldWorkers();

/** Clients of the worker that writes, and clients of the worker that reads, of a gateway in front of a held service. */
async function startWorld(environment: Record<string, string>) {
  const { upstream, gateway, clients } = await workers.start(environment);
  const [writers, readers] = (await clients.ofEach(2, 3)) as [Three, Three];
  return { upstream, gateway, clients, writers, readers };
}

type Three = [WorkerClient, WorkerClient, WorkerClient];

const organization = (title: string) => ({ id: 'a', title });
const write = (client: WorkerClient) =>
  client.execute('mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }', {
    id: globalIdOf('Team', 'a', 'team'),
  });

/** Resolves when a client's worker has processed the earlier requests of its other clients as far as it can. */
const marker = (client: WorkerClient) => client.execute('{ organization(id: "marker-done") { title } }');

/** A service whose organization has the number of writes so far as its title. Its responses take a random time. */
async function startVersionedService() {
  const upstream = await startFaultUpstream();
  let version = 0;
  upstream.reply((response, request) => {
    if (request.method !== 'GET') version++;
    const result = json({ id: 'a', title: String(version) });
    setTimeout(() => result(response, request), Math.random() * 20);
  });
  const reads = () => upstream.arrived.filter(({ method }) => method === 'GET').length;
  return { url: upstream.url, reads, close: upstream.close };
}

const kinds: { kind: string; settings: Record<string, string> }[] = [
  { kind: 'calls', settings: { SHARE_OPERATIONS: 'false' } },
  { kind: 'whole operations', settings: { SHARE_CALLS: 'false', EXECUTOR: 'compiled' } },
];

const outcomes: [outcome: string, end: (call: HeldCall) => void][] = [
  ['succeeds', (call) => call.respond(undefined, 204)],
  ['is rejected', (call) => call.respond({ message: 'no' }, 409)],
  ['is cut off with an unknown outcome', (call) => call.disconnect()],
];

describe.each(kinds)('workers that share $kind', ({ settings }) => {
  it('stop sharing earlier reads when a write ends in another worker', async () => {
    const { upstream, writers, readers } = await startWorld(settings);
    const before = readers[0].execute(read);
    const old = await upstream.call(0);
    const joined = readers[1].execute(read);
    await marker(readers[2]);
    expect(upstream.calls).toHaveLength(1);

    for (const [turn, [, end]] of outcomes.entries()) {
      const writing = write(writers[0]);
      end(await upstream.call(1 + 2 * turn));
      await writing;
      const after = readers[2].execute(read);
      const fresh = await upstream.call(2 + 2 * turn);
      fresh.respond(organization(`after write ${turn}`));
      expect(await after).toEqual(titled(`after write ${turn}`));
    }
    old.respond(organization('old'));
    expect(await Promise.all([before, joined])).toEqual([titled('old'), titled('old')]);
  });

  it('never return data from before a completed write', async () => {
    const service = await startVersionedService();
    const { writers, readers } = await startWorld({ ...settings, UPSTREAM_URL: service.url });
    const stale: string[] = [];
    let written = 0;
    const writeRepeatedly = async (client: WorkerClient) => {
      for (let turn = 0; turn < 30; turn++) {
        const { data } = await client.execute(
          'mutation { updateOrganization(input: { id: "T3JnYW5pemF0aW9uOmE", title: "Any" }) { organization { title } } }',
        );
        written = Math.max(written, Number(data.updateOrganization.organization.title));
      }
    };
    const readRepeatedly = async (client: WorkerClient) => {
      while (written < 60) {
        const least = written;
        const { data } = await client.execute(read);
        if (Number(data.organization.title) < least) stale.push(`${data.organization.title} after ${least}`);
      }
    };
    await Promise.all([
      writeRepeatedly(writers[0]),
      writeRepeatedly(readers[0]),
      ...[...writers, ...readers].slice(1).map(readRepeatedly),
    ]);
    expect(stale).toEqual([]);
    expect(service.reads()).toBeGreaterThan(0);
    await service.close();
  });
});

describe('a worker that does not respond to an invalidation', () => {
  it('is left alone if sharing is off', async () => {
    const { upstream, writers, readers } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    process.kill(readers[0].pid, 'SIGSTOP');
    const writing = write(writers[0]);
    (await upstream.call(0)).respond(undefined, 204);
    expect((await writing).errors).toBeUndefined();
    process.kill(readers[0].pid, 'SIGCONT');
    await marker(readers[0]);
  });
});

describe('a worker that dies during a write', () => {
  it('counts as having written: other workers read again', async () => {
    const { upstream, gateway, writers, readers } = await startWorld({});
    const before = readers[0].execute(read);
    const old = await upstream.call(0);
    const writing = write(writers[0]).then(
      () => 'completed',
      () => 'cut off',
    );
    await upstream.call(1);
    process.kill(writers[0].pid, 'SIGKILL');
    expect(await writing).toBe('cut off');
    await replaced(gateway, writers[0].pid);
    const after = readers[1].execute(read);
    (await upstream.call(2)).respond(organization('new'));
    expect(await after).toEqual(titled('new'));
    old.respond(organization('old'));
    expect(await before).toEqual(titled('old'));
  });
});
