import { describe, expect, it } from 'vitest';
import { contract, endpoints } from '../../src/resources/contract.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { createSandbox, type FaultOptions, type RequestLogEntry, sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, inputFor } from '../support/sandbox/sandbox-world.ts';

const { organizations, spaceComments, spaces } = contract;

async function withSandbox<Result>(
  options: SandboxOptions,
  use: (api: SandboxCalls) => Promise<Result>,
): Promise<Result> {
  const api = await startSandboxCalls(options);
  try {
    return await use(api);
  } finally {
    await api.sandbox.close();
  }
}

const authorization = `Bearer ${sandboxTokens.admin}`;

it('creates identical data for identical options', async () => {
  const now = () => Date.parse('2025-09-01T12:00:00Z');
  const readEverything = () =>
    withSandbox({ now }, async (api) => {
      const world = await exploreSandbox(api);
      const results: unknown[] = [world];
      for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
        results.push(await api.call(endpoint, inputFor(world, endpoint)));
      }
      // URLs contain the address of the sandbox, which differs.
      return JSON.parse(JSON.stringify(results).replaceAll(api.url, ''));
    });
  expect(await readEverything()).toEqual(await readEverything());
});

it('serves the default page size without a limit, and shorter pages than requested if configured', async () => {
  await withSandbox({ pageSize: 7, maxServedPageSize: 4 }, async (api) => {
    const [organization] = await api.items(organizations.list);
    const path = { organizationId: organization?.id ?? '' };
    const page = await api.call(contract.members.list, { path, query: { limit: 10 } });
    expect(page.items).toHaveLength(4);
    expect(page.next?.page).toBeTruthy();
  });
  await withSandbox({ pageSize: 7 }, async (api) => {
    const [organization] = await api.items(organizations.list);
    const path = { organizationId: organization?.id ?? '' };
    expect((await api.call(contract.members.list, { path })).items).toHaveLength(7);
  });
});

describe('fault injection', () => {
  const statusesOf = (faults: FaultOptions, count: number) =>
    withSandbox({ faults }, async (api) => {
      const statuses: (number | 'cut')[] = [];
      for (let i = 0; i < count; i++) {
        const response = await fetch(`${api.url}/v1/orgs`, { headers: { authorization } }).catch(() => undefined);
        await response?.text();
        statuses.push(response?.status ?? 'cut');
      }
      return statuses;
    });

  it('fails requests at the given rate, in the same sequence for the same seed', async () => {
    const statuses = await statusesOf({ rate: 0.5, seed: 7 }, 60);
    expect(await statusesOf({ rate: 0.5, seed: 7 }, 60)).toEqual(statuses);
    expect(await statusesOf({ rate: 0.5, seed: 8 }, 60)).not.toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 429, 500, 502, 503, 'cut']));
    expect(await statusesOf({ rate: 0 }, 5)).toEqual([200, 200, 200, 200, 200]);
  });

  it('sends Retry-After with a 429', async () => {
    await withSandbox({ faults: { rate: 1, kinds: [429] } }, async (api) => {
      const response = await fetch(`${api.url}/v1/orgs`, { headers: { authorization } });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('1');
    });
  });

  it.each([
    ['cut', 0],
    ['cutAfter', 1],
  ] as const)('executes the write of a request that fails with %s %i times', async (kind, writes) => {
    const requestLog: RequestLogEntry[] = [];
    await withSandbox({ onRequest: (entry) => requestLog.push(entry) }, async (api) => {
      const { spaceId } = await exploreSandbox(api);
      const path = { spaceId };
      const before = (await api.items(spaceComments.list, { path })).length;
      api.sandbox.setFaults({ rate: 1, kinds: [kind], operations: [spaceComments.create.id] });
      await expect(
        api.call(spaceComments.create, { path, body: { body: { markdown: 'Did it arrive?' } } }),
      ).rejects.toThrow();
      expect(await api.items(spaceComments.list, { path })).toHaveLength(before + writes);
      const [cut] = requestLog.filter(({ operation }) => operation === spaceComments.create.id);
      expect(cut).toMatchObject({ fault: kind, status: undefined, method: 'POST' });
    });
  });
});

it('logs every request with its response status, and never a token', async () => {
  const requestLog: RequestLogEntry[] = [];
  await withSandbox({ onRequest: (entry) => requestLog.push(entry) }, async (api) => {
    await api.call(organizations.list, { query: { limit: 1 } });
    await api.failure(organizations.list, {}, 'unknown-secret-token');
    await fetch(`${api.url}/v1/nowhere`);
  });
  expect(requestLog).toMatchObject([
    { operation: 'organizations.list', method: 'GET', url: '/v1/orgs?limit=1', status: 200 },
    { operation: 'organizations.list', status: 401 },
    { operation: undefined, url: '/v1/nowhere', status: 404 },
  ]);
  expect(JSON.stringify(requestLog)).not.toContain('token');
});

it('permanently deletes a space seven days after its deletion, by the sandbox clock', async () => {
  await withSandbox({}, async (api) => {
    const { spaceId } = await exploreSandbox(api);
    const path = { spaceId };
    const day = 24 * 60 * 60 * 1000;
    await api.call(spaces.delete, { path });
    expect(await api.call(spaces.get, { path })).toHaveProperty('deletedAt');
    expect(await api.failure(spaces.update, { path, body: { title: 'Still here?' } })).toMatchObject({ status: 409 });
    api.sandbox.clock.advance(6.9 * day);
    expect(await api.call(spaces.restore, { path })).not.toHaveProperty('deletedAt');
    expect(await api.failure(spaces.restore, { path })).toMatchObject({ status: 409 });
    await api.call(spaces.delete, { path });
    api.sandbox.clock.advance(7 * day);
    expect(await api.failure(spaces.get, { path })).toMatchObject({ status: 404 });
    expect(await api.failure(spaces.restore, { path })).toMatchObject({ status: 404 });
  });
});

describe('options', () => {
  const messageFor = (options: object) => createSandbox(options).catch(({ message }: Error) => message);

  it.each([
    [{ scale: 0 }, 'scale must be an integer from 1 to 1000, not 0'],
    [{ scale: 1.5 }, 'scale must be an integer from 1 to 1000, not 1.5'],
    [{ scale: '2' }, "scale must be an integer from 1 to 1000, not '2'"],
    [{ latencyMs: -1 }, 'latencyMs must be an integer from 0 to 600000, not -1'],
    [{ latencyMs: Number.NaN }, 'latencyMs must be an integer from 0 to 600000, not NaN'],
    [{ pageSize: 0 }, 'pageSize must be an integer from 1 to 1000, not 0'],
    [{ maxServedPageSize: 1001 }, 'maxServedPageSize must be an integer from 1 to 1000, not 1001'],
    [{ faults: { rate: 2.5 } }, 'faults.rate must be a number from 0 to 1, not 2.5'],
    [{ faults: {} }, 'faults.rate must be a number from 0 to 1, not undefined'],
    [{ faults: { rate: 1, kinds: [404] } }, 'faults.kinds.0 must be one of 500, 502, 503, 429, cut, cutAfter, not 404'],
    [{ faults: { rate: 1, seed: -1 } }, 'faults.seed must be an integer from 0 to 4294967295, not -1'],
    [
      { faults: { rate: 1, operations: ['spaces.gett'] } },
      `faults.operations.0 must be the id of an operation, such as "spaces.get", not 'spaces.gett'`,
    ],
    [{ faults: { rate: 1, kinds: [] } }, 'faults.kinds must be a non-empty array, not []'],
    [{ faults: 5 }, 'faults must be an object, not 5'],
    [{ now: 5 }, 'now must be a function, not 5'],
    [{ onRequest: 'x' }, "onRequest must be a function, not 'x'"],
    [{ latency: 5 }, 'unknown option latency'],
    [{ faults: { rate: 1, kind: 500 } }, 'unknown option faults.kind'],
    [{ scale: 0, latency: 5 }, 'scale must be an integer from 1 to 1000, not 0; unknown option latency'],
  ])('rejects %j', async (options, problems) => {
    expect(await messageFor(options)).toBe(`Invalid sandbox options: ${problems}.`);
  });

  it('rejects invalid faults of a running sandbox, and keeps the current ones', async () => {
    await withSandbox({}, async (api) => {
      expect(() => api.sandbox.setFaults({ rate: 250 })).toThrow(
        new TypeError('Invalid sandbox faults: rate must be a number from 0 to 1, not 250.'),
      );
      await api.call(organizations.list);
      api.sandbox.setFaults({ rate: 1, kinds: [503] });
      expect(await api.failure(organizations.list)).toMatchObject({ status: 503 });
      api.sandbox.setFaults(undefined);
      await api.call(organizations.list);
    });
  });
});
