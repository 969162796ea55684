import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/resources/schema.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { AttackTarget, sendMessage } from '../support/attacks/attack-runner.ts';
import { post } from '../support/attacks/attacks.ts';
import { randomHostileDocument } from '../support/attacks/hostile-documents.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { type FuzzInput, randomInput, sendInput } from '../support/random/fuzz.ts';
import { json } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

/** Number of inputs, and the seed of the first one: a failure names the seed of its input. */
const runs = Number(process.env.FUZZ_RUNS ?? 100_000);
const firstSeed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

const schema = createSchema();
let sandbox: Sandbox;
let gateway: GatewayProcess;

beforeAll(async () => {
  sandbox = await createSandbox();
  gateway = await GatewayProcess.start({ UPSTREAM_URL: await sandbox.listen(), CLIENT_TIMEOUT: '1000' });
});

afterAll(async () => {
  await gateway?.kill();
  await sandbox?.close();
});

/** Never in an answer or in the log. */
const unwanted = /node_modules|\n\s+at |\\n\s+at |"stack"|sandbox-admin|INTERNAL_SERVER_ERROR/;

/**
 * The answer to an input; its status is 0 where there is none. On a busy machine the gateway may be stopped for longer than
 * its client timeout, and then closes connections whose requests it has not read yet. An input that it cannot answer
 * has no answer later either.
 */
async function answerTo(input: FuzzInput, attempts: number): Promise<{ status: number; body: string }> {
  try {
    return await sendInput(gateway.url, input);
  } catch (error) {
    if (attempts === 1) return { status: 0, body: String(error) };
    await setTimeout(500);
    return answerTo(input, attempts - 1);
  }
}

/** Why the answer to an input is wrong; undefined if it is right. */
async function problemWith(input: FuzzInput): Promise<string | undefined> {
  const printed = gateway.printed.length;
  const { status, body } = await answerTo(input, input.kind === 'bytes' ? 1 : 4);
  if (gateway.ended !== undefined) return `the gateway ended: ${gateway.printed.slice(-1_000)}`;
  if (status === 0 && input.kind !== 'bytes') return `no answer: ${body}`;
  if (status >= 500) return `status ${status}: ${body.slice(0, 300)}`;
  const bad = unwanted.exec(body) ?? unwanted.exec(gateway.printed.slice(printed));
  return bad === null ? undefined : `"${bad[0]}" in the answer or the log: ${body.slice(0, 300)}`;
}

describe(`${runs} random documents, variables, headers and raw requests, seed ${firstSeed}`, () => {
  it('crash nothing, hang nothing, and tell nothing', { timeout: 3_600_000 }, async () => {
    process.stdout.write(`FUZZ_SEED=${firstSeed} FUZZ_RUNS=${runs}\n`);
    let next = 0;
    const failures: string[] = [];
    const worker = async () => {
      while (next < runs && failures.length === 0) {
        const seed = firstSeed + next++;
        const input = randomInput(createRandom(seed), schema);
        const problem = await problemWith(input);
        if (problem !== undefined) failures.push(`seed ${seed}: ${problem}\n${JSON.stringify(input).slice(0, 4_000)}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    expect(failures).toEqual([]);
  });
});

/** CPU time that a document may take beside that of an honest one with as many calls and as long a response, in milliseconds, and memory. */
const maxCpuMs = 500;
const maxBytes = 1_073_741_824;
const hostileRuns = Number(process.env.HOSTILE_DOCUMENTS ?? process.env.FUZZ_RUNS ?? 200_000);

interface Cost {
  cpuMs: number;
  calls: number;
  megabytes: number;
}

describe(`${hostileRuns} random hostile documents over a hostile service, seed ${firstSeed}`, () => {
  let target: AttackTarget;
  /** CPU time that a list of 1,000 records takes, and a megabyte of a response, in milliseconds: no call takes more. */
  let msOfCall = 0;
  let msOfMegabyte = 0;

  beforeAll(async () => {
    target = await AttackTarget.start({
      REQUEST_TIMEOUT: '5000',
      MAX_CALLS: '50',
      NODE_FLAGS: '--max-old-space-size=768',
    });
    target.upstream.reply((response, request) => {
      const isForbidden = /^\/v1\/orgs\/[^/]+\/./.test(request.url) && request.url.length % 2 === 0;
      (isForbidden ? json({ message: 'No.' }, 403) : plentifulResponses)(response, request);
    });
    const small = await usual('restId');
    const large = await usual('id restId title a: id b: id c: id d: id');
    msOfCall = small.cpuMs / small.calls;
    msOfMegabyte = (large.cpuMs - small.cpuMs) / (large.megabytes - small.megabytes);
  });

  afterAll(() => target?.close());

  /** What an honest document costs that selects these fields of 40 lists: the median of several. */
  async function usual(fields: string): Promise<Cost> {
    const costs: Cost[] = [];
    for (let i = 0; i < 9; i++) {
      costs.push(await send(`{ organizations(first: 40) { nodes { sites(first: 1000) { nodes { ${fields} } } } } }`));
    }
    return costs.toSorted((a, b) => a.cpuMs - b.cpuMs)[4] as Cost;
  }

  /** Sends a document. */
  async function send(query: string, leaves?: AbortSignal): Promise<Cost> {
    const before = target.gateway.cpuMs;
    const response = await sendMessage(target.gateway.url, post(query), leaves).catch(() => undefined);
    await sendMessage(target.gateway.url, post('{ __typename }'));
    const calls = target.upstream.arrived.length;
    target.upstream.arrived.length = 0;
    return { cpuMs: target.gateway.cpuMs - before, calls, megabytes: (response?.body.length ?? 0) / 1e6 };
  }

  /** Sends a random document, sometimes from a client that leaves; resolves to the gateway's CPU time beside the usual. */
  async function costOf(seed: number): Promise<number> {
    const random = createRandom(seed);
    const query = randomHostileDocument(random);
    const leaves = random.chance(0.2) ? AbortSignal.timeout(random.below(100)) : undefined;
    const { cpuMs, calls, megabytes } = await send(query, leaves);
    return cpuMs - calls * msOfCall - megabytes * msOfMegabyte;
  }

  it('end no process, and none is over budget', { timeout: 36_000_000 }, async () => {
    for (let seed = firstSeed; seed < firstSeed + 20; seed++) await costOf(seed);
    const failures: string[] = [];
    let highest = 0;
    for (let seed = firstSeed; seed < firstSeed + hostileRuns && failures.length === 0; seed++) {
      const cost = await costOf(seed);
      highest = Math.max(highest, cost);
      if (target.gateway.ended !== undefined) failures.push(`seed ${seed}: the gateway ended`);
      else if (cost > maxCpuMs) failures.push(`seed ${seed}: ${cost} ms of CPU`);
      else if (target.gateway.rssBytes > maxBytes) failures.push(`seed ${seed}: ${target.gateway.rssBytes} bytes`);
    }
    const usualCost = `${msOfCall.toFixed(1)} ms for a call and ${msOfMegabyte.toFixed(0)} ms for a megabyte`;
    console.info(`The costliest of ${hostileRuns} documents took ${highest.toFixed(0)} ms of CPU beside ${usualCost}.`);
    expect(failures).toEqual([]);
  });
});
