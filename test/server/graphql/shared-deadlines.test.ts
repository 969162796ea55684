import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { organization, read, startCoalescingWorld, titlesOf } from '../../support/gateways/coalescing-world.ts';

async function startWorld(settings: Record<string, string>) {
  const world = await startCoalescingWorld({ REQUEST_TIMEOUT: '1500', ...settings });
  onTestFinished(() => world.close());
  return world;
}

it('a shared call is sent again by the deadline of whoever waits for it, though the request that began it has ended', async () => {
  const { upstream, send } = await startWorld({ SHARE_OPERATIONS: 'false' });
  const first = await send({ query: read });
  await sleep(1000);
  const second = await send({ query: read });
  expect((await first.response).errors?.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_TIMEOUT']);
  expect(upstream.calls).toHaveLength(1);
  upstream.calls[0]?.respond({}, 503);
  void upstream.call(1).then(({ respond }) => respond(organization('again')));
  expect(await titlesOf([second])).toEqual(['again']);
});
