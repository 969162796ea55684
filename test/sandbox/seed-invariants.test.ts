import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import type { Organization } from '../../src/resources/organizations/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { readSpecification } from '../../src/sandbox/sources/specification.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { statuses } from '../support/sandbox/seed-crawl.ts';

const { changeRequests, openapiSpecs, organizations, spaces } = contract;

let api: SandboxCalls;
let companies: Organization[];
beforeAll(async () => {
  api = await startSandboxCalls();
  companies = (await api.items(organizations.list)).slice(0, 4);
});
afterAll(() => api.sandbox.close());

/** The spaces of a company, which all have the word in their pages. */
const spacesOf = ({ id }: Organization) =>
  api.items(organizations.search, { path: { organizationId: id }, query: { query: 'the' } });

describe('the data of the sandbox', () => {
  it('number the change requests of a space in the order of their creation', async () => {
    let pairs = 0;
    for (const { id } of (await Promise.all(companies.map(spacesOf))).flat()) {
      const path = { spaceId: id };
      const all = await Promise.all(
        statuses.map((status) => api.items(changeRequests.list, { path, query: { status } })),
      );
      const sorted = all.flat().sort((a, b) => a.number - b.number);
      expect(sorted.map(({ number }) => number)).toEqual(sorted.map((_, i) => i + 1));
      const times = sorted.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted());
      pairs += times.length;
    }
    expect(pairs).toBeGreaterThan(500);
  });

  it('have a broken link in each company, and links that work', async () => {
    for (const company of companies) {
      const links = (await spacesOf(company)).map(({ id }) => api.call(spaces.links, { path: { spaceId: id } }));
      const stats = (await Promise.all(links)).map((link) => link.stats);
      const broken = stats.reduce((sum, stat) => sum + (stat?.broken?.total ?? 0), 0);
      const total = stats.reduce((sum, stat) => sum + (stat?.total ?? 0), 0);
      expect(broken).toBeGreaterThan(0);
      expect(broken).toBeLessThan(total / 4);
    }
  });

  it('have a picture as the logo of each company, and small organizations with and without one', async () => {
    for (const { urls } of companies) {
      const response = await fetch(urls?.logo ?? '');
      expect(response.headers.get('content-type')).toContain('image/svg+xml');
    }
    const all = await api.items(organizations.list, {}, sandboxTokens.outsider);
    expect(new Set(all.map(({ urls }) => urls?.logo === undefined)).size).toBe(2);
  });

  it('have valid API specifications, in which every operation has responses', async () => {
    const documents = new Map<string, Document>();
    for (const { id: organizationId } of companies) {
      for (const { slug: specSlug, processingState } of await api.items(openapiSpecs.list, {
        path: { organizationId },
      })) {
        if (processingState !== 'complete') continue;
        const path = { organizationId, specSlug };
        const { filesystem = {} } = await api.call(openapiSpecs.latestVersionContent, { path });
        const { 'openapi.json': document } = filesystem as { 'openapi.json': Document };
        documents.set(JSON.stringify(document.paths), document);
      }
    }
    expect(documents.size).toBeGreaterThan(1);
    for (const document of documents.values()) {
      await readSpecification(
        { text: JSON.stringify(document) },
        { signal: new AbortController().signal, timeoutMs: 1_000 },
      );
      const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
      expect(operations.filter(({ responses = {} }) => Object.keys(responses).length === 0)).toEqual([]);
    }
  });
});

interface Document {
  paths: Record<string, Record<string, { responses?: object }>>;
}
