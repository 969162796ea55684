import { afterEach, describe, expect, it } from 'vitest';
import type { ClientRequest, SentRequest } from '../../support/clients/watched-clients.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import {
  type CoalescingWorld,
  organization,
  read,
  startCoalescingWorld,
  titlesOf,
} from '../../support/gateways/coalescing-world.ts';

type Settings = Record<string, string>;

const worlds: CoalescingWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function startWorld(settings: Record<string, string>): Promise<CoalescingWorld> {
  const world = await startCoalescingWorld(settings);
  worlds.push(world);
  return world;
}

const write: ClientRequest = {
  query: 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }',
  variables: { id: globalIdOf('Team', 'a', 'team') },
};

async function codesOf(sent: readonly SentRequest[]): Promise<unknown[]> {
  const results = await Promise.all(sent.map(({ response: result }) => result));
  return results.map(({ data, errors }) => {
    expect(data).toEqual({ organization: null });
    return errors?.map(({ path, extensions }) => [path, extensions.code]);
  });
}

interface Kind {
  kind: string;
  settings: Settings;
  /** Requests that may share: with another text for each turn where only calls are to be shared. */
  alike: (turn: number) => string;
}

/** What is shared: calls, or whole operations. What holds for one holds for the other. */
const kinds: readonly Kind[] = [
  {
    kind: 'calls',
    settings: { SHARE_OPERATIONS: 'false' },
    alike: (turn) => `query Turn${turn} { organization(id: "a") { title } }`,
  },
  { kind: 'whole operations', settings: { SHARE_CALLS: 'false' }, alike: () => read },
  { kind: 'both', settings: {}, alike: (turn) => (turn % 2 === 0 ? read : `query Other${read}`) },
];

describe.each(kinds)('sharing $kind', ({ settings, alike }) => {
  const requests = (count: number, more: Partial<ClientRequest> = {}) =>
    Array.from({ length: count }, (_, turn) => ({ query: alike(turn), ...more }));

  it('sends identical reads in flight once, and anew after their response', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(5));
    expect(upstream.calls).toHaveLength(1);
    upstream.calls[0]?.respond(organization('first'));
    expect(await titlesOf(sent)).toEqual(Array(5).fill('first'));
    const later = await send({ query: alike(0) });
    (await upstream.call(1)).respond(organization('second'));
    expect(await titlesOf([later])).toEqual(['second']);
    expect(upstream.calls).toHaveLength(2);
  });

  it('never shares across tokens', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const tokens = ['one', 'two', 'one', null, 'two', null, 'one '];
    const sent = await sendAll(tokens.map((token) => ({ query: alike(0), token })));
    const authorizations = upstream.calls.map(({ headers }) => headers.authorization);
    // Fastify trims what follows the token.
    expect(authorizations).toEqual(['Bearer one', 'Bearer two', undefined]);
    for (const { respond: result, headers } of upstream.calls) result(organization(headers.authorization ?? 'nobody'));
    expect(await titlesOf(sent)).toEqual(tokens.map((token) => (token === null ? 'nobody' : `Bearer ${token.trim()}`)));
  });

  it('never shares across forwarded headers, and ignores others', async () => {
    const { upstream, sendAll } = await startWorld({ ...settings, FORWARD_HEADERS: 'accept-language, x-tenant' });
    const headers: Record<string, string>[] = [
      { 'x-tenant': 'one' },
      { 'x-tenant': 'two' },
      { 'x-tenant': 'one', 'x-other': 'two' },
      { 'accept-language': 'one' },
      { 'x-tenant': 'one', 'accept-language': 'one' },
    ];
    const sent = await sendAll(headers.map((own) => ({ query: alike(0), headers: own })));
    expect(upstream.calls).toHaveLength(4);
    for (const call of upstream.calls) {
      call.respond(organization(`${call.headers['x-tenant']} ${call.headers['accept-language']}`));
    }
    const [one, two, other, language, tenant] = await titlesOf(sent);
    expect([one, two, other]).toEqual(['one *', 'two *', 'one *']);
    expect([language, tenant]).toEqual(['undefined one', 'one one']);
  });

  it('sends a read anew after a write has ended, though an older one is in flight', async () => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: alike(0) });
    const writing = await send(write);
    const during = await send({ query: alike(0) });
    const callsOfReads = () => upstream.calls.filter(({ method }) => method === 'GET');
    expect(callsOfReads()).toHaveLength(1);
    upstream.calls.find(({ method }) => method === 'DELETE')?.respond(undefined, 204);
    expect((await writing.response).errors).toBeUndefined();
    const after = await send({ query: alike(0) });
    const alsoAfter = await send({ query: alike(0) });
    expect(callsOfReads()).toHaveLength(2);
    const [old, fresh] = callsOfReads();
    fresh?.respond(organization('new'));
    expect(await titlesOf([after, alsoAfter])).toEqual(['new', 'new']);
    old?.respond(organization('old'));
    expect(await titlesOf([before, during])).toEqual(['old', 'old']);
  });

  it.each([
    ['was rejected', (result: (body: unknown, status: number) => void) => result({ message: 'no' }, 409)],
    ['failed', (result: (body: unknown, status: number) => void) => result({}, 500)],
    ['broke', (_: unknown, cut: () => void) => cut()],
  ])('sends a read anew after a write that %s', async (_, end) => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: alike(0) });
    const writing = await send(write);
    const deletion = await upstream.call(1);
    end(deletion.respond, deletion.disconnect);
    await writing.response;
    const after = await send({ query: alike(0) });
    const fresh = await upstream.call(2);
    fresh.respond(organization('new'));
    expect(await titlesOf([after])).toEqual(['new']);
    upstream.calls[0]?.respond(organization('old'));
    expect(await titlesOf([before])).toEqual(['old']);
  });

  it('reads what a mutation selects anew, though the same read is in flight', async () => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: '{ node(id: "T3JnYW5pemF0aW9uOmE") { ... on Organization { title } } }' });
    const writing = await send({
      query: `mutation { updateOrganization(input: { id: "T3JnYW5pemF0aW9uOmE", title: "new" }) {
        organization { title sites(first: 1) { totalCount } } } }`,
    });
    const listing = await send({ query: '{ organization(id: "a") { sites(first: 1) { totalCount } } }' });
    (await upstream.call(1)).respond(organization('new'), 200);
    const own = await upstream.call(3);
    own.respond({ items: [], count: 2 });
    expect((await writing.response).data.updateOrganization.organization).toEqual({
      title: 'new',
      sites: { totalCount: 2 },
    });
    upstream.calls[2]?.respond({ items: [], count: 1 });
    expect((await listing.response).data.organization.sites.totalCount).toBe(1);
    upstream.calls[0]?.respond(organization('old'));
    expect((await before.response).data.node.title).toBe('old');
  });

  it('keeps the call while one of its clients waits, though the first has gone', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const [first, ...others] = await sendAll(requests(4));
    await first?.cancel();
    await others.pop()?.cancel();
    expect(upstream.calls.map(({ isHeld }) => isHeld)).toEqual([true]);
    upstream.calls[0]?.respond(organization('first'));
    expect(await titlesOf(others)).toEqual(['first', 'first']);
    expect(upstream.calls).toHaveLength(1);
  });

  it('aborts the call after its last client has gone, and sends it anew for the next', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    for (const { cancel: leave } of sent) await leave();
    await upstream.calls[0]?.cancelled;
    const next = await send({ query: alike(0) });
    (await upstream.call(1)).respond(organization('second'));
    expect(await titlesOf([next])).toEqual(['second']);
  });

  it('fails all clients of a call that fails, and caches nothing', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    upstream.calls[0]?.respond({}, 500);
    expect(await codesOf(sent)).toEqual(Array(3).fill([[['organization'], 'UPSTREAM_ERROR']]));
    const next = await send({ query: alike(0) });
    (await upstream.call(1)).respond(organization('second'));
    expect(await titlesOf([next])).toEqual(['second']);
  });

  it('fails all clients of a call whose connection breaks twice', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    upstream.calls[0]?.disconnect();
    (await upstream.call(1)).disconnect();
    expect(await codesOf(sent)).toEqual(Array(3).fill([[['organization'], 'UPSTREAM_UNAVAILABLE']]));
    const next = await send({ query: alike(0) });
    (await upstream.call(2)).respond(organization('third'));
    expect(await titlesOf([next])).toEqual(['third']);
  });

  it('never shares writes', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const sent = await sendAll([write, write, write]);
    expect(upstream.calls.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
    for (const [i, { respond: result }] of upstream.calls.entries())
      result({ message: `turn ${i}` }, i === 1 ? 404 : 204);
    const results = await Promise.all(sent.map(({ response: result }) => result));
    expect(results.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual([undefined, 'NOT_FOUND', undefined]);
  });
});
