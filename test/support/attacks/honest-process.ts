/**
 * Honest clients beside a siege, in a process of their own: each has an address and credentials, and sends one request after the other,
 * every tenth of them a write. It prints a line once all are served, and what came of their requests when its input ends, as JSON.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { HonestReport } from './honest-clients.ts';

const [url = '', list = ''] = process.argv.slice(2);
const clients = list.split(',').map((localAddress, i) => ({
  token: `good-${i}`,
  agent: new Agent({ connections: 1, localAddress }),
  probeAgent: new Agent({ connections: 1, localAddress }),
}));
type Client = (typeof clients)[number];

const report: HonestReport = { failures: [], latencies: [], healthLatencies: [], metricsLatencies: [], writes: [] };
let isOver = false;

async function answer({ token, agent }: Client, query: string): Promise<string> {
  const { statusCode, body } = await request(`${url}/graphql`, {
    method: 'POST',
    dispatcher: agent,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return `${statusCode}: ${await body.text()}`;
}

async function send(client: Client, i: number): Promise<void> {
  const id = `${client.token}-${i}`;
  const isWrite = i % 10 === 9;
  const query = isWrite
    ? `mutation { deleteSpace(input: { id: "${id}" }) { userErrors { code } } }`
    : `{ organization(id: "${id}") { title sites(first: 3) { nodes { title } } } }`;
  const startedAt = performance.now();
  const text = await answer(client, query);
  report.latencies.push(performance.now() - startedAt);
  if (!text.startsWith('200') || text.includes('"errors"')) report.failures.push(text.slice(0, 300));
  if (isWrite) report.writes.push(id);
}

async function probe({ probeAgent }: Client, path: string, latencies: number[]): Promise<void> {
  const startedAt = performance.now();
  const { statusCode, body } = await request(url + path, { dispatcher: probeAgent });
  await body.dump();
  latencies.push(performance.now() - startedAt);
  if (statusCode !== 200) report.failures.push(`${path}: ${statusCode}`);
}

async function repeat(pauseMs: number, action: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; !isOver; i++) {
    await action(i).catch((error) => report.failures.push(String(error)));
    await delay(pauseMs);
  }
}

await Promise.all(clients.map((client) => send(client, -10)));
process.stdout.write('ready\n');
const running = clients.map((client) => repeat(50, (i) => send(client, i)));
const [first, second] = clients as [Client, Client];
running.push(repeat(50, () => probe(first, '/healthz', report.healthLatencies)));
running.push(repeat(50, () => probe(second, '/metrics', report.metricsLatencies)));
process.stdin.resume();
await once(process.stdin, 'end');
isOver = true;
await Promise.all(running);
process.stdout.write(JSON.stringify(report), () => process.exit(0));
