import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/resources/schema.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { type RawResponse, sendRaw } from '../support/clients/raw-request.ts';
import { FastPathPair, post, unseen, withSortedErrors } from '../support/gateways/fast-path-pair.ts';
import { existingIds, inputsFrom } from '../support/random/existing-ids.ts';
import { randomQuery } from '../support/random/random-operations.ts';

/** A fifth of the number of random inputs: 20,000 pairs of 100,000. */
const pairs = Math.ceil(Number(process.env.FUZZ_RUNS ?? 100_000) / 5);
const firstSeed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000_000);

let pair: FastPathPair;

beforeAll(async () => {
  pair = await FastPathPair.start();
});

afterAll(() => pair.close());

describe(`${pairs} random queries, seed ${firstSeed}`, () => {
  it("get the answers of Apollo's path, byte for byte", { timeout: 3_600_000 }, async () => {
    process.stdout.write(`FUZZ_SEED=${firstSeed}, ${pairs} pairs\n`);
    const schema = createSchema();
    const known = await existingIds(pair.gateway);
    await pair.negotiate();
    for (let seed = firstSeed; seed < firstSeed + pairs; seed++) {
      const random = createRandom(seed);
      const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
      const options = { schema, random, guess: inputsFrom(known, favourites), favourites };
      const { windows: _, ...operation } = randomQuery(options);
      const query = unseen(operation.query);
      const throughApollo = post({ ...operation, query: `${query}#`, extensions: { unknown: true } });
      const expected = await sendRaw(pair.gateway.url, throughApollo);
      const result = await sendRaw(pair.gateway.url, post({ ...operation, query }));
      if (isSame(result, expected)) continue;
      expect(withSortedErrors(result), `seed ${seed}\n${operation.query}`).toEqual(withSortedErrors(expected));
    }
  });
});

const isSame = (a: RawResponse, b: RawResponse) => JSON.stringify(a) === JSON.stringify(b);
