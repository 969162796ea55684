import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../support/gateways/gateway.ts';
import { block } from '../support/processes/block.ts';
import { kinds, outcomeOf, record, respondsWith, writes } from '../support/resources/write-cases.ts';
import { writeWorld } from '../support/resources/write-world.ts';
import { never } from '../support/upstreams/fault-upstream.ts';

const { conducts, upstream, freshId, write } = writeWorld();

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}

/** Carries a write out, and closes its connection without saying so. */
const closing = respondsWith((response, request) => {
  const { socket } = response;
  response.once('finish', () => socket?.destroySoon());
  record(response, request);
}, true);

describe('a write that is not sent', () => {
  it('is told so where the service takes no connection', async () => {
    await upstream.close();
    try {
      for (const kind of kinds) {
        const { data, errors } = await write(kind, freshId());
        expect(data).toEqual({ write: null });
        expect(errors).toHaveLength(1);
        expect(errors?.[0]).toMatchObject({
          message: 'The service cannot be reached. The write was not sent.',
          extensions: { code: 'UPSTREAM_UNAVAILABLE', rest: { operation: writes[kind]?.operation.id } },
        });
      }
    } finally {
      await upstream.open();
    }
    expect(upstream.writeLog).toEqual([]);
  });

  it('is told so where it waited for a connection until the time was up, and it is never sent later', async () => {
    const narrow = await startGateway(upstream.url, { REQUEST_TIMEOUT: '3000', UPSTREAM_CONNECTIONS: '4' });
    try {
      // An identity that the service has not answered with success would get one of the four connections.
      expect(outcomeOf(await write('update', freshId(), narrow))).toBe('done');
      const ids = Array.from({ length: 12 }, freshId);
      for (const id of ids) conducts.set(id, respondsWith(never));
      const asking = ids.map((id) => write('update', id, narrow));
      // No identity gets all four.
      await until(() => upstream.writeLog.length === 1 + 3);
      await delay(200);
      // Their times are up all at once, so that none gets the connection of another in the meantime.
      block(3000);
      const outcomes = (await Promise.all(asking)).map(outcomeOf);
      expect(outcomes).toContain('not sent');
      // What waited behind the others has had its turn when one that comes after it is done.
      expect(outcomeOf(await write('update', freshId(), narrow))).toBe('done');
      for (const [i, id] of ids.entries()) {
        expect(upstream.entriesOf(id)).toHaveLength(outcomes[i] === 'unknown' ? 1 : 0);
      }
    } finally {
      await narrow.close();
    }
  });
});

describe('kept-alive connections', () => {
  it('are used for writes for a moment', async () => {
    const other = await startGateway(upstream.url);
    try {
      for (let i = 0; i < 5; i++) expect(outcomeOf(await write('update', freshId(), other))).toBe('done');
      const used = new Set(upstream.writeLog.map(({ connection }) => connection));
      expect(used.size).toBeLessThan(5);
      await until(() => [...used].every((connection) => upstream.closedConnections.has(connection)));
      expect(outcomeOf(await write('update', freshId(), other))).toBe('done');
      expect(used).not.toContain(upstream.writeLog.at(-1)?.connection);
    } finally {
      await other.close();
    }
  });

  it('are used for no more writes where the service has closed one', async () => {
    const other = await startGateway(upstream.url);
    try {
      conducts.set('w0', closing);
      expect(outcomeOf(await write('update', 'w0', other))).toBe('done');
      for (let i = 0; i < 5; i++) expect(outcomeOf(await write('update', freshId(), other))).toBe('done');
      expect(new Set(upstream.writeLog.map(({ connection }) => connection)).size).toBe(6);
    } finally {
      await other.close();
    }
  });

  it('break no write where the service closes each just after its response', async () => {
    conducts.set('w0', closing);
    for (let i = 0; i < 25; i++) expect(outcomeOf(await write('update', 'w0'))).toBe('done');
    expect(upstream.entriesOf('w0')).toHaveLength(25);
    expect(new Set(upstream.writeLog.map(({ connection }) => connection)).size).toBe(25);
  });
});
