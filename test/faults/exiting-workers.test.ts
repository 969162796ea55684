import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isAlive, type Running, until, urlIn } from '../support/processes/command.ts';
import { heldWorkers, listening, read, titled } from '../support/processes/held-workers.ts';

const workers = heldWorkers();
const listenLines = ({ log }: Running) => log().filter(({ msg }) => msg.startsWith('Server listening'));
const deaths = ({ log }: Running) => log().filter(({ msg }) => msg.startsWith('a worker died'));

describe('a worker that exits', () => {
  it('is replaced after it was killed: at once the first time, then after a growing delay', async () => {
    const { gateway } = await workers.start();
    const [kept, ...first] = listening(gateway);
    for (const failures of [1, 2, 3]) {
      const pid = listening(gateway).at(-1) as number;
      process.kill(pid, 'SIGKILL');
      await until(() => listening(gateway).length === 2 + failures);
      expect(deaths(gateway).at(-1)).toMatchObject({ worker: pid, code: null, signal: 'SIGKILL' });
    }
    expect(deaths(gateway).map(({ restartInMs }) => restartInMs)).toEqual([0, 200, 400]);
    expect(first).toHaveLength(1);
    const numbers = listenLines(gateway).map(({ workerNumber }) => workerNumber);
    expect(numbers.slice(0, 2).sort()).toEqual([1, 2]);
    expect(numbers.slice(2)).toEqual([numbers[1], numbers[1], numbers[1]]);
    expect(isAlive(kept as number)).toBe(true);
  });

  it('is replaced on the same port if all workers were killed at once', async () => {
    const { gateway, clients } = await workers.start();
    const before = listening(gateway);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await until(() => listening(gateway).length === 4);
    const pids = (await clients.ofEach(2, 1)).map(([client]) => client?.pid);
    expect(pids.sort()).toEqual(listening(gateway).slice(2).sort());
    expect(gateway.printed()).toEqual(gateway.lines);
  });

  it('completes its requests and is replaced after SIGTERM', async () => {
    const { upstream, gateway, clients } = await workers.start();
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
    const { gateway } = await workers.start();
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
