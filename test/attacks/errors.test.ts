import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { AttackTarget, sendMessage } from '../support/attacks/attack-runner.ts';
import { post } from '../support/attacks/attacks.ts';
import { measuring } from '../support/attacks/measuring.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';
import { errorAttacks, forbidden, forbiddenLists } from './rows/errors.ts';

const MiB = 2 ** 20;
const expectMiB = measuring('MiB');
const expectMs = measuring('ms of CPU');

describe('documents whose fields fail again and again', () => {
  let target: AttackTarget;

  beforeAll(async () => {
    target = await AttackTarget.start({
      ...errorAttacks.settings,
      NODE_FLAGS: '--max-old-space-size=768 --max-semi-space-size=1',
    });
    // What is compiled and allocated at the first requests is not theirs.
    for (const { message, upstream } of errorAttacks.attacks) {
      target.upstream.reply(upstream ?? plentifulResponses);
      await sendMessage(target.gateway.url, message());
    }
  });

  afterAll(() => target?.close());

  it.each(errorAttacks.attacks)('take at most 64 MiB: $name', async ({ message, upstream, copies = 1 }) => {
    const { gateway } = target;
    target.upstream.reply(upstream ?? plentifulResponses);
    gateway.resetPeak();
    const before = gateway.rssBytes;
    await Promise.all(Array.from({ length: copies }, () => sendMessage(gateway.url, message())));
    expectMiB((gateway.peakBytes - before) / MiB, 64 * copies);
  });

  it('cost at most 500 ms of CPU after their client has left', async () => {
    const { gateway } = target;
    target.upstream.reply(forbidden);
    const abort = new AbortController();
    const sent = sendMessage(gateway.url, post('\n'.repeat(13_000) + forbiddenLists), abort.signal).catch(
      () => undefined,
    );
    await delay(400);
    abort.abort();
    await sent;
    const before = gateway.cpuMs;
    await delay(3_000);
    expectMs(gateway.cpuMs - before, 500);
  });
});
