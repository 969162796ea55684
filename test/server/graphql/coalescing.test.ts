import { afterEach, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { globalIdOf } from '../../support/expectations.ts';
import { startGateway } from '../../support/gateway.ts';
import { HeldUpstream } from '../../support/held-upstream.ts';
import { type ClientRequest, type SentRequest, WatchedClients } from '../../support/watched-clients.ts';

type Settings = Record<string, string>;

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A gateway with these settings before a service that answers when it is told to. */
async function startWorld(settings: Settings) {
  const upstream = new HeldUpstream();
  // Whole operations are shared where they are executed compiled.
  const gateway = await startGateway(await upstream.open(), { LOG_LEVEL: 'silent', EXECUTOR: 'compiled', ...settings });
  const clients = new WatchedClients(gateway.url);
  closers.push(async () => {
    await clients.close();
    await upstream.close();
    await gateway.close();
  });
  /** Sends requests one after the other; each is under way before the next one is sent. */
  const sendAll = async (requests: readonly ClientRequest[]) => {
    const sent: SentRequest[] = [];
    for (const request of requests) sent.push(await clients.send(request));
    return sent;
  };
  return { upstream, send: (request: ClientRequest) => clients.send(request), sendAll };
}

const organization = (title: string) => ({ id: 'a', title });
const read = '{ organization(id: "a") { title } }';
const write: ClientRequest = {
  query: 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { deletedId } }',
  variables: { id: globalIdOf('Team', 'a', 'team') },
};

/** The titles that the requests were answered with. */
async function titlesOf(sent: readonly SentRequest[]): Promise<string[]> {
  const answers = await Promise.all(sent.map(({ answer }) => answer));
  return answers.map(({ data, errors }) => {
    expect(errors).toBeUndefined();
    return data.organization.title;
  });
}

async function codesOf(sent: readonly SentRequest[]): Promise<unknown[]> {
  const answers = await Promise.all(sent.map(({ answer }) => answer));
  return answers.map(({ data, errors }) => {
    expect(data).toEqual({ organization: null });
    return errors?.map(({ path, extensions }) => [path, extensions.code]);
  });
}

interface Kind {
  kind: string;
  settings: Settings;
  /** Requests that may share: as many as wanted, each different from the others where whole operations are not meant. */
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

  it('asks the service once for identical reads under way, and anew when the answer is there', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(5));
    expect(upstream.calls).toHaveLength(1);
    upstream.calls[0]?.answer(organization('first'));
    expect(await titlesOf(sent)).toEqual(Array(5).fill('first'));
    const later = await send({ query: alike(0) });
    (await upstream.call(1)).answer(organization('second'));
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
    for (const { answer, headers } of upstream.calls) answer(organization(headers.authorization ?? 'nobody'));
    expect(await titlesOf(sent)).toEqual(tokens.map((token) => (token === null ? 'nobody' : `Bearer ${token.trim()}`)));
  });

  it('never shares across headers that are passed on; others make no difference', async () => {
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
      call.answer(organization(`${call.headers['x-tenant']} ${call.headers['accept-language']}`));
    }
    const [one, two, other, language, tenant] = await titlesOf(sent);
    expect([one, two, other]).toEqual(['one *', 'two *', 'one *']);
    expect([language, tenant]).toEqual(['undefined one', 'one one']);
  });

  it('starts anew after a write has ended, though an older answer is still to come', async () => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: alike(0) });
    const writing = await send(write);
    const during = await send({ query: alike(0) });
    const callsOfReads = () => upstream.calls.filter(({ method }) => method === 'GET');
    expect(callsOfReads()).toHaveLength(1);
    upstream.calls.find(({ method }) => method === 'DELETE')?.answer(undefined, 204);
    expect((await writing.answer).errors).toBeUndefined();
    const after = await send({ query: alike(0) });
    const alsoAfter = await send({ query: alike(0) });
    expect(callsOfReads()).toHaveLength(2);
    const [old, fresh] = callsOfReads();
    fresh?.answer(organization('new'));
    expect(await titlesOf([after, alsoAfter])).toEqual(['new', 'new']);
    old?.answer(organization('old'));
    expect(await titlesOf([before, during])).toEqual(['old', 'old']);
  });

  it.each([
    ['was refused', (answer: (body: unknown, status: number) => void) => answer({ message: 'no' }, 409)],
    ['failed', (answer: (body: unknown, status: number) => void) => answer({}, 500)],
    ['broke', (_: unknown, cut: () => void) => cut()],
  ])('starts anew after a write that %s, too', async (_, end) => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: alike(0) });
    const writing = await send(write);
    const deletion = await upstream.call(1);
    end(deletion.answer, deletion.cut);
    await writing.answer;
    const after = await send({ query: alike(0) });
    const fresh = await upstream.call(2);
    fresh.answer(organization('new'));
    expect(await titlesOf([after])).toEqual(['new']);
    upstream.calls[0]?.answer(organization('old'));
    expect(await titlesOf([before])).toEqual(['old']);
  });

  it('what a mutation selects is read anew, though the same is under way', async () => {
    const { upstream, send } = await startWorld(settings);
    const before = await send({ query: '{ node(id: "T3JnYW5pemF0aW9uOmE") { ... on Organization { title } } }' });
    const writing = await send({
      query: `mutation { updateOrganization(input: { id: "T3JnYW5pemF0aW9uOmE", title: "new" }) {
        organization { title sites(first: 1) { totalCount } } } }`,
    });
    const listing = await send({ query: '{ organization(id: "a") { sites(first: 1) { totalCount } } }' });
    (await upstream.call(1)).answer(organization('new'), 200);
    const own = await upstream.call(3);
    own.answer({ items: [], count: 2 });
    expect((await writing.answer).data.updateOrganization.organization).toEqual({
      title: 'new',
      sites: { totalCount: 2 },
    });
    upstream.calls[2]?.answer({ items: [], count: 1 });
    expect((await listing.answer).data.organization.sites.totalCount).toBe(1);
    upstream.calls[0]?.answer(organization('old'));
    expect((await before.answer).data.node.title).toBe('old');
  });

  it('harms nobody when one of those who wait goes away, the first one included', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const [first, ...others] = await sendAll(requests(4));
    await first?.leave();
    await others.pop()?.leave();
    expect(upstream.calls.map(({ isHeld }) => isHeld)).toEqual([true]);
    upstream.calls[0]?.answer(organization('first'));
    expect(await titlesOf(others)).toEqual(['first', 'first']);
    expect(upstream.calls).toHaveLength(1);
  });

  it('ends the call when the last one has gone, and starts anew for who comes then', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    for (const { leave } of sent) await leave();
    await upstream.calls[0]?.gone;
    const next = await send({ query: alike(0) });
    (await upstream.call(1)).answer(organization('second'));
    expect(await titlesOf([next])).toEqual(['second']);
  });

  it('fails all who wait for a call that fails, and keeps nothing of it', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    upstream.calls[0]?.answer({}, 503);
    expect(await codesOf(sent)).toEqual(Array(3).fill([[['organization'], 'UPSTREAM_UNAVAILABLE']]));
    const next = await send({ query: alike(0) });
    (await upstream.call(1)).answer(organization('second'));
    expect(await titlesOf([next])).toEqual(['second']);
  });

  it('fails all who wait for a call whose connection breaks, and breaks again', async () => {
    const { upstream, sendAll, send } = await startWorld(settings);
    const sent = await sendAll(requests(3));
    upstream.calls[0]?.cut();
    (await upstream.call(1)).cut();
    expect(await codesOf(sent)).toEqual(Array(3).fill([[['organization'], 'UPSTREAM_UNAVAILABLE']]));
    const next = await send({ query: alike(0) });
    (await upstream.call(2)).answer(organization('third'));
    expect(await titlesOf([next])).toEqual(['third']);
  });

  it('is never done for writes', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const sent = await sendAll([write, write, write]);
    expect(upstream.calls.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'DELETE']);
    for (const [i, { answer }] of upstream.calls.entries()) answer({ message: `turn ${i}` }, i === 1 ? 404 : 204);
    const answers = await Promise.all(sent.map(({ answer }) => answer));
    expect(answers.map(({ errors }) => errors?.[0]?.extensions.code)).toEqual([undefined, 'NOT_FOUND', undefined]);
  });
});

describe('with sharing switched off', () => {
  it('every request makes its own call', async () => {
    const { upstream, sendAll } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    const sent = await sendAll([{ query: read }, { query: read }, { query: read }]);
    expect(upstream.calls).toHaveLength(3);
    for (const [i, { answer }] of upstream.calls.entries()) answer(organization(`call ${i}`));
    expect(await titlesOf(sent)).toEqual(['call 0', 'call 1', 'call 2']);
  });

  it('one request still asks nothing twice', async () => {
    const { upstream, send } = await startWorld({ SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' });
    const sent = await send({ query: '{ one: organization(id: "a") { title } two: organization(id: "a") { title } }' });
    expect(upstream.calls).toHaveLength(1);
    upstream.calls[0]?.answer(organization('once'));
    expect((await sent.answer).data).toEqual({ one: { title: 'once' }, two: { title: 'once' } });
  });
});

describe('sharing whole operations', () => {
  const settings = { SHARE_CALLS: 'false' };
  const byId =
    'query One($id: ID!) { organization(id: $id) { title } } query Two($id: ID!) { organization(id: $id) { title } }';

  it('is for the same document, operation and declared variables alone', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const one = { query: byId, operationName: 'One', variables: { id: 'a' } };
    const requests: ClientRequest[] = [
      one,
      { ...one, operationName: 'Two' },
      { ...one, variables: { id: 'b' } },
      { ...one, query: `${byId} ` },
      one,
      { ...one, variables: { id: 'a', undeclared: 1 } },
    ];
    const sent = await sendAll(requests);
    expect(upstream.calls).toHaveLength(4);
    for (const [i, { answer }] of upstream.calls.entries()) answer(organization(`call ${i}`));
    expect(await titlesOf(sent)).toEqual(['call 0', 'call 1', 'call 2', 'call 3', 'call 0', 'call 0']);
  });

  it('leaves out requests that ask to be explained: they tell of their own calls', async () => {
    const { upstream, sendAll } = await startWorld(settings);
    const sent = await sendAll([{ query: read }, { query: read, explain: true }, { query: read, explain: true }]);
    expect(upstream.calls).toHaveLength(3);
    for (const { answer } of upstream.calls) answer(organization('first'));
    const calls = (await Promise.all(sent.map(({ answer }) => answer))).map((answer) => answer.calls);
    expect(calls.map((own) => own.map(({ operation, shared }) => [operation, shared]))).toEqual([
      [],
      [[organizations.get.id, false]],
      [[organizations.get.id, false]],
    ]);
  });
});

describe('explain', () => {
  it('says of each call whether it was shared', async () => {
    const { upstream, sendAll } = await startWorld({});
    const sites = '{ organization(id: "a") { title sites(first: 1) { totalCount } } }';
    const sent = await sendAll([
      { query: read, explain: true },
      { query: read, explain: true },
      { query: sites, explain: true },
    ]);
    expect(upstream.calls).toHaveLength(2);
    upstream.calls[0]?.answer(organization('first'));
    upstream.calls[1]?.answer({ items: [], count: 1 });
    const answers = await Promise.all(sent.map(({ answer }) => answer));
    const told = answers.map(({ calls }) => calls.map(({ operation, status, shared }) => [operation, status, shared]));
    expect(told[0]).toEqual([['organizations.get', 200, false]]);
    expect(told[1]).toEqual([['organizations.get', 200, true]]);
    expect(told[2]).toEqual(
      expect.arrayContaining([
        ['organizations.get', 200, true],
        ['sites.list', 200, false],
      ]),
    );
    expect(told[2]).toHaveLength(2);
  });
});

it('a query whose only client left can be asked again while another query keeps its call alive', async () => {
  const { upstream, send } = await startWorld({});
  const query = '{ space(id: "s") { organization { title } } }';
  const left = await send({ query });
  const staying = await send({ query: `query Other${query}` });
  await left.leave();
  const again = await send({ query });
  expect(upstream.calls).toHaveLength(1);
  upstream.calls[0]?.answer({ id: 's', organization: 'a' });
  (await upstream.call(1)).answer(organization('shared'));
  for (const { answer } of [staying, again]) {
    expect(await answer).toMatchObject({ data: { space: { organization: { title: 'shared' } } }, errors: undefined });
  }
});
