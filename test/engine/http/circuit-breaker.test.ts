import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CircuitBreaker } from '../../../src/engine/http/circuit-breaker.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { byPath, cut, type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const query = '{ space(id: "a") { title } }';
const good = json({ id: 'a', title: 'Space' });

/** Resolves when the condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a service that is down', () => {
  let upstream: FaultUpstream;
  let gateway: TestGateway;

  afterEach(async () => {
    await gateway.close();
    await upstream.close();
  });

  const start = async (settings: Record<string, string> = {}) => {
    upstream = await startFaultUpstream();
    gateway = await startGateway(upstream.url, { CIRCUIT_BREAKER: '4', UPSTREAM_RETRIES: '0', ...settings });
  };
  const isLogged = (text: string) => gateway.log.some((line) => line.includes(text));

  it('gets no more calls until it responds again', async () => {
    await start({ READINESS_CHECKS_SERVICE: 'true' });
    upstream.reply(cut);
    for (let i = 0; i < 4; i++) await gateway.execute(query);
    await until(() => isLogged('the REST service is down'));
    const before = upstream.arrived.length;
    const { errors } = await gateway.execute(query);
    expect(errors).toMatchObject([
      { message: 'The service is down. Try again later.', extensions: { code: 'UPSTREAM_UNAVAILABLE', retryAfter: 1 } },
    ]);
    const write = await gateway.execute('mutation { deleteSpace(input: { id: "a" }) { clientMutationId } }');
    expect(write.errors?.[0]?.message).toBe('The service is down. Try again later. The write was not sent.');
    const calls = upstream.arrived.slice(before).filter(({ url }) => !url.startsWith('/v1/orgs'));
    expect(calls).toEqual([]);
    expect((await fetch(`${gateway.url}/readyz`)).status).toBe(503);

    upstream.reply(byPath({ '/v1/orgs': json({ items: [], count: 0 }), '/v1/spaces/a': good }));
    await until(async () => (await fetch(`${gateway.url}/readyz`)).status === 200);
    expect((await gateway.execute(query)).data).toEqual({ space: { title: 'Space' } });
    expect(isLogged('the REST service responds again')).toBe(true);
  });

  it('gets no call that explain counts while the circuit is open', async () => {
    await start();
    upstream.reply(cut);
    for (let i = 0; i < 4; i++) await gateway.execute(query);
    await until(() => isLogged('the REST service is down'));
    const { extensions } = await explainOperation(gateway, { query }, true);
    expect(extensions?.explain).toMatchObject({
      calls: [{ operation: 'spaces.get', status: null, sent: false, queued: null, waited: null }],
      totals: { calls: 0 },
    });
  });

  it('is not assumed where a probe succeeds', async () => {
    await start();
    const fails = byPath({ '/v1/orgs': json({ items: [], count: 0 }), '/v1/spaces/a': cut, '/v1/spaces/b': good });
    upstream.reply(fails);
    for (let i = 0; i < 12; i++) await gateway.execute(query);
    expect((await gateway.execute('{ space(id: "b") { title } }')).data).toEqual({ space: { title: 'Space' } });
    expect(isLogged('the REST service is down')).toBe(false);
  });
});

describe('a circuit breaker', () => {
  const breakers: CircuitBreaker[] = [];
  afterEach(() => {
    for (const breaker of breakers.splice(0)) breaker.close();
  });

  function create(threshold: number, results: boolean[]) {
    const changes: boolean[] = [];
    const holds: boolean[] = [];
    let probes = 0;
    const breaker = new CircuitBreaker({
      threshold,
      probe: async () => results[probes++] ?? false,
      onChange: (isOpen) => changes.push(isOpen),
      onHold: (holdsReads) => holds.push(holdsReads),
    });
    breakers.push(breaker);
    return { breaker, changes, holds, probes: () => probes };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('opens after failures in a row alone', async () => {
    const { breaker, probes } = create(3, []);
    for (let i = 0; i < 10; i++) {
      breaker.onFailure();
      breaker.onFailure();
      breaker.onSuccess();
    }
    await settled();
    expect([breaker.isOpen, probes()]).toEqual([false, 0]);
    for (let i = 0; i < 3; i++) breaker.onFailure();
    await settled();
    expect([breaker.isOpen, probes()]).toEqual([true, 1]);
  });

  it('does not open where a call succeeds while the service is probed', async () => {
    const { breaker } = create(1, []);
    breaker.onFailure();
    breaker.onSuccess();
    await settled();
    expect(breaker.isOpen).toBe(false);
  });

  it('closes with the first call that succeeds', async () => {
    const { breaker, changes } = create(1, []);
    breaker.onFailure();
    await settled();
    breaker.onSuccess();
    expect(changes).toEqual([true, false]);
  });

  describe('that is open', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('probes after 25, 50, 100, 200, 400 and 800 ms, and then each second', async () => {
      const { breaker, probes } = create(1, []);
      breaker.onFailure();
      await vi.advanceTimersByTimeAsync(0);
      const made: number[] = [];
      for (const ms of [24, 1, 49, 1, 100, 200, 400, 800, 1000, 999, 1]) {
        await vi.advanceTimersByTimeAsync(ms);
        made.push(probes());
      }
      expect(made).toEqual([1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9]);
    });

    it('lets reads wait for the first three probes, and rejects writes at once', async () => {
      const { breaker, holds } = create(1, []);
      breaker.onFailure();
      await vi.advanceTimersByTimeAsync(174);
      expect([breaker.rejects(true), breaker.rejects(false)]).toEqual([false, true]);
      await vi.advanceTimersByTimeAsync(1);
      expect([breaker.rejects(true), breaker.rejects(false)]).toEqual([true, true]);
      expect(holds).toEqual([true, false]);
    });

    it('lets reads wait for at most 250 ms where a probe hangs', async () => {
      const results = [false, new Promise<boolean>(() => {})];
      const holds: boolean[] = [];
      const breaker = new CircuitBreaker({
        threshold: 1,
        probe: async () => results.shift() ?? false,
        onChange: () => {},
        onHold: (holdsReads) => holds.push(holdsReads),
      });
      breakers.push(breaker);
      breaker.onFailure();
      await vi.advanceTimersByTimeAsync(249);
      expect([breaker.rejects(true), holds]).toEqual([false, [true]]);
      await vi.advanceTimersByTimeAsync(1);
      expect([breaker.rejects(true), holds]).toEqual([true, [true, false]]);
    });

    it('closes with the first probe that succeeds', async () => {
      const { breaker, changes, holds } = create(1, [false, false, true]);
      breaker.onFailure();
      await vi.advanceTimersByTimeAsync(75);
      expect(changes).toEqual([true, false]);
      expect(holds).toEqual([true, false]);
      await vi.advanceTimersByTimeAsync(5000);
      expect([breaker.isOpen, changes.length]).toEqual([false, 2]);
    });
  });

  it('is off with a threshold of 0', async () => {
    const { breaker, probes } = create(0, []);
    for (let i = 0; i < 100; i++) breaker.onFailure();
    await settled();
    expect([breaker.isOpen, probes()]).toEqual([false, 0]);
  });
});
