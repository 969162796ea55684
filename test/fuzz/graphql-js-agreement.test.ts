import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/engine/contract/endpoint.ts';
import { contract } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createRandom, type Random } from '../../src/sandbox/random.ts';
import { ExecutorPair, type Request } from '../support/gateways/executor-pair.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { type RestProxy, type StubResponse, startProxy } from '../support/proxies/proxy.ts';
import { corrupt } from '../support/random/corrupt-records.ts';
import { type ExistingIds, existingIds, inputsFrom } from '../support/random/existing-ids.ts';
import { type RandomOperation, randomMutation, randomQuery } from '../support/random/random-operations.ts';
import type { Response } from '../support/upstreams/responses.ts';

/** How many random operations are compared; `RANDOM_OPERATIONS=10000` asks for more, `RANDOM_SEED` for others. */
const count = Number(process.env.RANDOM_OPERATIONS ?? 150);
/** From so many on, everything that can be in an operation is in one. */
const many = 200;
const firstSeed = Number(process.env.RANDOM_SEED ?? 1);
const seeds = (share: number) => Array.from({ length: Math.ceil(count * share) }, (_, i) => firstSeed + i);
/** Milliseconds for a test with so many operations. */
const patience = 60_000 + count * 500;

const schema = createSchema();
const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
const reads = endpoints.filter(({ method }) => method === 'GET');
const writes = endpoints.filter(({ method }) => method !== 'GET');

const failures: readonly StubResponse[] = [
  ...[401, 403, 404, 409, 422, 429, 500, 503].map((status) => ({ status, body: { error: { message: 'Not today.' } } })),
  { status: 200, body: 'no object' },
  { status: 200, body: {} },
  'cut',
];

/** Lets services fail and break their contract, all in the same ways. */
function makeWeather(random: Random, proxies: readonly RestProxy[]): void {
  const share = random.pick([0, 0, 0.01, 0.05]);
  const seed = random.below(2 ** 31);
  const failing = new Map<Endpoint, StubResponse>();
  for (const endpoint of endpoints) if (random.chance(0.06)) failing.set(endpoint, random.pick(failures));
  for (const proxy of proxies) {
    proxy.restore();
    for (const endpoint of reads) if (share > 0) proxy.change({ endpoint }, (body) => corrupt(body, { seed, share }));
    for (const [endpoint, instead] of failing) proxy.stub({ endpoint }, instead);
  }
}

function queryFor(random: Random, known: ExistingIds): RandomOperation {
  const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
  const operation = randomQuery({ schema, random, guess: inputsFrom(known, favourites), favourites });
  expect(validate(schema, parse(operation.query)).map(String), operation.query).toEqual([]);
  return operation;
}

describe('random queries', () => {
  let pair: ExecutorPair;
  let proxy: RestProxy;
  let known: ExistingIds;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const sandbox = await createSandbox();
    proxy = await startProxy(await sandbox.listen());
    const compiled = await startGateway(proxy.url, { EXECUTOR: 'compiled', LOG_LEVEL: 'silent' });
    const reference = await startGateway(proxy.url, { EXECUTOR: 'graphql-js', LOG_LEVEL: 'silent' });
    pair = new ExecutorPair(compiled, reference);
    known = await existingIds(reference);
    close = async () => {
      for (const service of [compiled, reference, proxy, sandbox]) await service.close();
    };
  });

  afterAll(() => close());

  it('are answered alike by both executors, whatever the service does', { timeout: patience }, async () => {
    for (const seed of seeds(1)) {
      const random = createRandom(seed);
      if (seed % 10 === 0) makeWeather(random, [proxy]);
      const operation = queryFor(random, known);
      const body = await pair.expectSameResponse(operation, `seed ${seed}`);
      const next = nextWindow(operation, body);
      if (next !== undefined) await pair.expectSameResponse(next, `seed ${seed}, next window`);
      if (random.chance(0.15)) await pair.expectSameResponse(spoiled(operation, random), `seed ${seed}, spoiled`);
    }
    if (count < many) return;
    // What would be missing if the operations were poor, or a race were more than rare.
    const nodes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name);
    expect(nodes.filter((name) => pair.texts.has(name)).length).toBeGreaterThan(nodes.length / 2);
    for (const code of ['BAD_USER_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'UPSTREAM_CONTRACT']) {
      expect(pair.codes, code).toContain(code);
    }
    expect(pair.raced).toBeLessThan(pair.compared / 20);
  });
});

/** The same with the cursors that it answered; undefined where it answered none. */
function nextWindow({ query, variables, operationName, windows }: RandomOperation, body: Response) {
  const cursors = windows.flatMap(({ variable, responseName }) => {
    const cursor = cursorBelow(body.data, responseName);
    return cursor === undefined ? [] : [[variable, cursor]];
  });
  if (cursors.length === 0) return undefined;
  return { query, operationName, variables: { ...variables, ...Object.fromEntries(cursors) } };
}

/** Any text in a connection that looks like a cursor of this gateway. */
function cursorBelow(value: unknown, responseName: string | undefined): string | undefined {
  if (responseName === undefined && typeof value === 'string' && value.startsWith('MS4')) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = cursorBelow(inner, name === responseName ? undefined : responseName);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a client may get wrong in a request whose document is right. */
function spoiled({ query, variables, operationName }: RandomOperation, random: Random): Request {
  const names = Object.keys(variables);
  const name = names.length === 0 ? 'none' : random.pick(names);
  const { [name]: _, ...others } = variables;
  const odd = random.pick([null, {}, [], 'odd', 1.5, true, [null], { __proto__: null, id: 1 }]);
  return random.pick<Request>([
    { query, operationName, variables: { ...variables, [name]: odd } },
    { query, operationName, variables: { ...variables, [name]: odd } },
    { query, operationName, variables: others },
    { query, operationName, variables: { ...variables, unasked: 1 } },
    { query, operationName, variables: null },
    { query, operationName, variables: [] },
    { query, operationName: 'Unknown', variables },
    { query, operationName: '', variables },
    { query: `${query}\nquery Third { __typename }`, variables },
    { query: `${query}\nquery Third { __typename }`, variables, operationName: 'Third' },
  ]);
}

describe('random mutations', () => {
  interface World {
    sent: string[];
    proxy: RestProxy;
    close: () => Promise<void>;
  }

  const worlds: World[] = [];
  let pair: ExecutorPair;
  let known: ExistingIds;

  /** A gateway before a service of its own, in which time stands still, so that two of them are alike. */
  async function startTwin(executor: string) {
    const sent: string[] = [];
    const sandbox = await createSandbox({
      now: () => Date.parse('2025-06-16T09:00:00Z'),
      onRequest: ({ method, url, status }) => method !== 'GET' && sent.push(`${method} ${url} ${status}`),
    });
    const proxy = await startProxy(await sandbox.listen());
    const gateway = await startGateway(proxy.url, { EXECUTOR: executor, LOG_LEVEL: 'silent' });
    const close = async () => {
      for (const service of [gateway, proxy, sandbox]) await service.close();
    };
    worlds.push({ sent, proxy, close });
    return gateway;
  }

  beforeAll(async () => {
    const compiled = await startTwin('compiled');
    const reference = await startTwin('graphql-js');
    pair = new ExecutorPair(compiled, reference);
    known = await existingIds(reference);
  });

  afterAll(async () => {
    for (const { close } of worlds) await close();
  });

  it('are done alike, with the same writes in the same order', { timeout: patience }, async () => {
    const proxies = worlds.map(({ proxy }) => proxy);
    for (const seed of seeds(0.25)) {
      const random = createRandom(seed);
      if (seed % 10 === 0) makeWeather(random, proxies);
      const favourites = [...known.keys()];
      const operation = randomMutation({ schema, random, guess: inputsFrom(known, favourites), favourites });
      expect(validate(schema, parse(operation.query)).map(String), operation.query).toEqual([]);
      await pair.expectSameResponse(operation, `seed ${seed}`);
      const [ours, theirs] = worlds.map(({ sent }) => sent.join('\n'));
      expect(ours, operation.query).toBe(theirs);
      if (random.chance(0.3))
        await pair.expectSameResponse(queryFor(random, known), `seed ${seed}, after the mutation`);
    }
    if (count < many) return;
    const done = worlds[0]?.sent.filter((write) => / 2\d\d$/.test(write)) ?? [];
    expect(done.length).toBeGreaterThan(count / 20);
    expect(writes.length).toBe(endpoints.filter(({ method }) => method !== 'GET').length);
  });
});
