import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { AttackTarget } from '../support/attacks/attack-runner.ts';
import { post } from '../support/attacks/attacks.ts';
import { hanging } from '../support/attacks/greedy-messages.ts';
import { anyClient, anyTurn, startGreed } from '../support/attacks/separate-greed.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';

let target: AttackTarget;

afterEach(() => target?.close());

it('large requests of one address whose reads hang leave memory to those of another one', async () => {
  target = await AttackTarget.start({ MAX_WORK_BYTES: '62914560', UPSTREAM_TIMEOUT: '30000' });
  target.upstream.reply((response, request) => {
    (request.url.includes('/h') ? hanging : plentifulResponses)(response, request);
  });
  const message = post(`{ organization(id: "h${anyTurn}") { title } }`, `{"unused":"${'x'.repeat(1_000_000)}"}`, {
    authorization: `Bearer ${anyClient}`,
  });
  const greed = await startGreed(target.gateway.url, { clients: 8, messages: [message], addresses: ['127.0.7.1'] });
  onTestFinished(async () => void (await greed.end()));
  await expect.poll(() => target.upstream.arrived.length, { timeout: 10_000 }).toBeGreaterThan(1);
  // The others wait for memory.
  await delay(500);
  const { path, headers, body } = post(`{ organization(id: "good") { title } } # ${'x'.repeat(25_000)}`);
  const response = await fetch(target.gateway.url + path, {
    method: 'POST',
    headers: { ...headers },
    body: String(body),
  });
  expect([response.status, await response.json()]).toEqual([200, { data: { organization: expect.anything() } }]);
});
