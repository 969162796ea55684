import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox } from '../support/sandbox/sandbox-world.ts';

const { changeRequestContents, changeRequests, organizations, spaceContents, spaces } = contract;

let api: SandboxCalls;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  api = await startSandboxCalls();
  const world = await exploreSandbox(api);
  organizationId = world.organizationId;
  spaceId = (await api.call(spaces.duplicate, { path: { spaceId: world.spaceId } })).id;
  await importPage(`# Throttling

Clients that send too many requests are slowed down. The **rate** of requests has *limits*; see
[the table](https://docs.example/table "All values").`);
  await importPage(`# Rate limits

Every token may send 600 requests in a minute. ![A \`chart\`](https://docs.example/chart.png)

## When a request is rejected

| status | meaning |
|---|---|
| 429 | wait for the time in \`Retry-After\` |

- [x] Retry with <b>exponential</b> backoff.

\`\`\`sh
# no heading: curl --retry 3
curl https://api.example/
\`\`\`

## Policies of partners

> Partners who run several integrations can raise their limits. ${'A long sentence follows the others. '.repeat(30)}The word zeppelin is at the end.`);
});
afterAll(() => api.sandbox.close());

async function importPage(markdown: string, into = spaceId) {
  const body = { url: `data:text/markdown,${encodeURIComponent(markdown)}`, source: 'website' };
  return api.call(spaceContents.import, { path: { spaceId: into }, body });
}

const search = (query: string, limit?: number) =>
  api.items(spaces.search, { path: { spaceId }, query: { query, ...(limit === undefined ? {} : { limit }) } });
const titles = async (query: string) => (await search(query)).map(({ title }) => title);

describe('the search of a space', () => {
  it('finds the page with the title first', async () => {
    expect((await titles('rate limits')).slice(0, 2)).toEqual(['Rate limits', 'Throttling']);
  });

  it.each(['rate limit', 'RATES LIMITED', 'limiting rates', 'limits rate', 'what are the rate limits?', 'rate lim'])(
    'finds other forms of the words: %s',
    async (query) => {
      expect((await titles(query))[0]).toBe('Rate limits');
    },
  );

  it('finds plural and singular forms with different endings', async () => {
    expect((await titles('policy partner'))[0]).toBe('Rate limits');
  });

  it('requires every word', async () => {
    expect(await titles('zeppelin')).toEqual(['Rate limits']);
    expect(await titles('zeppelin unicorns')).toEqual([]);
    expect(await titles('a word that nobody wrote')).toEqual([]);
  });

  it.each(['', '  ', '***', '"()[]{}\\'])('finds nothing for %j', async (query) => {
    expect(await search(query)).toEqual([]);
  });

  it('returns excerpts without Markdown, cut between words', async () => {
    const found = [...(await search('rate limits')), ...(await search('zeppelin')), ...(await search('retry'))];
    const bodies = found.flatMap(({ sections = [] }) => sections.map(({ body = '' }) => body));
    expect(bodies.length).toBeGreaterThan(4);
    for (const body of bodies) {
      expect(body).not.toMatch(/[*`|>#]|\]\(|!\[|---|<b>|\[x\]/);
      expect(body.length).toBeLessThanOrEqual(200);
    }
    const [page] = await search('zeppelin');
    const [section] = page?.sections ?? [];
    expect(section?.title).toBe('Policies of partners');
    expect(section?.body).toMatch(/^… [\w .]+ zeppelin is at the end\.$/);
  });

  it('returns the sections that match, the best first, with the address of their heading', async () => {
    const [page] = await search('retry rejected');
    const [section] = page?.sections ?? [];
    expect(section).toMatchObject({
      id: 'when-a-request-is-rejected',
      title: 'When a request is rejected',
      path: 'rate-limits#when-a-request-is-rejected',
      body: 'status meaning 429 wait for the time in Retry-After Retry with exponential backoff. no heading: curl --retry 3 curl https://api.example/',
    });
    const response = await fetch(section?.urls?.app ?? '', {
      headers: { authorization: `Bearer ${sandboxTokens.admin}` },
    });
    expect(await response.text()).toContain('<h2 id="when-a-request-is-rejected">When a request is rejected</h2>');
  });

  it('finds values of variables, and text that is computed', async () => {
    const { variables = {} } = await api.call(spaceContents.get, { path: { spaceId } });
    expect((await search(variables.support_email ?? '')).length).toBeGreaterThan(0);
    expect(await search('support_email')).toEqual([]);
  });

  it('finds new content at once, and that of a change request after its merge', async () => {
    expect(await titles('heliotrope')).toEqual([]);
    const changeRequestId = (await api.call(changeRequests.create, { path: { spaceId }, body: {} })).id;
    const path = { spaceId, changeRequestId };
    const body = { url: `data:text/markdown,${encodeURIComponent('# The heliotrope')}`, source: 'website' };
    await api.call(changeRequestContents.import, { path, body });
    expect(await titles('heliotrope')).toEqual([]);
    await api.call(changeRequests.merge, { path });
    expect(await titles('heliotropes')).toEqual(['The heliotrope']);
  });

  it('returns the same pages in windows', async () => {
    const all = await search('the');
    expect(all.length).toBeGreaterThan(3);
    expect(await search('the', 2)).toEqual(all.slice(0, 2));
  });
});

describe('the search of an organization', () => {
  const searchAll = (query: string, token?: string) =>
    api.items(organizations.search, { path: { organizationId }, query: { query } }, token);

  it('returns the space with the best page first', async () => {
    const found = await searchAll('rate limits');
    const best = found.filter(({ pages }) => pages?.[0]?.title === 'Rate limits');
    expect(best.map(({ id }) => id)).toContain(spaceId);
    expect(found.slice(0, best.length)).toEqual(best);
    expect(found.length).toBeGreaterThan(best.length);
  });

  it('finds spaces by their title', async () => {
    const { title } = await api.call(spaces.get, { path: { spaceId } });
    expect((await searchAll(title)).map(({ id }) => id)).toContain(spaceId);
  });

  it('returns nothing that the caller cannot see', async () => {
    const seen = async (token: string) => {
      const found = await searchAll('the', token);
      for (const { id } of found) await api.call(spaces.get, { path: { spaceId: id } }, token);
      return found.length;
    };
    expect(await seen(sandboxTokens.guest)).toBeLessThan(await seen(sandboxTokens.admin));
  });
});
