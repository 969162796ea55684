import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../src/engine/contract/model.ts';
import { changeRequestComments } from '../../../src/resources/change-request-comments/contract.ts';
import { changeRequests } from '../../../src/resources/change-requests/contract.ts';
import { spaceComments } from '../../../src/resources/space-comments/contract.ts';
import { SpaceEntity, spaces } from '../../../src/resources/spaces/contract.ts';
import { CacheOracle, type OracleOptions } from '../../support/cache/oracle.ts';
import { narrowWrites } from '../../support/cache/random-calls.ts';

/**
 * Number of random calls; with what follows each write, several times as many are made. For 100,000:
 * `CACHE_STEPS=100000 npx vitest run test/engine/cache/oracle.test.ts`.
 */
const steps = Number(process.env.CACHE_STEPS ?? 80);

/** After so many steps a new sandbox begins, as writes have deleted much of it. */
const stepsPerSandbox = 2000;

const seed = Number(process.env.CACHE_SEED ?? 20260616);

const secondsPerStep = 1;

it.each([
  ['', {}],
  [' of a service that sends ETags', { hasETags: true }],
  [' of responses that have expired', { isStale: true }],
])(
  'no read through the cache%s is older than a write, or another client’s',
  async (_what, options: OracleOptions) => {
    let hits = 0;
    let narrow = 0;
    let confirmed = 0;
    for (let done = 0, world = 0; done < steps; done += stepsPerSandbox, world++) {
      const oracle = await CacheOracle.start(seed + world, options);
      for (let step = 0; step < Math.min(stepsPerSandbox, steps - done); step++) await oracle.step();
      expect(oracle.stale).toEqual([]);
      hits += options.isStale ? oracle.usage.stale : oracle.usage.hits;
      confirmed += oracle.usage.confirmed;
      narrow += oracle.usage.records;
      if (process.env.CACHE_STEPS) console.log(done, oracle.usage, Object.fromEntries(oracle.written));
      await oracle.close();
    }
    expect(hits).toBeGreaterThan(steps / 2);
    expect(narrow).toBeGreaterThan(steps / 50);
    expect(confirmed > steps / 50).toBe(options.hasETags === true);
  },
  30_000 + steps * secondsPerStep * 1000,
);

/** Writes that make the records that other writes need. */
const preparations = [
  changeRequests.create,
  spaceComments.create,
  spaceComments.createReply,
  changeRequestComments.create,
  changeRequestComments.createReply,
  spaces.delete,
];

/** Declares for a while that a write touches another kind of record. */
async function declaring(endpoint: Endpoint, touches: Endpoint['touches'], action: () => Promise<void>): Promise<void> {
  const declared = endpoint as { touches?: Endpoint['touches'] };
  const { touches: before } = declared;
  declared.touches = touches;
  try {
    await action();
  } finally {
    declared.touches = before;
  }
}

describe('the comparison finds', () => {
  let oracle: CacheOracle;

  beforeAll(async () => {
    oracle = await CacheOracle.start(1);
    for (const preparation of preparations) for (let i = 0; i < 5; i++) await oracle.writeOf(preparation);
    expect(oracle.stale).toEqual([]);
  });

  afterEach(() => oracle.invalidate());
  afterAll(() => oracle.close());

  /** The number of stale reads that were found after writes of an endpoint that touch what is declared. */
  async function staleAfter(endpoint: Endpoint, touches: Endpoint['touches']): Promise<number> {
    await declaring(endpoint, touches, async () => {
      for (let i = 0; i < 60 && oracle.stale.length === 0; i++) await oracle.writeOf(endpoint);
    });
    return oracle.stale.length;
  }

  it.each(narrowWrites.map((endpoint) => [endpoint.id, endpoint] as const))(
    'that %s is not said to change anything',
    async (_id, endpoint) => {
      const nothing = { ...SpaceEntity, name: 'Nothing' };
      expect(await staleAfter(endpoint, nothing)).toBeGreaterThan(0);
    },
  );
});
