import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../support/processes/command.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';

const stops = 3;
const gateways: GatewayProcess[] = [];
afterEach(async () => {
  for (const gateway of gateways.splice(0)) {
    if (gateway.ended !== undefined) continue;
    for (const pid of gateway.workers) process.kill(pid, 'SIGCONT');
    await gateway.kill();
  }
});

async function startWorkers(settings: Record<string, string> = {}): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.start({ WORKERS: '2', LOG_LEVEL: 'info', ...settings });
  gateways.push(gateway);
  return gateway;
}

/** The status of a response on a connection of its own; the code of the error without one. */
const outcomeOf = (url: string) =>
  new Promise<number | string>((resolve) => {
    get(url, { agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
  });

/** Clients that open a connection for each request, until `isDone`, or no other can be opened. Resolves to their outcomes. */
async function connectingClients(url: string, isDone: () => boolean): Promise<(number | string)[]> {
  const outcomes: (number | string)[] = [];
  const run = async () => {
    while (!isDone()) {
      const outcome = await outcomeOf(url);
      if (outcome === 'ECONNREFUSED') return;
      outcomes.push(outcome);
    }
  };
  await Promise.all(Array.from({ length: 24 }, run));
  return outcomes;
}

/** How many workers a gateway has told that they get connections. */
const listening = ({ printed }: GatewayProcess) => printed.split('Server listening').length - 1;

describe('clients that connect for each request', () => {
  it('lose no connection that was opened before the port is closed', async () => {
    let lost = 0;
    for (let stop = 0; stop < stops; stop++) {
      const gateway = await startWorkers();
      const clients = connectingClients(`${gateway.url}/healthz`, () => false);
      await sleep(300);
      await gateway.stop();
      expect(gateway.ended).toBe(0);
      const outcomes = await clients;
      expect(outcomes).toContain(200);
      lost += outcomes.filter((outcome) => outcome !== 200).length;
    }
    // The system resets a connection that is opened in the very moment when the port is closed.
    expect(lost).toBeLessThanOrEqual(stops);
  });

  it('lose none while each worker is replaced after SIGTERM', async () => {
    const gateway = await startWorkers();
    await until(() => listening(gateway) === 2);
    let isDone = false;
    const clients = connectingClients(`${gateway.url}/healthz`, () => isDone);
    for (const [i, pid] of gateway.workers.entries()) {
      process.kill(pid, 'SIGTERM');
      await until(() => listening(gateway) === 3 + i);
    }
    isDone = true;
    expect(new Set(await clients)).toEqual(new Set([200]));
    expect(gateway.printed).not.toContain('a worker died');
  });
});

/** Opens a connection and sends text. */
async function opened(gateway: GatewayProcess, sent: string) {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  return { socket, received: text(socket).catch(() => '') };
}

const probe = 'GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

describe('connections to workers', () => {
  it('that send a request too slowly get status 408', async () => {
    const gateway = await startWorkers({ CLIENT_TIMEOUT: '1000' });
    const { socket, received } = await opened(gateway, 'GET /healthz HTTP/1.1\r\nhost: a\r\n');
    // A connection without any progress is closed.
    const progress = setInterval(() => socket.write('a: b\r\n'), 200);
    expect(await received).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(progress);
  });

  it('wait while all workers hang, up to MAX_CONNECTIONS, and are closed beyond that', async () => {
    const gateway = await startWorkers({ MAX_CONNECTIONS: '4' });
    await until(() => listening(gateway) === 2);
    for (const pid of gateway.workers) process.kill(pid, 'SIGSTOP');
    const connections = [];
    for (let i = 0; i < 10; i++) connections.push(await opened(gateway, probe));
    const closed = connections.filter((_, i) => i >= 4).map(({ received }) => received);
    expect(await Promise.all(closed)).toEqual(Array(6).fill(''));
    for (const pid of gateway.workers) process.kill(pid, 'SIGCONT');
    const answered = connections.slice(0, 4).map(({ received }) => received);
    for (const answer of await Promise.all(answered)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
