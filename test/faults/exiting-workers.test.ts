import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  buildCommand,
  isAlive,
  isGroupAlive,
  killRemaining,
  type Running,
  stop,
  until,
  urlIn,
} from '../support/command.ts';
import { HeldUpstream } from '../support/held-upstream.ts';
import { WorkerClients } from '../support/worker-clients.ts';

let command: Awaited<ReturnType<typeof buildCommand>>;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  command = await buildCommand();
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  killRemaining();
  await command.remove();
});

/** A gateway of two workers in front of a service whose responses the test controls. */
async function startHeld(environment: Record<string, string> = {}) {
  const upstream = new HeldUpstream();
  const gateway = await command.serve({ UPSTREAM_URL: await upstream.open(), WORKERS: '2', ...environment });
  const clients = new WorkerClients(gateway, 'token');
  closers.push(async () => {
    await clients.close();
    await upstream.close();
    if (isGroupAlive(groupOf(gateway))) await stop(gateway);
  });
  return { upstream, gateway, clients };
}

const groupOf = ({ child }: Running) => child.pid as number;
const read = '{ organization(id: "a") { title } }';
const titled = (title: string) => ({ data: { organization: { title } } });
const listening = ({ log }: Running) =>
  log()
    .filter(({ msg }) => msg.startsWith('Server listening'))
    .map(({ pid }) => pid);
const deaths = ({ log }: Running) => log().filter(({ msg }) => msg.startsWith('a worker died'));

describe('a worker that exits', () => {
  it('is replaced after it was killed: at once the first time, then after a growing delay', async () => {
    const { gateway } = await startHeld();
    const [kept, ...first] = listening(gateway);
    for (const failures of [1, 2, 3]) {
      const pid = listening(gateway).at(-1) as number;
      process.kill(pid, 'SIGKILL');
      await until(() => listening(gateway).length === 2 + failures);
      expect(deaths(gateway).at(-1)).toMatchObject({ worker: pid, code: null, signal: 'SIGKILL' });
    }
    expect(deaths(gateway).map(({ restartInMs }) => restartInMs)).toEqual([0, 200, 400]);
    expect(first).toHaveLength(1);
    expect(isAlive(kept as number)).toBe(true);
  });

  it('is replaced on the same port if all workers were killed at once', async () => {
    const { gateway, clients } = await startHeld();
    const before = listening(gateway);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(() => listening(gateway).length === 4);
    const pids = (await clients.ofEach(2, 1)).map(([client]) => client?.pid);
    expect(pids.sort()).toEqual(listening(gateway).slice(2).sort());
    expect(gateway.printed()).toEqual(gateway.lines);
  });

  it('completes its requests and is replaced after SIGTERM', async () => {
    const { upstream, gateway, clients } = await startHeld();
    const client = await clients.connect();
    const result = client.execute(read);
    const call = await upstream.call(0);
    process.kill(client.pid, 'SIGTERM');
    call.respond({ id: 'a', title: 'still' });
    expect(await result).toEqual(titled('still'));
    await until(() => listening(gateway).length === 3);
    expect(isAlive(client.pid)).toBe(false);
    expect(deaths(gateway)).toEqual([]);
  });
});

describe('a worker that hangs', () => {
  it('has its connections closed if there is no other worker', async () => {
    const { gateway } = await startHeld();
    const pids = listening(gateway);
    const url = urlIn(gateway.lines, 'GraphQL').replace(/graphql$/, 'healthz');
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    const answers = Array.from({ length: 4 }, () =>
      fetch(url).then(
        ({ status }) => status,
        () => 'closed',
      ),
    );
    await setTimeout(100);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    for (const answer of await Promise.all(answers)) expect([200, 'closed']).toContain(answer);
  });
});
