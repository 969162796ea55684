import { describe, expect, it } from 'vitest';
import { type Running, urlIn } from '../support/command.ts';
import { globalIdOf } from '../support/expectations.ts';
import { heldWorkers, replaced } from '../support/held-workers.ts';
import type { WorkerClient } from '../support/worker-clients.ts';

const workers = heldWorkers();

/** The gateway, and a client of each of its two workers. */
async function startWorkers() {
  const { upstream, gateway, clients } = await workers.start();
  const [[working], [stopped]] = (await clients.ofEach(2, 1)) as [[WorkerClient], [WorkerClient]];
  return { upstream, gateway, working, stopped };
}

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

  it('is replaced if it does not respond to an invalidation, which completes the write', async () => {
    const { upstream, gateway, working, stopped } = await startWorkers();
    process.kill(stopped.pid, 'SIGSTOP');
    const writing = working.execute('mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }', {
      id: globalIdOf('Team', 'a', 'team'),
    });
    (await upstream.call(0)).respond(undefined, 204);
    expect((await writing).errors).toBeUndefined();
    await replaced(gateway, stopped.pid);
    expect(gateway.log()).toContainEqual(expect.objectContaining({ worker: stopped.pid, signal: 'SIGKILL' }));
  });
});
