import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/engine/contract/model.ts';
import { changeRequestComments } from '../../src/resources/change-request-comments/contract.ts';
import { changeRequests } from '../../src/resources/change-requests/contract.ts';
import { spaceComments } from '../../src/resources/space-comments/contract.ts';
import { SpaceEntity, spaces } from '../../src/resources/spaces/contract.ts';
import { CacheOracle, type OracleOptions } from '../support/cache/oracle.ts';
import { runOracle } from '../support/cache/oracle-run.ts';
import { narrowWrites } from '../support/cache/random-calls.ts';

/** Number of random reads and writes in all. For a million: `CACHE_STEPS=1000000 npm run test:fuzz -- cache-oracle`. */
const steps = Number(process.env.CACHE_STEPS ?? 100_000);
/** Most of the first ones find nothing in a cache. */
const stepsOfEach = Math.max(1000, steps / 4);
/** The same over HTTP, which takes several times as long. */
const stepsOverHttp = Math.min(800, steps / 4);

const all: [what: string, count: number, options: OracleOptions][] = [
  ['', steps / 2, { isCalled: true }],
  [' of a service that sends ETags', stepsOfEach, { isCalled: true, hasETags: true }],
  [' of responses that have expired', stepsOfEach, { isCalled: true, isStale: true }],
  [', over HTTP,', stepsOverHttp, {}],
  [' of a service that sends ETags, over HTTP,', stepsOverHttp, { hasETags: true }],
];

it.each(all)(
  'no read through the cache%s is older than a write, or another client’s',
  async (_what, count, options) => {
    const { hits, stale, narrow, confirmed } = await runOracle(count, options);
    expect(options.isStale ? stale : hits).toBeGreaterThan(count / 5);
    expect(narrow).toBeGreaterThan(count / 200);
    expect(confirmed > count / 50).toBe(options.hasETags === true);
  },
  30_000 + steps * 10,
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
    oracle = await CacheOracle.start(1, { isCalled: true });
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
