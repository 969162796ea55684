import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { SentRequest } from '../../support/clients/watched-clients.ts';
import { organization, read, startCoalescingWorld, titlesOf } from '../../support/gateways/coalescing-world.ts';

async function startWorld(settings: Record<string, string>) {
  const world = await startCoalescingWorld({ REQUEST_TIMEOUT: '1500', ...settings });
  onTestFinished(() => world.close());
  return world;
}

async function codesOf({ response }: SentRequest): Promise<string[] | undefined> {
  return (await response).errors?.map(({ extensions }) => extensions.code);
}

it('a shared call is sent again by the deadline of whoever waits for it, though the request that began it has ended', async () => {
  const { upstream, send } = await startWorld({ SHARE_OPERATIONS: 'false' });
  const first = await send({ query: read });
  await sleep(1000);
  const second = await send({ query: read });
  expect(await codesOf(first)).toEqual(['UPSTREAM_TIMEOUT']);
  expect(upstream.calls).toHaveLength(1);
  upstream.calls[0]?.respond({}, 503);
  void upstream.call(1).then(({ respond }) => respond(organization('again')));
  expect(await titlesOf([second])).toEqual(['again']);
});

it('a query joins an identical one in the first half of its time, and begins anew in the second', async () => {
  const { upstream, send } = await startWorld({ SHARE_CALLS: 'false' });
  const early = [await send({ query: read }), await send({ query: read })];
  await sleep(1000);
  const late = [await send({ query: read }), await send({ query: read })];
  expect(upstream.calls).toHaveLength(2);
  for (const sent of early) expect(await codesOf(sent)).toEqual(['UPSTREAM_TIMEOUT']);
  upstream.calls[1]?.respond(organization('in time'));
  expect(await titlesOf(late)).toEqual(['in time', 'in time']);
});
