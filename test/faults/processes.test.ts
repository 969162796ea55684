import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  builtCommand,
  isAlive,
  killRemaining,
  type Running,
  refusesConnections,
  stop,
  until,
  urlIn,
} from '../support/processes/command.ts';

const command = builtCommand();
/** Runs a program as the first process of a container is run. */
const asFirst = ['unshare', '--user', '--map-root-user', '--pid', '--fork'] as const;
const mayUnshare = spawnSync('unshare', [...asFirst.slice(1), 'true']).status === 0;

afterAll(killRemaining);

const at = (lines: string[], path: string) => urlIn(lines, 'GraphQL').replace(/\/graphql$/, path);
// Each request on a connection of its own, so that all workers get some.
const statusOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).status;
const statuses = (url: string) => Promise.all(Array.from({ length: 6 }, () => statusOf(url)));
/** The processes that have logged a line: with workers, the primary prints the limits that it has derived. */
const pidsOf = ({ log }: Running) => [...new Set(log().map(({ pid }) => pid as number))];

describe.each(['1', '2'])('docgraph serve with WORKERS=%s', (WORKERS) => {
  it('is not ready after SIGTERM, but accepts requests for SHUTDOWN_DELAY', async () => {
    const gateway = await command.serve({ WORKERS, SHUTDOWN_DELAY: '10000', SHUTDOWN_TIMEOUT: '600' });
    const ready = at(gateway.lines, '/readyz');
    expect(await statuses(ready)).toEqual(Array(6).fill(200));
    gateway.child.kill('SIGTERM');
    while ((await statuses(ready)).includes(200));
    expect(await statuses(ready)).toEqual(Array(6).fill(503));
    expect(await statuses(at(gateway.lines, '/healthz'))).toEqual(Array(6).fill(200));
    await refusesConnections(ready);
    expect(await gateway.exit).toEqual({ code: 0, signal: null });
  });

  it('ends the delay on a second signal', async () => {
    const gateway = await command.serve({ WORKERS, SHUTDOWN_DELAY: '600000' });
    const ready = at(gateway.lines, '/readyz');
    gateway.child.kill('SIGTERM');
    while ((await statuses(ready)).includes(200));
    await stop(gateway, 'SIGINT');
  });

  it('ignores SIGHUP, SIGUSR1 and SIGUSR2 in each process, and opens no debugger', async () => {
    const gateway = await command.serve({ WORKERS });
    const pids = pidsOf(gateway);
    expect(pids).toContain(gateway.child.pid);
    expect(pids).toHaveLength(WORKERS === '1' ? 1 : 3);
    const signals = ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;
    for (const signal of signals) for (const pid of pids) process.kill(pid, signal);
    const ignored = () => gateway.log().filter(({ msg }) => msg === 'signal ignored');
    await until(() => ignored().length === 3 * pids.length);
    expect(new Set(ignored().map(({ pid, signal }) => `${pid} ${signal}`)).size).toBe(3 * pids.length);
    expect(await statusOf(at(gateway.lines, '/healthz'))).toBe(200);
    await stop(gateway);
    expect(await gateway.stderr).not.toContain('Debugger');
  });

  it('ends when its terminal is closed, and not by SIGHUP from others', async () => {
    const terminal = spawn('script', ['-qefc', `"${process.execPath}" "${command.path}" serve`, '/dev/null'], {
      env: { ...process.env, NODE_ENV: '', SHELL: '/bin/sh', NO_COLOR: '1', LOG_FORMAT: 'json', PORT: '0', WORKERS },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const pids = () => [...output.matchAll(/"pid":(\d+)/g)].map(([, one]) => Number(one));
    // Its processes have a session of their own.
    onTestFinished(() => {
      terminal.kill('SIGKILL');
      for (const one of pids().filter(isAlive)) process.kill(one, 'SIGKILL');
    });
    let output = '';
    terminal.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await until(() => /curl .*\r\n/.test(output));
    const health = `${/http:\/\/[\w.:]+(?=\/graphql)/.exec(output)?.[0]}/healthz`;
    const pid = pids()[0] as number;
    process.kill(pid, 'SIGHUP');
    await until(() => output.includes('signal ignored'));
    expect(await statusOf(health)).toBe(200);
    terminal.kill('SIGKILL');
    await refusesConnections(health);
    await until(() => !isAlive(pid));
  });

  describe('whose log cannot be written', () => {
    /** Starts the gateway with this standard output, which nothing reads. */
    async function startWith(stdout: 'pipe' | number) {
      const child = command.spawn(['serve'], { WORKERS, SHUTDOWN_TIMEOUT: '2000' }, ['ignore', stdout, 'pipe']);
      let banner = '';
      child.stderr?.on('data', (chunk) => {
        banner += chunk;
      });
      await until(() => /^curl .*\n/m.test(banner));
      return { child, exit: once(child, 'exit'), missing: at(banner.split('\n'), '/missing') };
    }

    /** Sends requests, each of which leaves a log line. */
    async function answers(url: string): Promise<void> {
      for (let batch = 0; batch < 60; batch++) {
        const some = Array.from({ length: 16 }, async () => (await fetch(url)).status);
        expect(await Promise.all(some)).toEqual(Array(16).fill(404));
      }
    }

    it.each([
      ['as the disk is full', async () => openSync('/dev/full', 'w')],
      ['as its reader has stopped', async () => 'pipe' as const],
    ])('%s answers all requests, and stops with code 0', async (_, open) => {
      const stdout = await open();
      const { child, exit, missing } = await startWith(stdout);
      if (typeof stdout === 'number') closeSync(stdout);
      await answers(missing);
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    });

    it('as its reader and that of its errors are gone answers all requests', async () => {
      const { child, exit, missing } = await startWith('pipe');
      child.stdout?.destroy();
      child.stderr?.destroy();
      await answers(missing);
      await setTimeout(100);
      await answers(missing);
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    });
  });
});

describe('a worker that gets SIGTERM alone', () => {
  it('is not ready, but accepts requests for SHUTDOWN_DELAY, and is replaced', async () => {
    const gateway = await command.serve({ WORKERS: '2', SHUTDOWN_DELAY: '10000' });
    const ready = at(gateway.lines, '/readyz');
    const pid = pidsOf(gateway).find((one) => one !== gateway.child.pid);
    process.kill(pid as number, 'SIGTERM');
    while (!(await statuses(ready)).includes(503));
    expect(await statuses(at(gateway.lines, '/healthz'))).toEqual(Array(6).fill(200));
    await until(() => gateway.log().some(({ msg }) => msg === 'a worker exited and will be replaced'));
    while ((await statuses(ready)).includes(503));
    // Two signals end the delay.
    gateway.child.kill('SIGTERM');
    await stop(gateway);
  });
});

describe.skipIf(!mayUnshare)('the first process of a container', () => {
  it.each([
    ['serve', '--port', '0'],
    ['doctor', '--upstream', 'http://192.0.2.1', '--token', 't'],
  ])('is ended by a signal before it handles any: %s', async (...args) => {
    const signals = 'while kill -TERM 1; do sleep 0.02; done 2>/dev/null & exec "$@"';
    const [program, ...options] = asFirst;
    const child = spawn(program, [...options, 'sh', '-c', signals, 'sh', process.execPath, command.path, ...args]);
    expect(await once(child, 'exit')).toEqual([143, null]);
  });
});
