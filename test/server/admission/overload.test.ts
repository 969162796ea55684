import { afterEach, describe, expect, it, vi } from 'vitest';
import { Memory, type MemoryClaim } from '../../../src/engine/engine.ts';
import { createGateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';

/** Some 200 kB, without a REST call. */
const fields = Array.from({ length: 400 }, (_, i) => `a${i}: description`).join(' ');
const query = `{ __type(name: "Query") { fields { name ${fields} } } }`;
const settings = readSettings({ MAX_ALIASES: '2000' });

afterEach(() => void vi.restoreAllMocks());

describe('a request for which there is no memory', () => {
  it.each([
    ['for its result', true, query],
    ['for its document', false, `{ __typename }${' '.repeat(30_000)}`],
  ])("gets status 503 with Retry-After, through Apollo's pipeline and on the fast path: %s", async (_, grows, text) => {
    const gateway = await createGateway({ upstreamUrl: 'http://127.0.0.1:1', settings });
    const send = () =>
      gateway.fetch(
        new Request('http://localhost/graphql', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: text }),
        }),
      );
    const rejecting = (claim: MemoryClaim) => {
      if (claim.isGrowing === grows) claim.owner.onNoMemory();
      return claim.isGrowing !== grows;
    };
    const take = vi.spyOn(Memory.prototype, 'take').mockImplementation(rejecting);
    const responses = [await send()];
    take.mockRestore();
    expect((await send()).status).toBe(200);
    vi.spyOn(Memory.prototype, 'take').mockImplementation(rejecting);
    responses.push(await send());
    for (const response of responses) {
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    }
    await gateway.close();
  });
});
