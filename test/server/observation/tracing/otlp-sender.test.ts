import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtlpSender } from '../../../../src/server/observation/tracing/otlp-sender.ts';
import {
  closeConnection,
  neverRespond,
  type OtlpReceiver,
  partialSuccess,
  startOtlpReceiver,
  status,
} from '../../../support/services/otlp-receiver.ts';

describe('an export', () => {
  let receiver: OtlpReceiver;
  let sender: OtlpSender;

  beforeEach(async () => {
    receiver = await startOtlpReceiver();
    sender = new OtlpSender({ url: new URL(receiver.url), headers: {}, timeoutMs: 300 });
  });

  afterEach(async () => {
    await sender.close();
    await receiver.close();
  });

  it('tells how long the receiver says to wait, in seconds or until a date', async () => {
    const inOneMinute = new Date(Date.now() + 60_000).toUTCString();
    receiver.react(status(429, { 'retry-after': '7' }), status(503, { 'retry-after': inOneMinute }), status(503));
    const waits = [];
    for (let time = 0; time < 3; time++) waits.push(await sender.send(Buffer.alloc(0)));
    expect(waits).toEqual([
      { kind: 'retryable', cause: '429', retryAfterMs: 7000 },
      { kind: 'retryable', cause: '503', retryAfterMs: expect.toSatisfy((ms) => ms > 50_000 && ms <= 60_000) },
      { kind: 'retryable', cause: '503', retryAfterMs: undefined },
    ]);
  });

  it.each([0, 1, 127, 128, 100_000])('tells that the receiver rejects %i of its spans', async (rejected) => {
    receiver.react(partialSuccess(rejected, 'Too long.'), partialSuccess(rejected, 'x'.repeat(1000)));
    for (let time = 0; time < 2; time++) expect(await sender.send(Buffer.alloc(0))).toEqual({ kind: 'sent', rejected });
  });

  it.each([
    ['no body', status(200)],
    ['another body', (response: ServerResponse) => void response.end('{}')],
    ['a body that does not end', (response: ServerResponse) => void response.write('{')],
    ['a body that is too long', (response: ServerResponse) => void response.end(Buffer.alloc(100_000))],
  ])('is sent where the response has %s', async (_, reaction) => {
    receiver.react(reaction);
    expect(await sender.send(Buffer.alloc(0))).not.toHaveProperty('cause');
  });

  it.each([
    ['TIMEOUT', neverRespond],
    ['UND_ERR_SOCKET', closeConnection],
  ])('fails with the cause %s', async (cause, reaction) => {
    receiver.react(reaction);
    expect(await sender.send(Buffer.alloc(0))).toEqual({ kind: 'retryable', cause, retryAfterMs: undefined });
  });
});
