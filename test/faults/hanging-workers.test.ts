import { describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { type Running, urlIn } from '../support/processes/command.ts';
import { heldWorkers, read, replaced, titled } from '../support/processes/held-workers.ts';
import type { WorkerClient } from '../support/processes/worker-clients.ts';

const workers = heldWorkers();

/** The gateway, and a client of each of its two workers. */
async function startWorkers() {
  const { upstream, gateway, clients } = await workers.start();
  const [[working], [stopped, second]] = (await clients.ofEach(2, 2)) as [[WorkerClient], [WorkerClient, WorkerClient]];
  return { upstream, gateway, working, stopped: { ...stopped, second } };
}

const deletion = 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }';

const messagesAbout = ({ log }: Running, pid: number) =>
  log()
    .filter(({ worker }) => worker === pid)
    .map(({ msg }) => msg);

describe('a worker that hangs', () => {
  it('is killed and replaced, and no client waits for it', async () => {
    const { gateway, stopped } = await startWorkers();
    process.kill(stopped.pid, 'SIGSTOP');
    // One of these connections is handed to the worker that hangs.
    const answers = Array.from({ length: 4 }, () =>
      fetch(urlIn(gateway.lines, 'GraphQL').replace(/graphql$/, 'healthz'), { headers: { connection: 'close' } }),
    );
    const closed = stopped.execute('{ organization(id: "a") { title } }').catch(() => 'closed');
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200);
    expect(await closed).toBe('closed');
    await replaced(gateway, stopped.pid);
    expect(messagesAbout(gateway, stopped.pid)).toEqual([
      'killing a worker that does not respond',
      'a worker died and will be replaced',
    ]);
  });

  it('is replaced if it does not respond to an invalidation, for which no write waits', async () => {
    const { upstream, gateway, working, stopped } = await startWorkers();
    process.kill(stopped.pid, 'SIGSTOP');
    for (let call = 0; call < 5; call++) {
      const writing = working.execute(deletion, { id: globalIdOf('Team', 'a', `team${call}`) });
      (await upstream.call(call)).respond(undefined, 204);
      expect((await writing).errors).toBeUndefined();
    }
    expect(messagesAbout(gateway, stopped.pid)).toEqual([]);
    await replaced(gateway, stopped.pid);
    expect(gateway.log()).toContainEqual(expect.objectContaining({ worker: stopped.pid, signal: 'SIGKILL' }));
  });

  it('shares no read from before the writes that it has missed, when it continues', async () => {
    const { upstream, gateway, working, stopped } = await startWorkers();
    const before = stopped.execute(read);
    const old = await upstream.call(0);
    process.kill(stopped.pid, 'SIGSTOP');
    for (const call of [1, 2]) {
      const writing = working.execute(deletion, { id: globalIdOf('Team', 'a', `team${call}`) });
      (await upstream.call(call)).respond(undefined, 204);
      expect((await writing).errors).toBeUndefined();
    }
    // It has these requests, and the messages about the writes, when it continues.
    const after = stopped.second.execute(read);
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(stopped.pid, 'SIGCONT');
    const fresh = await upstream.call(3);
    old.respond({ id: 'a', title: 'old' });
    fresh.respond({ id: 'a', title: 'fresh' });
    expect(await before).toEqual(titled('old'));
    expect(await after).toEqual(titled('fresh'));
    expect(messagesAbout(gateway, stopped.pid)).toEqual([]);
    // It is in the group again: a write invalidates its reads.
    const shared = stopped.execute(read);
    const sharedCall = await upstream.call(4);
    const writing = working.execute(deletion, { id: globalIdOf('Team', 'a', 'last') });
    (await upstream.call(5)).respond(undefined, 204);
    await writing;
    const later = stopped.second.execute(read);
    (await upstream.call(6)).respond({ id: 'a', title: 'newest' });
    sharedCall.respond({ id: 'a', title: 'new' });
    expect([await shared, await later]).toEqual([titled('new'), titled('newest')]);
  });
});
