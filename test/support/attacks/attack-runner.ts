import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { exchange } from '../clients/raw-socket.ts';
import { globalIdOf } from '../execution/expectations.ts';
import { type Environment, GatewayProcess } from '../processes/gateway-process.ts';
import { type FaultUpstream, startFaultUpstream } from '../upstreams/fault-upstream.ts';
import { plentifulResponses } from '../upstreams/plentiful-responses.ts';
import { type Attack, attacker, type Expected, type Message, post, type Target, times } from './attacks.ts';

/** Time in which every attack must have its answer, in milliseconds. */
const answerMs = 40_000;

/** CPU time that a document may take before its first REST call, in milliseconds. */
export const documentCpuMs = 500;

/** Time in which bytes must have their answer, and that in which nothing more comes after it, in milliseconds. */
const bytesMs = 10_000;
const quietMs = 1_500;

/** Time in which a gateway makes no call, in milliseconds, where an attack is over. */
const quietCallsMs = 20;

/** How often the gateway is given a moment to become idle after an attack: it may have memory to collect. */
const idleWaits = 60;
/** How long this moment is, and most of the CPU time that an idle gateway takes in it, in milliseconds. */
const idleWaitMs = 15;
const idleCpuMs = 10;

/** How many attacks are printed with their CPU time. */
const shownCosts = 5;

/** Rounds of harmless requests that a gateway answers before it is measured: most of its code runs for the first time in them. */
const usualRounds = 8;

/** A member's id of another type: each field with it fails without a REST call. */
const wrongId = globalIdOf('Space', 's');

/** A mutation with invalid inputs from a variable. */
const invalidTeams = `mutation ($input: CreateTeamInput!) { ${times(5, (i) => `m${i}: createTeam(input: $input) { userErrors { code } }`)} }`;
const invalidTeam = JSON.stringify({ input: { organizationId: 'o', title: 't', memberIds: Array(50).fill(wrongId) } });

/** Ids of 50 organizations, in a list of a document. */
const organizationIds = times(50, (i) => `"${globalIdOf('Organization', `o${i}`)}"`, ',');

/** A gateway over a service that records its calls. It is restarted if an attack has ended it. */
export class AttackTarget implements Target {
  readonly upstream: FaultUpstream;
  readonly #environment: Environment;
  readonly #rounds: number;
  #gateway: GatewayProcess;
  readonly #costs: { name: string; ms: number; limit: number }[] = [];

  private constructor(upstream: FaultUpstream, environment: Environment, rounds: number, gateway: GatewayProcess) {
    this.upstream = upstream;
    this.#environment = environment;
    this.#rounds = rounds;
    this.#gateway = gateway;
  }

  /** `rounds`: of harmless requests before the first attack; V8 optimises the code for failing fields after some. */
  static async start(settings: Environment = {}, rounds = usualRounds): Promise<AttackTarget> {
    const upstream = await startFaultUpstream();
    const executor = process.env.EXECUTOR;
    const environment = { UPSTREAM_URL: upstream.url, ...(executor && { EXECUTOR: executor }), ...settings };
    upstream.reply(plentifulResponses);
    return new AttackTarget(upstream, environment, rounds, await warmGateway(environment, rounds));
  }

  get gateway(): GatewayProcess {
    return this.#gateway;
  }

  /** Runs an attack, compares its outcome, and checks that the gateway serves another client afterwards. */
  async run(attack: Attack): Promise<void> {
    const { gateway } = this;
    await this.#untilQuiet();
    this.upstream.reply(attack.upstream ?? plentifulResponses);
    const printed = gateway.printed.length;
    try {
      await this.#attack(attack);
      expect(gateway.ended, 'the gateway ended').toBeUndefined();
      expect(await statusOfBystander(gateway.url), 'another client').toBe(200);
      expect(gateway.printed.slice(printed), 'the log').not.toMatch(unwanted);
    } finally {
      // The rows after this one get a healthy process.
      if (gateway.ended !== undefined || !(await isIdle(gateway))) await this.restart();
    }
  }

  async restart(): Promise<void> {
    await this.#gateway.kill();
    this.upstream.reply(plentifulResponses);
    this.#gateway = await warmGateway(this.#environment, this.#rounds);
  }

  async #attack({ name, expected, message, copies = 1, cpuMs = documentCpuMs }: Attack): Promise<void> {
    const before = this.gateway.cpuMs;
    const answers = await Promise.all(Array.from({ length: copies }, () => sendMessage(this.gateway.url, message())));
    if (this.gateway.ended !== undefined) throw new Error(`The gateway ended: ${this.gateway.printed.slice(-2000)}`);
    const spent = this.gateway.cpuMs - before;
    this.#costs.push({ name, ms: spent, limit: cpuMs * copies });
    for (const answer of answers) compare(answer, expected);
    compareCalls(this.upstream.arrived.length, expected);
    expected.arrived?.(this.upstream.arrived);
    expect(spent, 'CPU time in ms').toBeLessThanOrEqual(cpuMs * copies);
  }

  /**
   * What an operation had sent before its limit ended it may still arrive, and is not of the next attack. The service
   * accepts and reads connections in their order, so that it has read all earlier ones when it answers a new one.
   */
  async #untilQuiet(): Promise<void> {
    const { upstream } = this;
    do {
      upstream.reply(plentifulResponses);
      await delay(quietCallsMs);
      await sendMessage(upstream.url, { method: 'GET', path: '/', headers: {} });
    } while (upstream.arrived.length > 1);
  }

  /** Prints what the costliest attacks took, too. */
  async close(): Promise<void> {
    const costliest = this.#costs.toSorted((a, b) => b.ms / b.limit - a.ms / a.limit).slice(0, shownCosts);
    for (const { name, ms, limit } of costliest) console.info(`${name}: ${ms} of ${limit} ms of CPU`);
    await this.#gateway.kill();
    await this.upstream.close();
  }
}

/** A gateway that has answered harmless requests: what it compiles for the first time is not the cost of an attack. */
async function warmGateway(environment: Environment, rounds: number): Promise<GatewayProcess> {
  const gateway = await GatewayProcess.start(environment);
  for (let i = 0; i < rounds; i++) {
    await sendMessage(gateway.url, post(`{ ${times(50, (field) => `a${i}_${field}: node(id: "x") { id }`)} }`));
    const inOrganization = times(50, (field) => `a${i}_${field}: member(id: "a/b") { role }`);
    await sendMessage(gateway.url, post(`{ organization(id: "o") { ${inOrganization} } }`));
    for (const fields of [inOrganization, times(50, (field) => `a${i}_${field}: member(id: "${wrongId}") { role }`)]) {
      const nodes = `{ nodes(ids: [${organizationIds}]) { ... on Organization { ${fields} } } }`;
      await sendMessage(gateway.url, post(nodes));
    }
    const unused = times(50, (fragment) => `fragment F${i}_${fragment} on Space { id }`);
    await sendMessage(gateway.url, post(`{ __typename } ${unused}`));
    await sendMessage(gateway.url, post(invalidTeams, invalidTeam));
  }
  return gateway;
}

/** Never in an answer or in the log: a credential, a stack, a path of the machine. */
const unwanted = new RegExp(`${attacker}|node_modules|\\n\\s+at |"stack"|file://`);

interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** Sends a message, and resolves to what comes back. */
export async function sendMessage(origin: string, message: Message, cancel?: AbortSignal): Promise<Answer> {
  if ('parts' in message) {
    const { parts, timeoutMs = bytesMs, closes = false } = message;
    const { text, statuses, isClosed } = await exchange(origin, parts, timeoutMs, closes ? timeoutMs : quietMs);
    if (closes) expect(isClosed, 'closes the connection').toBe(true);
    const [, contentType = ''] = /^content-type: *([^;\r]*)/im.exec(text) ?? [];
    return { status: statuses.at(-1) ?? 0, contentType, body: text };
  }
  const { method, path, headers, body } = message;
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const timeout = AbortSignal.timeout(answerMs);
    const signal = cancel === undefined ? timeout : AbortSignal.any([cancel, timeout]);
    const sent = request({ hostname, port, method, path, headers: { connection: 'close', ...headers }, signal });
    sent.once('error', reject).once('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      const [contentType = ''] = headers['content-type']?.split(';') ?? [];
      buffer(response).then((bytes) => resolve({ status, contentType, body: bytes.toString() }), reject);
    });
    sent.end(body);
  });
}

/** The statuses that GraphQL's media type has in place of one: for data with errors, and for requests that cannot be executed. */
function statusesFor(wanted: number, { contentType, body }: Answer): readonly number[] {
  if (contentType !== 'application/graphql-response+json') return [wanted];
  if (wanted === 200) return [body.includes('"errors":[') ? 294 : 200];
  return wanted === 400 ? [400, 415, 422] : [wanted];
}

function compare(answer: Answer, { status: wanted, code, data, has, hasNot, maxLength }: Expected): void {
  const { status, body } = answer;
  const shown = body.slice(0, 600);
  const statuses = [wanted].flat().flatMap((one) => statusesFor(one, answer));
  expect(statuses, `status ${status}: ${shown}`).toContain(status);
  expect(body).not.toMatch(unwanted);
  if (has) expect(body).toMatch(has);
  if (hasNot) expect(body).not.toMatch(hasNot);
  if (maxLength !== undefined) expect(body.length, shown).toBeLessThanOrEqual(maxLength);
  if (code === undefined && data === undefined) return;
  const result = JSON.parse(body) as { data?: unknown; errors?: { extensions: { code: string } }[] };
  const codes = [...new Set(result.errors?.map(({ extensions }) => extensions.code))];
  if (code === undefined) expect(codes, shown).toEqual([]);
  else expect(codes.length > 0 && codes.every((one) => [code].flat().includes(one)), `${codes}: ${shown}`).toBe(true);
  if (data !== undefined) expect((result.data ?? null) !== null, `data in ${shown}`).toBe(data);
}

function compareCalls(made: number, { calls }: Expected): void {
  const [least, most] = typeof calls === 'number' ? [calls, calls] : calls;
  expect(made, 'REST calls').toBeGreaterThanOrEqual(least);
  expect(made, 'REST calls').toBeLessThanOrEqual(most);
}

/** Whether it responds, and has nothing left to do. */
async function isIdle(gateway: GatewayProcess): Promise<boolean> {
  if ((await statusOfBystander(gateway.url, 2_000)) !== 200) return false;
  for (let wait = 1; wait <= idleWaits; wait++) {
    const before = gateway.cpuMs;
    await delay(idleWaitMs);
    if (gateway.cpuMs - before <= idleCpuMs) return true;
  }
  return false;
}

/** What another client gets for a request without REST calls; undefined if it gets nothing in time. */
async function statusOfBystander(origin: string, timeoutMs = 10_000): Promise<number | undefined> {
  const response = await fetch(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bystander' },
    body: '{"query":"{ __typename }"}',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status;
}
