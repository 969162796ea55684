import { describe, expect, it } from 'vitest';
import { contract, operations } from '../../src/resources/contract.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { type FaultOptions, type JournalEntry, sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox-calls.ts';
import { exploreSandbox, inputFor } from '../support/sandbox-world.ts';

const { collections, organizations, spaceComments, spaces } = contract;

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

it('holds identical data at every start', async () => {
  const now = () => Date.parse('2025-09-01T12:00:00Z');
  const everything = () =>
    withSandbox({ now }, async (api) => {
      const world = await exploreSandbox(api);
      const answers: unknown[] = [world];
      for (const operation of operations.filter(({ method }) => method === 'GET')) {
        answers.push(await api.call(operation, inputFor(world, operation)));
      }
      return answers;
    });
  expect(await everything()).toEqual(await everything());
});

it('holds more at a larger scale, and the same organizations', async () => {
  const sizes = (scale: number) =>
    withSandbox({ scale }, async (api) => {
      const [organization] = await api.items(organizations.list);
      const path = { organizationId: organization?.id ?? '' };
      return {
        organizations: (await api.items(organizations.list)).length,
        sites: (await api.items(contract.sites.list, { path })).length,
        collections: (await api.items(collections.list, { path })).length,
        members: (await api.items(contract.members.list, { path })).length,
      };
    });
  const one = await sizes(1);
  expect(await sizes(3)).toEqual({
    organizations: one.organizations,
    sites: 3 * one.sites,
    collections: 3 * one.collections,
    members: 3 * one.members,
  });
});

it('serves pages of a size of its own where no limit is given, and shorter ones than asked where it is told to', async () => {
  await withSandbox({ pageSize: 7, maxServedPageSize: 4 }, async (api) => {
    const [organization] = await api.items(organizations.list);
    const path = { organizationId: organization?.id ?? '' };
    const asked = await api.call(contract.members.list, { path, query: { limit: 10 } });
    expect(asked.items).toHaveLength(4);
    expect(asked.next?.page).toBeTruthy();
  });
  await withSandbox({ pageSize: 7 }, async (api) => {
    const [organization] = await api.items(organizations.list);
    const path = { organizationId: organization?.id ?? '' };
    expect((await api.call(contract.members.list, { path })).items).toHaveLength(7);
  });
});

describe('faults', () => {
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

  it('happen at the rate asked for, in the same order for the same seed', async () => {
    const statuses = await statusesOf({ rate: 0.5, seed: 7 }, 60);
    expect(await statusesOf({ rate: 0.5, seed: 7 }, 60)).toEqual(statuses);
    expect(await statusesOf({ rate: 0.5, seed: 8 }, 60)).not.toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 429, 500, 502, 503, 'cut']));
    expect(await statusesOf({ rate: 0 }, 5)).toEqual([200, 200, 200, 200, 200]);
  });

  it('tell how long to wait after a 429', async () => {
    await withSandbox({ faults: { rate: 1, kinds: [429] } }, async (api) => {
      const response = await fetch(`${api.url}/v1/orgs`, { headers: { authorization } });
      expect(response.status).toBe(429);
      expect(response.headers.get('retry-after')).toBe('1');
    });
  });

  it.each([
    ['cut', 0],
    ['cutAfter', 1],
  ] as const)('of the kind %s leave %i writes behind', async (kind, writes) => {
    const journal: JournalEntry[] = [];
    await withSandbox({ onRequest: (entry) => journal.push(entry) }, async (api) => {
      const { spaceId } = await exploreSandbox(api);
      const path = { spaceId };
      const before = (await api.items(spaceComments.list, { path })).length;
      api.sandbox.setFaults({ rate: 1, kinds: [kind], operations: [spaceComments.create.id] });
      await expect(
        api.call(spaceComments.create, { path, body: { body: { markdown: 'Did it arrive?' } } }),
      ).rejects.toThrow();
      expect(await api.items(spaceComments.list, { path })).toHaveLength(before + writes);
      const [cut] = journal.filter(({ operation }) => operation === spaceComments.create.id);
      expect(cut).toMatchObject({ fault: kind, status: undefined, method: 'POST' });
    });
  });
});

it('keeps a journal of every request, with what was answered and never a token', async () => {
  const journal: JournalEntry[] = [];
  await withSandbox({ onRequest: (entry) => journal.push(entry) }, async (api) => {
    await api.call(organizations.list, { query: { limit: 1 } });
    await api.failure(organizations.list, {}, 'secret-token-of-nobody');
    await fetch(`${api.url}/v1/nowhere`);
  });
  expect(journal).toMatchObject([
    { operation: 'organizations.list', method: 'GET', url: '/v1/orgs?limit=1', status: 200 },
    { operation: 'organizations.list', status: 401 },
    { operation: undefined, url: '/v1/nowhere', status: 404 },
  ]);
  expect(JSON.stringify(journal)).not.toContain('token');
});

it('forgets a deleted space seven days later, by its own clock', async () => {
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
