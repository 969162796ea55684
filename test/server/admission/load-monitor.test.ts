import { setImmediate, setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { LoadMonitor, type LoadReading } from '../../../src/server/admission/load-monitor.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { block } from '../../support/processes/block.ts';

const limits = { maxEventLoopDelay: 100, maxHeapPercent: 90 };
const idle: LoadReading = { eventLoopDelay: 1, heapPercent: 20 };
const delayed: LoadReading = { eventLoopDelay: 101, heapPercent: 20 };
const full: LoadReading = { eventLoopDelay: 1, heapPercent: 91 };

function monitor(own: Partial<typeof limits> = {}) {
  const log: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void log.push(JSON.parse(line)) });
  const load = new LoadMonitor({ limits: { ...limits, ...own }, logger });
  load.close();
  const add = (reading: LoadReading, times = 1) => {
    for (let time = 0; time < times; time++) load.add(reading);
  };
  return { load, add, log };
}

describe('LoadMonitor', () => {
  it.each([
    ['a delayed event loop', delayed],
    ['a full heap', full],
  ])('rejects requests after two readings with %s, and stops after two without', (_, reading) => {
    const { load, add } = monitor();
    add(reading);
    expect(load.rejects(2)).toBe(false);
    add(reading);
    expect(load.rejects(2)).toBe(true);
    add(idle);
    expect(load.rejects(2)).toBe(true);
    add(idle);
    expect(load.rejects(2)).toBe(false);
  });

  it('ignores a single stall, such as that of a suspended machine', () => {
    const { load, add, log } = monitor();
    for (let stall = 0; stall < 5; stall++) {
      add({ eventLoopDelay: 60_000, heapPercent: 20 });
      add(idle);
    }
    expect(load.rejects(5)).toBe(false);
    expect(log).toEqual([]);
  });

  it('does not end where the load stays just below the limit, and logs each change once', () => {
    const { load, add, log } = monitor();
    add(delayed, 5);
    add({ eventLoopDelay: 95, heapPercent: 20 }, 5);
    expect(load.rejects(2)).toBe(true);
    add(idle, 5);
    expect(log).toEqual([
      { level: 40, eventLoopDelay: 101, heapPercent: 20, msg: 'overloaded: new requests get status 503' },
      { level: 30, eventLoopDelay: 1, heapPercent: 20, msg: 'no longer overloaded' },
    ]);
  });

  it('is not ready in a long overload, and ready again only after some time without', () => {
    const { load, add } = monitor();
    add(full, 10);
    expect(load.isReady).toBe(true);
    add(full, 5);
    expect(load.isReady).toBe(false);
    add(idle, 9);
    expect(load.isReady).toBe(false);
    add(idle, 5);
    expect(load.isReady).toBe(true);
  });

  it('lets one request at a time through, so that garbage is collected', () => {
    const { load, add } = monitor();
    add(full, 20);
    expect(load.rejects(1)).toBe(false);
    expect(load.rejects(2)).toBe(true);
  });

  it.each([
    ['delay', { maxEventLoopDelay: 0 }, delayed],
    ['heap', { maxHeapPercent: 0 }, full],
  ])('does not look at the %s if its limit is 0', (_, own, reading) => {
    const { load, add } = monitor(own);
    add(reading, 20);
    expect(load.rejects(5)).toBe(false);
    expect(load.isReady).toBe(true);
  });
});

const create = embeddedGateways();

describe('an overloaded gateway', () => {
  /** Blocks the event loop in each of its turns, until it is told to stop. */
  function blockTurns(): { stop(): void } {
    let isStopped = false;
    const turn = async () => {
      while (!isStopped) {
        block(200);
        await setImmediate();
      }
    };
    void turn();
    return {
      stop: () => {
        isStopped = true;
      },
    };
  }

  it('is one whose heap has more than its percentage', async () => {
    const { gateway, log } = await create({}, { MAX_EVENT_LOOP_DELAY: '0', MAX_HEAP_PERCENT: '1' });
    const send = () => Promise.all([gateway.execute({ query }), gateway.execute({ query })]);
    const codes = async () => (await send()).map(({ errors }) => errors?.[0]?.extensions?.code);
    await expect.poll(codes).toContain('SERVICE_UNAVAILABLE');
    expect(log.join('')).toContain('overloaded: new requests get status 503');
  });

  it('answers GraphQL with status 503 and Retry-After, /healthz as ever, and recovers', async () => {
    const { gateway, log } = await create({}, { MAX_EVENT_LOOP_DELAY: '100', MAX_HEAP_PERCENT: '0' });
    const url = await gateway.listen();
    const send = () =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
        body: JSON.stringify({ query }),
      });
    const sendSome = () => Promise.all(Array.from({ length: 4 }, send));
    const rejected = (responses: Response[]) => responses.find(({ status }) => status === 503);
    const blocking = blockTurns();
    let response = rejected(await sendSome());
    while (response === undefined) response = rejected(await sendSome());
    expect(response.headers.get('retry-after')).toBe('1');
    expect(await response.json()).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const headers = { authorization: 'Bearer token' };
    const results = await Promise.all([gateway.execute({ query, headers }), gateway.execute({ query, headers })]);
    expect(results.map(({ errors }) => errors?.[0]?.extensions?.code)).toEqual([undefined, 'SERVICE_UNAVAILABLE']);
    blocking.stop();
    let responses = await sendSome();
    while (rejected(responses)) {
      await setTimeout(20);
      responses = await sendSome();
    }
    for (const one of responses) expect(await one.json()).toEqual(acme);
    expect(log.join('')).toContain('"reason":"OVERLOADED"');
  });
});

describe('a gateway that is told of its shutdown', () => {
  it('is not ready, and handles requests until it is closed', async () => {
    const { gateway } = await create();
    const url = await gateway.listen();
    expect(await gateway.readiness()).toEqual({ isReady: true });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    gateway.announceShutdown();
    const reason = 'The gateway is shutting down.';
    expect(await gateway.readiness()).toEqual({ isReady: false, reason });
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', reason }]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await gateway.execute({ query, headers: { authorization: 'Bearer token' } })).toEqual(acme);
  });
});
