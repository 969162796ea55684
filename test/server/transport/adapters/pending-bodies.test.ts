import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { PendingBodies } from '../../../../src/server/transport/adapters/pending-bodies.ts';
import { exchange } from '../../../support/clients/raw-socket.ts';
import { embeddings } from '../../../support/gateways/embedding-servers.ts';

type Embedding = (typeof embeddings)[string];

function body(bodies: PendingBodies, bytes: number) {
  const events: string[] = [];
  const pending = bodies.begin({
    pause: () => events.push('pause'),
    resume: () => events.push('resume'),
    reject: () => events.push('reject'),
  });
  pending.add(bytes);
  return { pending, events };
}

describe('request bodies that are being received', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('wait beyond the limit, until others are complete', () => {
    const bodies = new PendingBodies(100);
    const [first, second] = [body(bodies, 90), body(bodies, 20)];
    expect([first.events, second.events]).toEqual([[], ['pause']]);
    first.pending.end();
    expect(second.events).toEqual(['pause', 'resume']);
  });

  it('are rejected at once where those that wait take half of the room', () => {
    const bodies = new PendingBodies(100);
    const [, second, third] = [body(bodies, 100), body(bodies, 50), body(bodies, 1)];
    expect([second.events, third.events]).toEqual([['pause'], ['reject']]);
  });

  it('are rejected after a second without progress, if others wait', async () => {
    const bodies = new PendingBodies(100);
    const [stalled, waiting] = [body(bodies, 100), body(bodies, 10)];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stalled.events).toEqual([]);
    await vi.advanceTimersByTimeAsync(500);
    expect([stalled.events, waiting.events]).toEqual([['reject'], ['pause', 'resume']]);
  });

  it('are rejected in the order of their speed, if others wait', async () => {
    const bodies = new PendingBodies(100);
    const [fast, slow] = [body(bodies, 60), body(bodies, 40)];
    body(bodies, 10);
    await vi.advanceTimersByTimeAsync(1_100);
    fast.pending.grownAt = slow.pending.grownAt = performance.now();
    await vi.advanceTimersByTimeAsync(200);
    expect([fast.events, slow.events]).toEqual([[], ['reject']]);
  });
});

describe('a body for which there is no room', () => {
  it('gets status 503 with Retry-After, and others are served', async () => {
    const settings = readSettings({ PORT: '0', MAX_PENDING_BODY_BYTES: '1024' });
    const gateway = await createGateway({ upstreamUrl: 'http://127.0.0.1:1', settings });
    const url = await gateway.listen();
    const head = (length: number) =>
      `POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`;
    const { statuses, text, isClosed } = await exchange(url, [head(5000), ' '.repeat(2000)]);
    expect([statuses, isClosed]).toEqual([[503], true]);
    expect(text.toLowerCase()).toContain('\r\nretry-after: 1\r\n');
    const whole = JSON.stringify({ query: `{ __typename }${' '.repeat(5000)}` });
    expect((await exchange(url, [head(whole.length) + whole])).statuses).toEqual([200]);
    await gateway.close();
  });

  it('gets it from fetch and Fastify, too', async () => {
    const settings = readSettings({ MAX_PENDING_BODY_BYTES: '1024' });
    const gateway = await createGateway({ upstreamUrl: 'http://127.0.0.1:1', settings });
    for (const embed of [embeddings['a route handler'], embeddings.Fastify]) {
      const server = await (embed as Embedding)(gateway);
      const stalled = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.alloc(2000, ' ')) });
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body: stalled, duplex: 'half' } as RequestInit;
      const { status, headers: received } = await server.send(init);
      expect([status, received.get('retry-after')]).toEqual([503, '1']);
      const small = await server.send({ method: 'POST', headers, body: JSON.stringify({ query: '{ __typename }' }) });
      expect(await small.json()).toEqual({ data: { __typename: 'Query' } });
      await server.close();
    }
    await gateway.close();
  });
});
