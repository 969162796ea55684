import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { type Ask, ask } from '../../../support/cache/ask.ts';
import { cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';
import { json } from '../../../support/upstreams/fault-upstream.ts';

const start = cachedWorlds();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const titleOf = (id = 'o1') => `{ organization(id: "${id}") { title } }`;
const withTitle = (title: string) => `{"data":{"organization":{"title":"${title}"}}}\n`;

/** A world whose operation cache has the query, without a result of it. */
async function world(environment: Record<string, string> = {}) {
  const started = await start({ METRICS: 'true', ...environment });
  const { url } = started.gateway;
  const metric = async (name: string) => sumOf(parseMetrics(await (await fetch(`${url}/metrics`)).text()), name);
  const countReads = () => started.reads.length;
  return { ...started, url, metric, countReads, ask: (query: string, options?: Ask) => ask(url, query, options) };
}

const updateChangeRequest = (spaceId: string) =>
  `mutation { updateChangeRequest(input: { id: "${globalIdOf('ChangeRequest', spaceId, 'c')}", subject: "New" }) { userErrors { message } } }`;
const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;

describe('kept results', () => {
  it('answer a query without a call, byte for byte', async () => {
    const { ask, countReads, metric } = await world();
    const texts = [await ask(titleOf()), await ask(titleOf()), await ask(titleOf()), await ask(titleOf())];
    expect(texts).toEqual(Array(4).fill(withTitle('1')));
    expect(countReads()).toBe(1);
    // The first request goes through Apollo, and the second one keeps the result.
    expect(await metric('docgraph_cache_result_hits_total')).toBe(2);
    expect(await metric('docgraph_cache_results_stored_total')).toBe(1);
    expect(await metric('docgraph_cache_hits_total')).toBe(1);
  });

  it('are marked in the log', async () => {
    const { ask, gateway } = await world({ LOG_LEVEL: 'info' });
    for (let i = 0; i < 3; i++) await ask(titleOf());
    const lines = gateway.log.filter((line) => line.includes('"kind":"query"')).map((line) => JSON.parse(line));
    expect(lines.map(({ kept, calls, status }) => [kept, calls, status])).toEqual([
      [undefined, 1, 200],
      [undefined, 1, 200],
      [true, 0, 200],
    ]);
  });

  it('are not used with CACHE_RESULTS=false', async () => {
    const { ask, metric } = await world({ CACHE_RESULTS: 'false' });
    for (let i = 0; i < 4; i++) await ask(titleOf());
    expect(await metric('docgraph_cache_result_hits_total')).toBe(0);
    expect(await metric('docgraph_cache_hits_total')).toBe(3);
  });

  it('are gone after a write, and not after one of another space', async () => {
    const { ask, countReads, replyToWrites } = await world();
    replyToWrites(json({ id: 'c', subject: 'New' }));
    const space = `{ node(id: "${globalIdOf('Space', 's1')}") { ... on Space { title } } }`;
    const read = async () => JSON.parse(await ask(space)).data.node.title;
    for (let i = 0; i < 3; i++) expect(await read()).toBe('1');
    await ask(updateChangeRequest('s2'));
    expect(await read()).toBe('1');
    await ask(updateChangeRequest('s1'));
    const after = countReads();
    expect(await read()).not.toBe('1');
    expect(countReads()).toBe(after + 1);
    await ask(deleteTeam);
    await read();
    expect(countReads()).toBe(after + 2);
  });

  it('are gone after an invalidation of what nobody wrote', async () => {
    const { ask, replyToWrites } = await world();
    replyToWrites(json({ message: 'no' }, 500));
    for (let i = 0; i < 3; i++) expect(await ask(titleOf())).toBe(withTitle('1'));
    await ask(deleteTeam);
    expect(await ask(titleOf())).toBe(withTitle('2'));
  });

  it('are not longer kept than CACHE_TTL', async () => {
    const { ask } = await world({ CACHE_TTL: '300' });
    for (let i = 0; i < 3; i++) await ask(titleOf());
    await setTimeout(320);
    expect(await ask(titleOf())).not.toBe(withTitle('1'));
  });

  it('are each for one identity', async () => {
    const { ask } = await world({ FORWARD_HEADERS: 'x-user' });
    for (let i = 0; i < 3; i++) expect(await ask(titleOf())).toBe(withTitle('1'));
    const others: Record<string, string>[] = [
      { authorization: 'Bearer other' },
      { authorization: `bearer ${sandboxTokens.admin}` },
      { 'x-user': 'a' },
    ];
    const texts: string[] = [];
    for (const headers of others) texts.push(await ask(titleOf(), { headers }), await ask(titleOf(), { headers }));
    expect(texts).toEqual(['2', '2', '3', '3', '4', '4'].map(withTitle));
  });

  it('are each for the coerced variables, and for what errors do', async () => {
    const { ask, metric } = await world();
    const query = 'query ($id: ID = "o1", $with: Boolean!) { organization(id: $id) { title @include(if: $with) id } }';
    const hits = async (options: Ask) => {
      const before = await metric('docgraph_cache_result_hits_total');
      await ask(query, options);
      return (await metric('docgraph_cache_result_hits_total')) - before;
    };
    const given = { variables: { id: 'o1', with: true } };
    for (const expected of [0, 0, 1]) expect(await hits(given)).toBe(expected);
    expect(await hits({ variables: { with: true } })).toBe(1);
    expect(await hits({ variables: { id: 'o2', with: true } })).toBe(0);
    expect(await hits({ variables: { id: 'o1', with: false } })).toBe(0);
    expect(await hits({ ...given, onError: 'NULL' })).toBe(0);
  });

  it('have no errors', async () => {
    const { ask, metric, replyToReads } = await world();
    replyToReads(json({ message: 'no' }, 404));
    for (let i = 0; i < 3; i++) expect(await ask(titleOf())).toContain('NOT_FOUND');
    expect(await metric('docgraph_cache_results_stored_total')).toBe(0);
  });

  it('hold no response that is never kept', async () => {
    const { ask, metric, replyToReads } = await world();
    replyToReads({ 'cache-control': 'no-store' });
    const query = '{ a: organization(id: "o1") { title } b: organization(id: "o2") { title } }';
    const texts = [await ask(query), await ask(query), await ask(query)];
    expect(new Set(texts).size).toBe(3);
    expect(await metric('docgraph_cache_results_stored_total')).toBe(0);
  });

  it('hold nothing that was read before a write that ended during the query', async () => {
    const { ask, countReads, replyToReads, replyToWrites } = await world();
    await ask(titleOf());
    replyToWrites(json({}, 204));
    await ask(deleteTeam);
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    replyToReads(async (response, request) => {
      await released;
      json({ id: 'o1', title: 'before' })(response, request);
    });
    const before = countReads();
    const slow = ask(titleOf());
    await expect.poll(countReads).toBe(before + 1);
    await ask(deleteTeam);
    release();
    expect(await slow).toBe(withTitle('before'));
    replyToReads(json({ id: 'o1', title: 'after' }));
    expect(await ask(titleOf())).toBe(withTitle('after'));
  });

  it('are never explained', async () => {
    const { ask, gateway } = await world();
    for (let i = 0; i < 3; i++) await ask(titleOf());
    expect((await gateway.execute(titleOf())).calls).toMatchObject([{ cached: true }]);
  });

  it('are shared with requests that join an execution, and kept once', async () => {
    const { ask, metric } = await world();
    await ask(titleOf());
    await ask(deleteTeam);
    const texts = await Promise.all(Array.from({ length: 5 }, () => ask(titleOf())));
    expect(new Set(texts).size).toBe(1);
    expect(await metric('docgraph_cache_results_stored_total')).toBe(1);
    expect(await ask(titleOf())).toBe(texts[0]);
  });

  it('hold no value of an embedder’s resolver', async () => {
    const { upstream } = await start();
    let count = 0;
    const gateway = await embedded(upstream.url, {
      typeDefs: 'extend type Organization { count: Int }',
      resolvers: { Organization: { count: () => ++count } },
    });
    const query = '{ organization(id: "o1") { title count } }';
    const counts: number[] = [];
    for (let i = 0; i < 3; i++) counts.push(JSON.parse(await ask(gateway, query)).data.organization.count);
    expect(counts).toEqual([1, 2, 3]);
  });
});

async function embedded(
  upstream: string,
  options: Pick<Parameters<typeof createGateway>[0], 'typeDefs' | 'resolvers'>,
): Promise<string> {
  const settings = readSettings({ PORT: '0', CACHE: 'memory' });
  const logger = pino({ level: 'silent' });
  const gateway: Gateway = await createGateway({ settings, upstreamUrl: new URL(upstream), logger, ...options });
  closers.push(() => gateway.close());
  return gateway.listen();
}

describe('a GET with a cache', () => {
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/graphql?query=${encodeURIComponent(titleOf())}`, {
      headers: { 'apollo-require-preflight': 'true', authorization: `Bearer ${sandboxTokens.admin}`, ...headers },
    });

  it('has an ETag, by which it is not sent again', async () => {
    const { url, ask, gateway } = await world({ LOG_LEVEL: 'info' });
    await (await get(url)).text();
    const response = await get(url);
    expect(await response.text()).toBe(withTitle('1'));
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    expect(response.headers.get('vary')?.toLowerCase()).toContain('authorization');
    const etag = response.headers.get('etag') as string;
    const again = await get(url, { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const lines = gateway.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');
    expect(lines.at(-1)).toMatchObject({ status: 304, outcome: 'ok', kept: true });
    const other = await get(url, { authorization: 'Bearer other', 'if-none-match': etag });
    expect([other.status, await other.text()]).toEqual([200, withTitle('2')]);
    await ask(deleteTeam);
    const changed = await get(url, { 'if-none-match': etag });
    expect([changed.status, await changed.text()]).toEqual([200, withTitle('3')]);
  });

  it('has none where errors are in the response', async () => {
    const { url, replyToReads } = await world();
    replyToReads(json({ message: 'no' }, 403));
    for (let i = 0; i < 2; i++) {
      const { headers } = await get(url);
      expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
    }
  });
});
