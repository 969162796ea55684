import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AttackTarget, sendMessage } from '../support/attacks/attack-runner.ts';
import { type Attack, post, times } from '../support/attacks/attacks.ts';
import { measuring } from '../support/attacks/measuring.ts';
import { globalIdOf } from '../support/execution/expectations.ts';
import { type Reply, text } from '../support/upstreams/fault-upstream.ts';
import { plentifulResponses } from '../support/upstreams/plentiful-responses.ts';
import { documentLimits } from './rows/document-limits.ts';
import { documentTexts } from './rows/document-texts.ts';

const MiB = 2 ** 20;
const expectMiB = measuring('MiB');

/** Highest growth of the resident memory while `run` is running, in bytes. */
async function growthOf({ gateway }: AttackTarget, run: () => Promise<unknown>): Promise<number> {
  gateway.resetPeak();
  const before = gateway.rssBytes;
  await run();
  return gateway.peakBytes - before;
}

describe('answers of 30 MB', () => {
  let target: AttackTarget;

  beforeAll(async () => {
    target = await AttackTarget.start({ UPSTREAM_MAX_RESPONSE_BYTES: String(32 * MiB), UPSTREAM_TIMEOUT: '30000' });
  });

  afterAll(() => target?.close());

  const record = Buffer.from(JSON.stringify({ id: 'any', title: 'x'.repeat(30_000_000) }));
  const spaces: Reply = text(record, 200, { 'content-type': 'application/json' });
  const ids = (client: number) => times(40, (i) => `"${globalIdOf('Space', `c${client}-${i}`)}"`);

  it('to 40 calls of one request are held within MAX_REQUEST_UPSTREAM_BYTES', async () => {
    // The client becomes one of its own, which does not share a quarter of all memory.
    target.upstream.reply(plentifulResponses);
    await sendMessage(target.gateway.url, post('{ organization(id: "o1") { title } }'));
    target.upstream.reply(spaces);
    const message = post(`{ nodes(ids: [${ids(0)}]) { ... on Space { restId } } }`);
    let answer = { status: 0, body: '' };
    const growth = await growthOf(target, async () => {
      answer = await sendMessage(target.gateway.url, message);
    });
    expect([200, 294]).toContain(answer.status);
    expect(answer.body).toContain('OPERATION_TOO_EXPENSIVE');
    // A response is held as bytes and as JSON.
    expectMiB(growth / MiB, 2 * 64);
  });

  it('to 40 requests of 40 clients are held within MAX_UPSTREAM_BYTES', async () => {
    target.upstream.reply(spaces);
    const messages = Array.from({ length: 40 }, (_, i) =>
      post(`{ space(id: "c${i}") { restId editMode } }`, undefined, { authorization: `Bearer client-${i}` }),
    );
    const growth = await growthOf(target, () =>
      Promise.all(messages.map((message) => sendMessage(target.gateway.url, message))),
    );
    expectMiB(growth / MiB, 3 * 256);
    expect(target.gateway.ended).toBeUndefined();
  });

  it('make a response over MAX_RESPONSE_BYTES an error', async () => {
    target.upstream.reply(spaces);
    const message = post(`{ organization(id: "o1") { ${times(3, (i) => `a${i}: title`)} } }`);
    const { status, body } = await sendMessage(target.gateway.url, message);
    expect(status).toBeLessThan(500);
    expect(body.length).toBeLessThan(1000);
    expect(body).toContain('OPERATION_TOO_EXPENSIVE');
  });
});

describe('a document of up to 1 MB takes at most 64 MiB', () => {
  let target: AttackTarget;

  beforeAll(async () => {
    // With a small young generation, what is garbage already is not counted.
    target = await AttackTarget.start({ NODE_FLAGS: '--max-semi-space-size=1' });
  });

  afterAll(() => target?.close());

  const rejected = [...documentLimits.attacks, ...documentTexts.attacks].filter(({ expected }) => expected.calls === 0);

  it.each(rejected)('$name', async ({ message }: Attack) => {
    const growth = await growthOf(target, () => sendMessage(target.gateway.url, message()));
    expectMiB(growth / MiB, 64);
  });
});
