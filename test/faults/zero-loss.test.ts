import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Kind, SteadyLoad } from '../support/clients/steady-load.ts';
import { Fleet } from '../support/processes/fleet.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { balancers, LoadBalancer } from '../support/services/load-balancer.ts';

/** Restarts of each fleet, and reads behind each load balancer at least. */
const restarts = Number(process.env.LOSS_RESTARTS ?? 2);
const minReads = Number(process.env.LOSS_READS ?? 0);
const directClients = Number(process.env.LOSS_CLIENTS ?? 100);
/** Requests that clients without a proxy send from the signal on, at least. */
const minRequests = Number(process.env.LOSS_REQUESTS ?? 0);
const directTimeout = 60_000 + minRequests * 30;
const timeout = 60_000 + 20_000 * restarts + minReads * 20;

const body = JSON.stringify({ object: 'organization', id: 'a', title: 'Acme' });
/** How often the service has done the write with a title. */
const done = new Map<string, number>();
/** Each load has a name of its own, so that no two writes have the same title. */
let loadCount = 0;
let service: Server;
let settings: Record<string, string>;

beforeAll(async () => {
  service = createServer(async (request, response) => {
    if (request.method !== 'GET') {
      const { title } = (await readJson(request)) as { title: string };
      done.set(title, (done.get(title) ?? 0) + 1);
    }
    response.setHeader('content-type', 'application/json').end(body);
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  settings = {
    UPSTREAM_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY: '1000',
    SHUTDOWN_TIMEOUT: '5000',
    SHARE_CALLS: 'false',
    SHARE_OPERATIONS: 'false',
  };
});
afterAll(() => {
  service.close();
  service.closeAllConnections();
});

describe.skipIf(balancers.length === 0).each(['1', '2'])(
  'two instances with WORKERS=%s behind load balancers',
  (WORKERS) => {
    let fleet: Fleet;
    let started: LoadBalancer[] = [];

    beforeAll(async () => {
      fleet = await Fleet.start({ ...settings, WORKERS });
      started = await Promise.all(balancers.map((name) => LoadBalancer.start(name, fleet.ports)));
    });
    afterAll(async () => {
      for (const balancer of started) await balancer.close();
      await fleet?.stop();
    });

    /** Runs an action under load; resolves to what the clients of each load balancer have seen. */
    async function under(kinds: readonly Kind[], action: (progress: () => Promise<void>) => Promise<void>) {
      const loads = started.map(
        ({ url }, i) => new SteadyLoad(`${++loadCount} behind ${balancers[i]}`, url, done, 8, kinds),
      );
      /** Waits until no request is left that was in flight: two faults may meet one request otherwise. */
      const progress = async () => {
        const before = loads.map(({ report }) => report.reads);
        const isBehind = () => loads.some(({ report }, i) => report.reads < (before[i] ?? 0) + 32);
        while (isBehind()) await setTimeout(20);
      };
      await action(progress);
      const reports = await Promise.all(loads.map((load) => load.stop(minReads)));
      console.info(
        reports
          .map(({ wrong, ...counts }, i) =>
            JSON.stringify({ WORKERS, behind: balancers[i], ...counts, wrong: wrong.length }),
          )
          .join('\n'),
      );
      return reports;
    }

    /** Why load balancers have given responses of their own. */
    const logs = () => started.map(({ log }, i) => `${balancers[i]} has logged:\n${log}`).join('\n');

    it('lose no read and no write while each is restarted in turn', { timeout }, async () => {
      const reports = await under(['post', 'get', 'write', 'post'], async (progress) => {
        for (let number = 0; number < restarts; number++) {
          await progress();
          await fleet.restart(number);
        }
      });
      for (const { wrong, unknown, writes } of reports) {
        expect(wrong, logs()).toEqual([]);
        expect(unknown, logs()).toBe(0);
        expect(writes).toBeGreaterThan(0);
      }
    });

    if (WORKERS === '2')
      it('lose no read by GET while workers are killed, and each write has one outcome', { timeout }, async () => {
        const reports = await under(['get', 'get', 'get', 'write'], async (progress) => {
          for (let number = 0; number < restarts; number++) {
            await progress();
            await fleet.killWorker(number);
          }
          await progress();
        });
        for (const { wrong } of reports) expect(wrong, logs()).toEqual([]);
      });
  },
);

describe('kept-alive connections without a proxy', () => {
  const agents: Agent[] = [];
  afterEach(() => {
    for (const agent of agents.splice(0)) agent.destroy();
  });

  /** The status of a response; the code of the error without one. */
  const sent = (agent: Agent, url: string) =>
    new Promise<number | string>((resolve) => {
      get(url, { agent, headers: { 'content-type': 'application/json' } }, (response) => {
        response
          .resume()
          .once('end', () => resolve(response.statusCode ?? 0))
          .once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      }).once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    });

  /** What clients have seen from the signal on. */
  interface Stops {
    isSignalled: boolean;
    requests: number;
    connections: number;
    /** All that was no response. */
    lost: (number | string)[];
  }

  /** Sends requests on one connection until no other can be opened. */
  async function untilRefused(url: string, pauseMs: number, stops: Stops): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    let sockets = 0;
    const createConnection = agent.createConnection.bind(agent);
    agent.createConnection = (...args: Parameters<typeof createConnection>) => {
      sockets++;
      return createConnection(...args);
    };
    for (;;) {
      const isCounted = stops.isSignalled;
      const before = sockets;
      const outcome = await sent(agent, url);
      if (outcome === 'ECONNREFUSED') return;
      if (outcome !== 200) stops.lost.push(outcome);
      if (isCounted) stops.requests++;
      if (isCounted) stops.connections += sockets - before;
      await setTimeout(pauseMs);
    }
  }

  it.each(['1', '2'])('are not reset at SIGTERM, with WORKERS=%s', { timeout: directTimeout }, async (WORKERS) => {
    const stops: Stops = { isSignalled: false, requests: 0, connections: 0, lost: [] };
    do {
      stops.isSignalled = false;
      const gateway = await GatewayProcess.start({ ...settings, WORKERS, SHUTDOWN_TIMEOUT: '20000' });
      const url = `${gateway.url}/graphql?query=${encodeURIComponent('{ organization(id: "a") { title } }')}`;
      const clients = Array.from({ length: directClients }, (_, i) => untilRefused(url, 5 + (i % 20), stops));
      await setTimeout(500);
      stops.isSignalled = true;
      await gateway.stop();
      await Promise.all(clients);
    } while (stops.requests < minRequests);
    console.info(JSON.stringify({ WORKERS, ...stops, lost: stops.lost.length }));
    expect(stops.lost).toEqual([]);
    expect(stops.requests).toBeGreaterThan(directClients);
  });
});
