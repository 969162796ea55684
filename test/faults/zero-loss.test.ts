import { once } from 'node:events';
import { Agent, createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Kind, SteadyLoad } from '../support/clients/steady-load.ts';
import { until } from '../support/processes/command.ts';
import { Fleet } from '../support/processes/fleet.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { balancers, LoadBalancer } from '../support/services/load-balancer.ts';

/** Rolling restarts of each fleet, and killed workers, at least. */
const restarts = Number(process.env.LOSS_RESTARTS ?? 4);
/** Reads behind each load balancer on the average, at least, while instances are restarted: 100,000 in all. */
const minReads = Number(process.env.LOSS_READS ?? 25_000);
const directClients = Number(process.env.LOSS_CLIENTS ?? 200);
/** Requests that clients without a proxy send to each number of workers from the signal on, at least: 10,000 in all. */
const minRequests = Number(process.env.LOSS_REQUESTS ?? 5_000);
const directTimeout = 60_000 + minRequests * 30;
const timeout = 60_000 + 20_000 * restarts + minReads * 10;

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
    LOG_SAMPLE: '0',
    SHUTDOWN_DELAY: '1000',
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

    /** What happens to an instance, which is then as it was before. */
    type Event = (fleet: Fleet, instance: number) => Promise<void>;

    /** Repeats events in turn under load, so many times and reads at least; resolves to what the clients of each balancer have seen. */
    async function under(kinds: readonly Kind[], events: readonly Event[], times: number, reads: number) {
      const loads = started.map(
        ({ url }, i) => new SteadyLoad(`${++loadCount} behind ${balancers[i]}`, url, done, 16, kinds),
      );
      const areBehind = (counts: readonly number[]) =>
        loads.some(({ report }, i) => report.reads < (counts[i] ?? 0) && report.wrong.length === 0);
      const startedAt = performance.now();
      let round = 0;
      const isShort = () => {
        const sum = loads.reduce((total, { report }) => total + report.reads, 0);
        return sum < reads * loads.length && loads.every(({ report }) => report.wrong.length === 0);
      };
      for (; round < times || isShort(); round++) {
        for (const event of events) {
          // No request is left that was in flight: two events may meet one request otherwise.
          const later = loads.map(({ report }) => report.reads + 32);
          await until(() => !areBehind(later));
          await event(fleet, round);
        }
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const reports = await Promise.all(loads.map((load) => load.stop()));
      for (const [i, { wrong, ...counts }] of reports.entries()) {
        const told = { WORKERS, behind: balancers[i], round, seconds, ...counts, wrong: wrong.length };
        console.info(JSON.stringify(told));
      }
      return reports;
    }

    /** Why load balancers have given responses of their own. */
    const logs = () => started.map(({ log }, i) => `${balancers[i]} has logged:\n${log}`).join('\n');

    it('lose no read and no write while each is restarted in turn', { timeout }, async () => {
      const restart: Event = (fleet, instance) => fleet.restart(instance);
      const changeWorkers: Event = async (fleet, instance) => {
        await fleet.restart(instance, { WORKERS: WORKERS === '1' ? '2' : '1' });
        await fleet.restart(instance);
      };
      const replaceWorker: Event = (fleet, instance) => fleet.replaceWorker(instance, 'SIGTERM');
      const kinds: Kind[] = ['post', 'get', 'post', 'write', 'post', 'get', 'post', 'post'];
      const events = [restart, changeWorkers, ...(WORKERS === '1' ? [] : [replaceWorker])];
      const reports = await under(kinds, events, Math.ceil(restarts / 3), minReads);
      for (const { wrong, unknown, writes } of reports) {
        expect(wrong, logs()).toEqual([]);
        expect(unknown, logs()).toBe(0);
        expect(writes).toBeGreaterThan(0);
      }
    });

    if (WORKERS === '2')
      it('lose no read by GET while workers are killed, and each write has one outcome', { timeout }, async () => {
        const kill: Event = (fleet, instance) => fleet.replaceWorker(instance, 'SIGKILL');
        const reports = await under(['get', 'get', 'get', 'write'], [kill], restarts, minReads / 10);
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
      const gateway = await GatewayProcess.start({
        ...settings,
        WORKERS,
        SHUTDOWN_DELAY: '3000',
        SHUTDOWN_TIMEOUT: '20000',
      });
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
