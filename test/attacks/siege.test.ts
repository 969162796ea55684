import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import {
  almostAll,
  greedyClients,
  greedyMessages,
  hanging,
  megabyte,
  thousandMembers,
} from '../support/attacks/greedy-messages.ts';
import { type HonestReport, startHonestClients } from '../support/attacks/honest-clients.ts';
import { slowness } from '../support/attacks/machine-speed.ts';
import { measuring } from '../support/attacks/measuring.ts';
import { anyClient, anyTurn, type GreedyMessage, startGreed } from '../support/attacks/separate-greed.ts';
import { openDescriptorsOf, serviceConnections } from '../support/processes/worker-samples.ts';
import { json, type Reply } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

/**
 * The siege: attackers from five addresses send everything that is dear, in turn, beside honest clients from ten others. For ten minutes:
 * `SIEGE_SECONDS=600 npm run test:attacks -- siege`.
 */
const seconds = Number(process.env.SIEGE_SECONDS ?? 30);

const attackers = 20;
const honest = 10;
/** Highest resident memory with the heap of the shipped Kubernetes manifest, which allows half as much again. */
const maxMiB = 1_024;
/** Highest p99 in milliseconds, on a machine as fast as the documented one. */
const documentedMaxMs = 100;
const expectMs = measuring('ms');
const expectMiB = measuring('MiB');
const addresses = (network: string, count: number) => Array.from({ length: count }, (_, i) => `${network}.${i + 1}`);

const withToken = (token: string, { headers, ...message }: GreedyMessage): GreedyMessage => ({
  ...message,
  headers: { ...headers, authorization: `Bearer ${token}` },
});

const { read, reads, ...others } = greedyMessages;
const messages = [
  withToken(anyTurn, read),
  withToken(anyTurn, reads),
  ...Object.values({ ...others, ...greedyClients }).map((message) => withToken(anyClient, message)),
];

/** With made-up tokens, reads of one record hang, or end with a large record that never ends. To other attackers, lists are long. */
const service: Reply = (response, request) => {
  const { authorization = '' } = request.headers;
  if (authorization.startsWith('Bearer u')) return toMadeUp(response, request);
  if (/\/bc\w+-\d+$/.test(request.url)) return megabyte(response, request);
  const isLong = authorization.startsWith('Bearer c') && request.url.includes('/members');
  return (isLong ? thousandMembers : plentifulResponses)(response, request);
};

const toMadeUp: Reply = (response, request) => {
  if (/\/h\w+-\d+$/.test(request.url)) return hanging(response, request);
  return (/\/h\w+$/.test(request.url) ? almostAll : json({ message: 'No.' }, 401))(response, request);
};

let target: AttackTarget;
let report: HonestReport;
let maxMs: number;
let descriptorsBefore: number;
const memory: number[] = [];
const descriptors: number[] = [];
const written: string[] = [];

beforeAll(
  async () => {
    maxMs = documentedMaxMs * slowness();
    target = await AttackTarget.start({
      METRICS: 'true',
      NODE_FLAGS: '--max-old-space-size=768',
    });
    target.upstream.reply((response, request) => {
      target.upstream.arrived.length = 0;
      const [, id] = /\/(good-\d+-\d+)$/.exec(request.url) ?? [];
      if (request.method === 'DELETE' && id !== undefined) written.push(id);
      service(response, request);
    });
    descriptorsBefore = openDescriptors();
    const reportHonest = await startHonestClients(target.gateway.url, addresses('127.0.8', honest));
    const siege = await startGreed(target.gateway.url, {
      clients: attackers,
      messages,
      addresses: addresses('127.0.7', 5),
    });
    for (let second = 0; second < seconds; second++) {
      await delay(1000);
      memory.push(target.gateway.rssBytes);
      descriptors.push(openDescriptors());
    }
    report = await reportHonest();
    await siege.end();
  },
  seconds * 1000 + 60_000,
);

afterAll(() => target?.close());

const openDescriptors = () => openDescriptorsOf(target.gateway.pid);

const p99Of = (latencies: readonly number[]) =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)] ?? Number.POSITIVE_INFINITY;

it('is survived by the gateway', () => {
  expect(target.gateway.ended, target.gateway.printed.slice(-2000)).toBeUndefined();
});

it('makes no request of an honest client fail', () => {
  expect(report.failures).toEqual([]);
  expect(report.latencies.length).toBeGreaterThan(seconds * 10);
});

it('keeps honest clients from waiting for long', () => {
  expectMs(p99Of(report.latencies), maxMs, 'p99');
  expectMs(p99Of(report.healthLatencies), maxMs, 'p99 of health');
  expectMs(p99Of(report.metricsLatencies), maxMs, 'p99 of metrics');
});

it('does each of their writes once', () => {
  expect(report.writes.length).toBeGreaterThan(0);
  const isAnswered = (id: string) => report.writes.includes(id);
  expect(written.filter(isAnswered).toSorted()).toEqual(report.writes.toSorted());
});

it('stays within its memory', () => {
  expectMiB(Math.max(...memory) / 2 ** 20, maxMiB);
});

it('opens connections of clients and to the service only, and closes them all', async () => {
  // A client opens its next connection while the one before is being closed; each honest client has one for health or metrics, too.
  const connections = 2 * (attackers + honest) + serviceConnections;
  expect(Math.max(...descriptors), descriptors.join(' ')).toBeLessThanOrEqual(descriptorsBefore + connections);
  await expect.poll(openDescriptors, { timeout: 20_000 }).toBeLessThanOrEqual(descriptorsBefore);
});
