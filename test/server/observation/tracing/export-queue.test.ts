import { describe, expect, it } from 'vitest';
import { batchFrame } from '../../../../src/server/observation/tracing/batch.ts';
import { WallClock } from '../../../../src/server/observation/tracing/clock.ts';
import { ExportQueue, type SendResult } from '../../../../src/server/observation/tracing/export-queue.ts';
import { encodeFields, SpanEncoder } from '../../../../src/server/observation/tracing/span-encoder.ts';
import { SpanPlace } from '../../../../src/server/observation/tracing/span-place.ts';
import { decodeTraces } from '../../../support/services/otlp-messages.ts';

const frame = batchFrame({ 'service.name': 'docs' }, { name: 'docgraph', version: '1' });
const traceId = 'a'.repeat(32);
const place = new SpanPlace();
place.enter({ traceId, state: '', spanPrefix: 'b'.repeat(10) });
place.setBelowRemote(undefined);
const times = { startedAt: 1, endedAt: 2 };

/** A queue whose receiver responds when the test says so. */
function heldQueue() {
  const sent: { body: Buffer; respond: (result: SendResult) => void }[] = [];
  const logged: object[] = [];
  const sender = {
    send: (body: Buffer) => new Promise<SendResult>((respond) => sent.push({ body: Buffer.from(body), respond })),
    close: async () => {
      for (const { respond } of sent) respond({ kind: 'rejected', cause: 'CLOSED' });
    },
  };
  const queue = new ExportQueue({
    frame,
    sender,
    delayMs: 1,
    logger: { warn: (line: object) => void logged.push(line) },
  });
  const add = (name: string) => {
    const batch = queue.next();
    if (batch === undefined) return false;
    const encoder = new SpanEncoder(batch, new WallClock());
    encoder.begin(place, 1, times);
    encoder.fields(encodeFields(name, []));
    encoder.end(false);
    return true;
  };
  return { queue, sent, logged, add };
}

describe('the queue of spans', () => {
  it('is bounded: later spans are dropped and counted, and the batches before them arrive whole', async () => {
    const { queue, sent, logged, add } = heldQueue();
    const name = 'x'.repeat(3000);
    let kept = 0;
    while (add(name)) kept++;
    for (let more = 0; more < 100; more++) expect(add(name)).toBe(false);
    expect(kept * name.length).toBeLessThan(5_000_000);
    expect(queue.dropped).toBe(101);
    expect(logged).toEqual([{ dropped: 1, cause: 'QUEUE_FULL' }]);
    let received = 0;
    for (let i = 0; received < kept; i++) {
      while (sent.length <= i) await new Promise((resolve) => setImmediate(resolve));
      received += decodeTraces(sent[i]?.body as Buffer).flatMap(({ spans }) => spans).length;
      sent[i]?.respond({ kind: 'sent' });
    }
    expect(received).toBe(kept);
    await queue.close(1000);
  });

  it('leaves out a span that was not completed', async () => {
    const { queue, sent, add } = heldQueue();
    add('first');
    const batch = queue.next();
    if (batch === undefined) throw new Error('There is room for a span.');
    const encoder = new SpanEncoder(batch, new WallClock());
    encoder.begin(place, 2, times);
    encoder.fields(encodeFields('broken', []));
    add('second');
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const names = decodeTraces(sent[0]?.body as Buffer).flatMap(({ spans }) => spans.map(({ name }) => name));
    expect(names).toEqual(['first', 'second']);
    sent[0]?.respond({ kind: 'sent' });
    await queue.close(1000);
  });
});
