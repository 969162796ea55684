import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { isList } from '../support/sandbox/sandbox-world.ts';
import { type CrawledCall, crawlOrganization } from '../support/sandbox/seed-crawl.ts';

const { members, spaceContents, changeRequestContents, spaces } = contract;
const now = () => Date.parse('2025-06-16T09:00:00.000Z');

let small: SandboxCalls;
let calls: CrawledCall[];
beforeAll(async () => {
  small = await startSandboxCalls({ now });
  const [organization] = await small.items(contract.organizations.list);
  calls = await crawlOrganization(small, organization?.id ?? '');
}, 120_000);
afterAll(() => small.sandbox.close());

/** Lists that are computed from the pages of one space, of which there are as many at every scale. */
const computed = new Set<unknown>([
  spaces.links,
  spaces.search,
  spaceContents.pageLinks,
  spaceContents.fileBacklinks,
  changeRequestContents.pageLinks,
  changeRequestContents.fileBacklinks,
]);

it('multiplies every list by the scale', async () => {
  const scale = 3;
  const large = await startSandboxCalls({ now, scale });
  const lists = calls.filter(({ endpoint }) => isList(endpoint) && !computed.has(endpoint));
  const organizations = { endpoint: contract.organizations.list, path: {}, query: {}, result: { count: 4 } };
  const short: string[] = [];
  for (const { endpoint, path, query, result } of [...lists, organizations]) {
    const { count = 0 } = result as { count?: number };
    const larger: { count?: number } = await large.call(endpoint as typeof members.list, {
      path: path as { organizationId: string },
      query: { ...query, limit: 1 },
    });
    const isExact = endpoint !== members.spaces && endpoint !== contract.organizations.search;
    const isLong = isExact ? larger.count === scale * count : (larger.count ?? 0) >= scale * count;
    if (!isLong) short.push(`${endpoint.id} ${JSON.stringify(path)}: ${count}, then ${larger.count}`);
  }
  await large.sandbox.close();
  expect(new Set(lists.map(({ endpoint }) => endpoint.id)).size).toBeGreaterThan(20);
  expect(short).toEqual([]);
}, 120_000);

/** A result without the address of the sandbox, which URLs hold. */
const withoutAddress = (result: unknown) => JSON.stringify(result)?.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

it('creates the same data whatever the order of the requests', async () => {
  const other = await startSandboxCalls({ now });
  const differing: string[] = [];
  for (const { endpoint, path, query, result } of calls.toReversed()) {
    const again = await other.call(endpoint, { path, query });
    if (withoutAddress(again) !== withoutAddress(result)) differing.push(`${endpoint.id} ${JSON.stringify(path)}`);
  }
  await other.sandbox.close();
  expect(calls.length).toBeGreaterThan(100);
  expect(differing).toEqual([]);
}, 120_000);

it('creates the same data after writes to the same lists', async () => {
  const other = await startSandboxCalls({ now });
  const [first] = calls.filter(({ endpoint }) => endpoint === contract.spaceComments.list);
  const path = { spaceId: first?.path.spaceId ?? '' };
  const comment = await other.call(contract.spaceComments.create, { path, body: { body: { markdown: 'First!' } } });
  await other.call(contract.changeRequests.create, { path, body: { subject: 'Early' } });
  const all = await other.items(contract.spaceComments.list, { path });
  const before = (first?.result as { items: { id: string }[] } | undefined)?.items.map(({ id }) => id) ?? [];
  expect(all.map(({ id }) => id)).toEqual([comment.id, ...before]);
  await other.sandbox.close();
});

it('gives each site and each organization an address of its own', async () => {
  const large = await startSandboxCalls({ now, scale: 3 });
  const all = await large.items(contract.organizations.list, {}, sandboxTokens.outsider);
  const own = await large.items(contract.organizations.list);
  const sites = await Promise.all(
    own.map(({ id }) => large.items(contract.sites.list, { path: { organizationId: id } })),
  );
  await large.sandbox.close();
  for (const addresses of [all.map(({ hostname }) => hostname), sites.flat().map(({ urls }) => urls?.published)]) {
    const given = addresses.filter((address) => address !== undefined);
    expect(given.length).toBeGreaterThan(20);
    expect(given.length - new Set(given).size).toBe(0);
  }
}, 120_000);
