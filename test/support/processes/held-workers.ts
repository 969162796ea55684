import { afterAll, afterEach, expect } from 'vitest';
import { HeldUpstream } from '../upstreams/held-upstream.ts';
import { builtCommand, isAlive, isGroupAlive, killRemaining, type Running, stop, until } from './command.ts';
import { WorkerClients } from './worker-clients.ts';

/** The query of these tests, and its result. */
export const read = '{ organization(id: "a") { title } }';
export const titled = (title: string) => ({ data: { organization: { title } } });

/** The process group of a running command. */
export const groupOf = ({ child }: Running) => child.pid as number;

/** The processes that listen, or have listened, in the order of their start. */
export const listening = ({ log }: Running) =>
  log()
    .filter(({ msg }) => msg.startsWith('Server listening'))
    .map(({ pid }) => pid);

/** Resolves when a third worker listens, in the place of the one with this process id. */
export async function replaced(gateway: Running, pid: number): Promise<void> {
  await until(() => listening(gateway).length === 3);
  expect(isAlive(pid)).toBe(false);
}

/** The command for the tests of a file; ends after each test what it has started. */
export function heldWorkers() {
  const command = builtCommand();
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(killRemaining);
  return {
    command,
    /** A gateway of two workers. Without UPSTREAM_URL, the service is one whose responses the test controls. */
    async start(environment: Record<string, string> = {}, ...flags: string[]) {
      const upstream = new HeldUpstream();
      const gateway = await command.serve(
        { UPSTREAM_URL: await upstream.open(), WORKERS: '2', ...environment },
        ...flags,
      );
      // The banner is printed by another process.
      await until(() => listening(gateway).length >= 2);
      const clients = new WorkerClients(gateway, 'token');
      closers.push(async () => {
        await clients.close();
        await upstream.close();
        if (isGroupAlive(groupOf(gateway))) await stop(gateway);
      });
      return { upstream, gateway, clients };
    },
  };
}
