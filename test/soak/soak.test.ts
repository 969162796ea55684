import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { SoakClient, type SoakReport } from '../support/clients/soak-client.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { isFlat, openDescriptorsOf, serviceConnections, WorkerSamples } from '../support/processes/worker-samples.ts';
import { publishedSpace, twoOrganizations } from '../support/resources/space-fixtures.ts';
import { restCalls } from '../support/sandbox/sandbox-calls.ts';

const seconds = Number(process.env.SOAK_SECONDS ?? 300);
/** One worker is killed each minute; in a shorter run, five in all. */
const killEveryMs = Math.min(60, seconds / 5) * 1000;
const clients = 32;

let sandbox: Sandbox;
let url: string;
let gateway: GatewayProcess;
let spaceId: string;
let killed = 0;
let samples: WorkerSamples;
let survivor: number;
let descriptorsBefore: number;
const report: SoakReport = { done: 0, reads: 0, writes: 0, failed: 0, wrong: [], created: new Map() };

beforeAll(
  async () => {
    sandbox = await createSandbox();
    url = await sandbox.listen();
    const rest = restCalls(url);
    spaceId = await publishedSpace(rest, (await twoOrganizations(rest)).home);
    gateway = await GatewayProcess.start({ UPSTREAM_URL: url, WORKERS: '2', LOG_LEVEL: 'warn', CIRCUIT_BREAKER: '0' });
    sandbox.setFaults({ rate: 0.1 });
    await soak();
    sandbox.setFaults(undefined);
  },
  seconds * 1000 + 60_000,
);

afterAll(async () => {
  await gateway?.stop();
  await sandbox?.close();
});

async function soak(): Promise<void> {
  survivor = gateway.workers.at(-1) as number;
  descriptorsBefore = openDescriptorsOf(survivor);
  samples = new WorkerSamples(gateway, survivor);
  const end = performance.now() + seconds * 1000;
  const killing = setInterval(() => {
    // The other worker runs to the end: its memory is what is compared.
    const current = gateway.workers.find((pid) => pid !== survivor);
    if (current === undefined || gateway.workers.length < 2) return;
    process.kill(current, 'SIGKILL');
    killed++;
  }, killEveryMs);
  const sampling = setInterval(() => samples.take(), Math.max(250, seconds * 5));
  const all = Array.from(
    { length: clients },
    (_, i) => new SoakClient(i, gateway.url, spaceId, createRandom(i), report),
  );
  await Promise.all(all.map((client) => client.run(() => performance.now() < end)));
  clearInterval(killing);
  clearInterval(sampling);
}

describe(`${seconds} s with 10 % faults, ${clients} clients, and workers that are killed`, () => {
  it('had load, faults and killed workers', () => {
    process.stdout.write(`${JSON.stringify({ ...report, created: report.created.size, killed })}\n`);
    expect(report.reads).toBeGreaterThan(seconds * 20);
    expect(report.writes).toBeGreaterThan(seconds * 2);
    expect(report.failed).toBeGreaterThan(0);
    expect(killed).toBeGreaterThanOrEqual(Math.min(4, Math.floor(seconds / 60) || 4) - 1);
  });

  it('gave no wrong answer, and let no client wait for ever', () => {
    expect(report.wrong.slice(0, 5)).toEqual([]);
  });

  it('answered almost all reads, in spite of the faults', () => {
    expect(report.failed / report.done).toBeLessThan(0.1);
  });

  it('made no record twice, and each one that it told of once', async () => {
    const rest = restCalls(url);
    const counts = new Map<string, number>();
    let page: string | undefined;
    do {
      const query = { status: 'draft' as const, limit: 1000, ...(page !== undefined && { page }) };
      const result = await rest.call(contract.changeRequests.list, { path: { spaceId }, query });
      for (const { subject } of result.items) counts.set(subject ?? '', (counts.get(subject ?? '') ?? 0) + 1);
      page = result.next?.page;
    } while (page !== undefined);
    const doubled = [...counts].filter(([subject, count]) => subject.startsWith('soak ') && count > 1);
    expect(doubled).toEqual([]);
    const lost = [...report.created].filter(([subject, isKnown]) => isKnown && counts.get(subject) !== 1);
    expect(lost).toEqual([]);
  });

  it('left the memory of the surviving worker flat', () => {
    const { rss } = samples;
    expect(rss.length).toBeGreaterThan(5);
    expect(
      isFlat(rss, { ratio: 1.5, slack: 64 * 2 ** 20 }),
      `RSS in MiB: ${rss.map((one) => Math.round(one / 2 ** 20))}`,
    ).toBe(true);
  });

  it('let the surviving worker open connections of clients and to the service only', () => {
    const { descriptors } = samples;
    // A client opens its next connection while the one before is being closed.
    const most = descriptorsBefore + 2 * clients + serviceConnections;
    expect(Math.max(...descriptors), descriptors.join(' ')).toBeLessThanOrEqual(most);
  });
});
