import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../../src/resources/schema.ts';
import { createRandom } from '../../../src/sandbox/random.ts';
import { sendRaw } from '../../support/clients/raw-request.ts';
import { FastPathPair, post, unseen, withSortedErrors } from '../../support/gateways/fast-path-pair.ts';
import { existingIds, inputsFrom } from '../../support/random/existing-ids.ts';
import { randomQuery } from '../../support/random/random-operations.ts';

let pair: FastPathPair;

beforeAll(async () => {
  pair = await FastPathPair.start();
});

afterAll(() => pair.close());

describe('random queries', () => {
  it("get the answers of Apollo's pipeline", async () => {
    const schema = createSchema();
    const known = await existingIds(pair.gateway);
    await pair.negotiate();
    for (let seed = 1; seed <= 25; seed++) {
      const random = createRandom(seed);
      const favourites = Array.from({ length: 3 }, () => random.pick([...known.keys()]));
      const { windows: _, ...operation } = randomQuery({
        schema,
        random,
        guess: inputsFrom(known, favourites),
        favourites,
      });
      const query = unseen(operation.query);
      const request = post({ ...operation, query });
      const apolloRequest = post({ ...operation, query: `${query}#`, extensions: { unknown: true } });
      const expected = withSortedErrors(await sendRaw(pair.gateway.url, apolloRequest));
      expect(pair.throughApollo).toHaveBeenCalledTimes(seed);
      for (let time = 0; time < 2; time++) {
        const result = withSortedErrors(await sendRaw(pair.gateway.url, request));
        expect(result, `seed ${seed}\n${operation.query}`).toEqual(expected);
      }
    }
  });
});
