import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { pathParams } from '../../src/engine/contract/endpoint.ts';
import { ConnectionField } from '../../src/engine/fields/connection.ts';
import type { FieldKind } from '../../src/engine/fields/field-kind.ts';
import type { FieldContext } from '../../src/engine/fields/field-view.ts';
import { LookupField } from '../../src/engine/fields/lookup.ts';
import { NodesField } from '../../src/engine/fields/nodes.ts';
import { ToOneField } from '../../src/engine/fields/to-one.ts';
import { ValueField } from '../../src/engine/fields/value.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { explainOperation } from '../support/execution/explain.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import { type ExistingIds, existingIds, inputsFrom } from '../support/random/existing-ids.ts';
import { overruns } from '../support/random/plan-overruns.ts';
import { randomQuery } from '../support/random/random-operations.ts';
import { type HostileService, startHostileService } from '../support/upstreams/hostile-service.ts';

/** How many random queries are planned and run, and from which seed on. */
const count = Number(process.env.HOSTILE_PLANS ?? 500);
const firstSeed = Number(process.env.HOSTILE_SEED ?? 1);
const schema = createSchema();

let gateway: TestGateway;
let service: HostileService;
let known: ExistingIds;
let close: () => Promise<void>;

beforeAll(async () => {
  const sandbox = await createSandbox();
  service = await startHostileService(await sandbox.listen());
  gateway = await startGateway(service.url, { LOG_LEVEL: 'silent', MAX_CALLS: '100000', CIRCUIT_BREAKER: '0' });
  known = await existingIds(gateway);
  close = async () => {
    for (const one of [gateway, service, sandbox]) await one.close();
  };
});

afterAll(() => close());

/** What a random query did beyond its plan; undefined for a query without one. */
async function overrunsOf(seed: number): Promise<string[] | undefined> {
  const random = createRandom(seed);
  const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
  const operation = randomQuery({ schema, random, guess: inputsFrom(known, favourites), favourites });
  const { query, variables, operationName } = operation;
  service.seed = seed;
  service.levels();
  const { extensions } = await explainOperation(gateway, { query, variables, operationName }, true);
  const { plan, calls = [] } = extensions?.explain ?? {};
  const found = plan == null ? undefined : overruns(plan, calls, service.levels());
  return found?.map((one) => `seed ${seed}: ${one}\n${query}\n${JSON.stringify(variables)}`);
}

it('makes no more calls of a hostile service than planned', { timeout: 120_000 + count * 200 }, async () => {
  let planned = 0;
  for (let seed = firstSeed; seed < firstSeed + count; seed++) {
    const found = await overrunsOf(seed);
    if (found === undefined) continue;
    expect(found).toEqual([]);
    planned++;
  }
  expect(planned).toBeGreaterThan(count / 2);
});

describe('a kind of fields that makes one call more than it plans is found:', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([LookupField, ConnectionField, ValueField, ToOneField, NodesField])('$name', async ({ prototype }) => {
    const { resolve } = prototype;
    vi.spyOn(prototype as FieldKind, 'resolve').mockImplementation(function (this: FieldKind, ...args) {
      oneMore(this, args[3]);
      return Reflect.apply(resolve, this, args);
    });
    for (let seed = 1; seed <= 300; seed++) if (((await overrunsOf(seed)) ?? []).length > 0) return;
    expect.unreachable('No random query found the call.');
  });
});

/** Makes a call that nothing plans, to the last endpoint of a kind. */
function oneMore({ endpoints }: FieldKind, { cache }: FieldContext): void {
  const endpoint = endpoints.findLast(({ method }) => method === 'GET');
  if (endpoint === undefined) return;
  const path = Object.fromEntries(pathParams(endpoint.path).map((name) => [name, 'planted']));
  cache.readCall({ endpoint, path, query: undefined }).catch(() => {});
}
