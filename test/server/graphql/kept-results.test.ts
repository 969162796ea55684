import { describe, expect, it, vi } from 'vitest';
import type { CachedResponse } from '../../../src/engine/cache/cached-response.ts';
import type { ResultCache, ResultSources } from '../../../src/engine/engine.ts';
import { ResultPlace } from '../../../src/server/graphql/kept-results.ts';
import type { RequestState } from '../../../src/server/request/request-state.ts';

const response = {
  checkedAt: 1,
  startedAt: 0,
  expiresAt: Number.POSITIVE_INFINITY,
  expiresOn: Number.POSITIVE_INFINITY,
  tags: [],
} as unknown as CachedResponse;

/** The place of a result that was made of kept responses alone. */
function placeIn(offer: ResultCache['offer']): ResultPlace {
  const place = new ResultPlace({ offer } as ResultCache, 'key', 0);
  const caller: { sources?: ResultSources } = {};
  place.watch({ caller } as RequestState);
  caller.sources?.add(response);
  return place;
}

describe('the place of a result', () => {
  it('keeps the bytes of a response, whole or in pieces', () => {
    const offer = vi.fn<ResultCache['offer']>();
    placeIn(offer).keep('{"data":{}}\n');
    placeIn(offer).keep([Buffer.from('{"data":'), Buffer.from('{}}\n')]);
    expect(offer.mock.calls.map(([, body]) => String(body))).toEqual(['{"data":{}}\n', '{"data":{}}\n']);
  });

  it('keeps nothing of a result that was not serialized, as its client left', () => {
    const offer = vi.fn<ResultCache['offer']>();
    placeIn(offer).keep('');
    expect(offer).not.toHaveBeenCalled();
  });
});
