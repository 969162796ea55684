import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { createClock } from '../../src/sandbox/clock.ts';
import { prepareSearch } from '../../src/sandbox/search.ts';
import { SearchIndexes, searchIndexesOf } from '../../src/sandbox/search-index.ts';
import { seedStore } from '../../src/sandbox/seed/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { changeRequestContents, changeRequests, openapiSpecs, organizations, spaceContents, spaces } = contract;
const now = () => Date.parse('2025-06-16T09:00:00.000Z');
const words = ['heliotrope', 'zeppelin', 'rate', 'limits', 'shipments', 'pallets', 'overview'];
const queries = ['heliotrope', 'zepp', 'rate limits', 'the', 'pallets', 'overview', 'api'];

const word = fc.constantFrom(...words);
const page = { space: fc.nat({ max: 5 }), title: word, text: fc.array(word, { maxLength: 6 }) };
const change = fc.record({ ...page, kind: fc.constantFrom('import', 'merge', 'rename', 'delete', 'restore') });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

/** Makes one change. What a rule of the sandbox rejects, such as a second deletion, it rejects in every sandbox. */
async function apply(api: SandboxCalls, spaceIds: readonly string[], { kind, space, title, text }: Change) {
  const path = { spaceId: spaceIds[space] ?? '' };
  const body = website(`# ${title}\n\n${text.join(' ')} [here](/pages/${text.length})`);
  const calls: Record<string, () => Promise<unknown>> = {
    import: () => api.call(spaceContents.import, { path, body }),
    merge: () => merge(api, path, body),
    rename: () => api.call(spaces.update, { path, body: { title } }),
    delete: () => api.call(spaces.delete, { path }),
    restore: () => api.call(spaces.restore, { path }),
  };
  await calls[kind]?.().catch(() => undefined);
}

const website = (markdown: string) => ({
  url: `data:text/markdown,${encodeURIComponent(markdown)}`,
  source: 'website',
});

async function merge(api: SandboxCalls, path: { spaceId: string }, body: ReturnType<typeof website>) {
  const { id } = await api.call(changeRequests.create, { path, body: {} });
  const inChangeRequest = { path: { ...path, changeRequestId: id } };
  await api.call(changeRequestContents.import, { ...inChangeRequest, body });
  await api.call(changeRequests.merge, inChangeRequest);
}

/** All results of all queries, without the addresses, in which the ports differ. */
async function results(api: SandboxCalls, organizationId: string): Promise<string[]> {
  const found = queries.map((query) => api.items(organizations.search, { path: { organizationId }, query: { query } }));
  return (await Promise.all(found)).map((items) => JSON.stringify(items).replaceAll(/127\.0\.0\.1:\d+/g, ''));
}

describe('the indexes of a search', () => {
  it('give the results of new ones after random changes of the content', async () => {
    const sampler = await startSandboxCalls({ now });
    const organizationId = (await sampler.items(organizations.list))[0]?.id ?? '';
    const path = { organizationId };
    const all = await sampler.items(organizations.search, { path, query: { query: 'the' } });
    await sampler.sandbox.close();
    const spaceIds = all.slice(0, 6).map(({ id }) => id);
    expect(spaceIds.length).toBe(6);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 3, maxLength: 12 }), async (changes) => {
        const searched = await startSandboxCalls({ now });
        const fresh = await startSandboxCalls({ now });
        for (const one of changes) {
          await results(searched, organizationId);
          await apply(searched, spaceIds, one);
          await apply(fresh, spaceIds, one);
        }
        expect(await results(searched, organizationId)).toEqual(await results(fresh, organizationId));
        await Promise.all([searched.sandbox.close(), fresh.sandbox.close()]);
      }),
      { numRuns: Number(process.env.SEARCH_RUNS ?? 2) },
    );
  }, 120_000);

  it('find the endpoints of a new version of a specification at once', async () => {
    const api = await startSandboxCalls({ processingMs: 0 });
    const organizationId = (await api.items(organizations.list))[0]?.id ?? '';
    const search = async () =>
      (await api.items(organizations.search, { path: { organizationId }, query: { query: 'zeppelins' } })).length;
    expect(await search()).toBe(0);
    const text = JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Fleet', version: '1' },
      paths: { '/fleet': { get: { summary: 'List the zeppelins', responses: { 200: { description: 'All' } } } } },
    });
    const slugs = (await api.items(openapiSpecs.list, { path: { organizationId } })).map(({ slug }) => slug);
    const before = new Map<string, number>();
    const versions = async (specSlug: string) =>
      (await api.items(openapiSpecs.versions, { path: { organizationId, specSlug } })).length;
    for (const specSlug of slugs) {
      before.set(specSlug, await versions(specSlug));
      await api.call(openapiSpecs.put, { path: { organizationId, specSlug }, body: { source: { text } } });
    }
    for (const slug of slugs)
      await expect.poll(() => versions(slug), { timeout: 30_000 }).toBe((before.get(slug) ?? 0) + 1);
    expect(await search()).toBeGreaterThan(0);
    await api.sandbox.close();
  });

  it('are read before anybody searches, unless that is aborted', async () => {
    const store = seedStore(createClock(now), 1);
    const indexes = searchIndexesOf(store);
    await prepareSearch(store, AbortSignal.abort());
    expect(indexes.size.pages).toBe(0);
    await prepareSearch(store, new AbortController().signal);
    const { pages } = indexes.size;
    const all = store.organizations.all().flatMap(({ id }) => store.spaces.by('organization', id));
    for (const space of all) indexes.pagesOf(space);
    expect([pages > 500, indexes.size.pages]).toEqual([true, pages]);
  });

  it('stay within their limits, and keep the spaces that fit', () => {
    const store = seedStore(createClock(now), 1);
    const limits = { pages: 60, characters: 60_000 };
    const indexes = new SearchIndexes(store, limits);
    const all = store.spaces.by('organization', store.organizations.all()[0]?.id ?? '');
    const first = all.map((space) => indexes.pagesOf(space));
    for (const space of all) {
      indexes.pagesOf(space);
      expect(indexes.size.pages).toBeLessThanOrEqual(limits.pages);
      expect(indexes.size.characters).toBeLessThanOrEqual(limits.characters);
    }
    const again = all.map((space) => indexes.pagesOf(space));
    expect(first.reduce((sum, pages) => sum + pages.length, 0)).toBeGreaterThan(limits.pages);
    expect(again.map((pages) => pages.map(({ text }) => text.key))).toEqual(
      first.map((pages) => pages.map(({ text }) => text.key)),
    );
    expect(all.filter((space, i) => indexes.pagesOf(space) === first[i]).length).toBeGreaterThan(3);
  });
});
