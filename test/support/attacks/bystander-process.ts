/**
 * A client beside attacks, in a process of its own: it prints a line once it is served, sends one read after the other, and asks
 * for health and metrics, until its input ends. For each line of its input it prints what came of that since the line before, as JSON.
 */
import { createInterface } from 'node:readline';
import { Agent, request } from 'undici';
import type { BystanderReport } from './separate-bystander.ts';

const [url = ''] = process.argv.slice(2);

/** A connection of its own for each kind of request, which it keeps. */
const agents = { reads: new Agent({ connections: 1 }), health: new Agent({ connections: 1 }) };
let report: BystanderReport = { reads: 0, failures: [] };
let isOver = false;

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function read(i: number): Promise<void> {
  const { statusCode, body } = await request(`${url}/graphql`, {
    method: 'POST',
    dispatcher: agents.reads,
    headers: { 'content-type': 'application/json', authorization: 'Bearer bystander' },
    body: JSON.stringify({ query: `{ organization(id: "bystander-${i}") { title } }` }),
  });
  const text = await body.text();
  report.reads++;
  if (statusCode !== 200 || text.includes('"errors"')) report.failures.push(`${statusCode}: ${text.slice(0, 200)}`);
}

async function check(path: string): Promise<void> {
  const { statusCode, body } = await request(url + path, { dispatcher: agents.health });
  await body.dump();
  if (statusCode !== 200) report.failures.push(`${path}: ${statusCode}`);
}

async function repeat(action: (i: number) => Promise<void>): Promise<void> {
  for (let i = 0; !isOver; i++) {
    await action(i).catch((error) => report.failures.push(String(error)));
    await pause();
  }
}

/** Until what is in flight when `isOver` is set has its answer. */
const run = () => Promise.all([repeat(read), repeat((i) => check(i % 2 === 0 ? '/healthz' : '/metrics'))]);

await read(-1);
process.stdout.write('ready\n');
let running = run();
for await (const _ of createInterface(process.stdin)) {
  isOver = true;
  await running;
  process.stdout.write(`${JSON.stringify(report)}\n`);
  report = { reads: 0, failures: [] };
  isOver = false;
  running = run();
}
process.exit(0);
