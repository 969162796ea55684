import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { organization, startCoalescingWorld, titlesOf } from '../../../support/gateways/coalescing-world.ts';
import { cut, json, never, type Reply, text } from '../../../support/upstreams/fault-upstream.ts';

const start = cachedWorlds();

const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;
const createChangeRequest = (spaceId: string) =>
  `mutation { createChangeRequest(input: { spaceId: "${globalIdOf('Space', spaceId)}" }) { changeRequest { restId } } }`;

const outcomes: [outcome: string, reply: Reply][] = [
  ['succeeds', text('', 204)],
  ['is rejected', json({ message: 'no' }, 409)],
  ['fails', text('', 500)],
  ['is cut off', cut],
  ['times out', never],
];

describe('a write', () => {
  it.each(outcomes)('that %s invalidates what was read before', async (_outcome, reply) => {
    const world = await start({ UPSTREAM_TIMEOUT: '200' });
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    world.replyToWrites(reply);
    await world.gateway.execute(deleteTeam);
    expect([await world.title(), await world.title()]).toEqual(['2', '2']);
  });

  it('of one client invalidates what others have read', async () => {
    const { title, gateway } = await start();
    expect([await title({ token: 'one' }), await title({ token: null })]).toEqual(['1', '2']);
    await gateway.execute(deleteTeam, { token: 'two' });
    expect([await title({ token: 'one' }), await title({ token: null })]).toEqual(['3', '4']);
  });

  it('below a space invalidates the reads of this space alone', async () => {
    const world = await start();
    const space = async (id: string) => {
      const { data } = await world.gateway.execute(`{ space(id: "${id}") { title } }`);
      return data.space.title;
    };
    expect([await space('s1'), await space('s2'), await world.title()]).toEqual(['1', '2', '3']);
    await world.gateway.execute(createChangeRequest('s1'));
    expect([await space('s1'), await space('s2'), await world.title()]).toEqual(['4', '2', '3']);
  });

  it('below an organization invalidates what is below its path and what holds it', async () => {
    const world = await start();
    const read = async () => {
      const { data } = await world.gateway.execute(
        '{ space(id: "s") { title } a: organization(id: "o1") { title team(id: "t") { title } } b: organization(id: "o2") { title } }',
      );
      return [data.space.title, data.b.title, data.a.title, data.a.team.title];
    };
    const [space, other, own, below] = await read();
    expect(await read()).toEqual([space, other, own, below]);
    await world.gateway.execute('mutation { pingOrganization(input: { organizationId: "o1" }) { clientMutationId } }', {
      token: 'another',
    });
    const again = await read();
    expect(again.slice(0, 2)).toEqual([space, other]);
    expect(again).not.toContain(own);
    expect(again).not.toContain(below);
  });

  it('that overtakes a read keeps its response out', async () => {
    const { upstream, send, close } = await startCoalescingWorld({ CACHE: 'memory', SHARE_OPERATIONS: 'false' });
    const read = { query: '{ organization(id: "a") { title } }' };
    const overtaken = await send(read);
    const before = await upstream.call(0);
    const writing = await send({ query: deleteTeam });
    const write = await upstream.call(1);
    const during = await send(read);
    const second = await upstream.call(2);
    write.respond(undefined, 204);
    await writing.response;
    before.respond(organization('before'));
    second.respond(organization('during'));
    expect(await titlesOf([overtaken, during])).toEqual(['before', 'during']);
    const after = await send(read);
    (await upstream.call(3)).respond(organization('after'));
    const repeated = await send(read);
    expect(await titlesOf([after, repeated])).toEqual(['after', 'after']);
    expect(upstream.calls).toHaveLength(4);
    await close();
  });

  it('invalidates what was read while it was in flight', async () => {
    const { upstream, send, close } = await startCoalescingWorld({ CACHE: 'memory' });
    const read = { query: '{ organization(id: "a") { title } }' };
    const writing = await send({ query: deleteTeam });
    const write = await upstream.call(0);
    const during = await send(read);
    (await upstream.call(1)).respond(organization('during'));
    const again = await send(read);
    expect(await titlesOf([during, again])).toEqual(['during', 'during']);
    expect(upstream.calls).toHaveLength(2);
    write.respond(undefined, 204);
    await writing.response;
    const after = await send(read);
    (await upstream.call(2)).respond(organization('after'));
    expect(await titlesOf([after])).toEqual(['after']);
    await close();
  });

  it('that times out invalidates again what was read before its end', async () => {
    const world = await start({ UPSTREAM_TIMEOUT: '1500' });
    world.replyToWrites(never);
    const writing = world.gateway.execute(deleteTeam);
    while (world.upstream.arrived.length === 0) await setTimeout(5);
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    expect((await writing).errors).toMatchObject([{ extensions: { code: 'WRITE_OUTCOME_UNKNOWN' } }]);
    expect(await world.title()).toBe('2');
  });

  it.each<[string, Reply]>([
    ['that times out', never],
    ['with status 503', text('', 503)],
    ['with status 524', text('', 524)],
  ])('%s invalidates again later what was read after it: the service may still execute it', async (_, reply) => {
    const world = await start({ UPSTREAM_TIMEOUT: '200' });
    world.replyToWrites(reply);
    expect((await world.gateway.execute(deleteTeam)).errors).toHaveLength(1);
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    await expect.poll(() => world.title()).toBe('2');
    expect(await world.title()).toBe('2');
  });

  it('that the service has refused invalidates nothing later', async () => {
    const world = await start();
    world.replyToWrites(text('', 403));
    await world.gateway.execute(deleteTeam);
    await world.title();
    await setTimeout(1100);
    expect(await world.title()).toBe('1');
  });
});

describe('several processes with a cache each', () => {
  it('return no data from before a write that one of them has ended', async () => {
    const { upstream } = await start();
    const options = { upstreamUrl: upstream.url, settings: readSettings({ CACHE: 'memory' }) };
    const reader = await createGateway(options);
    const writer = await createGateway({
      ...options,
      onWriteEnded: async (records) => reader.invalidateReads(records),
    });
    const headers = { authorization: 'Bearer t' };
    const titles = async () => {
      const query =
        '{ organization(id: "o1") { title } one: space(id: "s1") { title } two: space(id: "s2") { title } }';
      const { data } = await reader.execute<Record<string, { title: string }>>({ query, headers });
      return Object.values(data ?? {}).map(({ title }) => title);
    };
    expect([await titles(), await titles()]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    await writer.execute({ query: createChangeRequest('s2'), headers });
    expect(await titles()).toEqual(['1', '2', '4']);
    await writer.execute({ query: deleteTeam, headers });
    expect(await titles()).toEqual(['5', '6', '7']);
    await writer.close();
    await reader.close();
  });
});

describe('gateway.invalidate', () => {
  async function embed() {
    const { upstream } = await start();
    const gateway = await createGateway({
      upstreamUrl: upstream.url,
      settings: readSettings({ CACHE: 'memory' }),
    });
    const titleOf = async (field: string) => {
      const { data } = await gateway.execute<Record<string, { title: string }>>({
        query: `{ ${field} { title } }`,
        headers: { authorization: 'Bearer t' },
      });
      return data?.[field.split('(')[0] as string]?.title;
    };
    const titles = async () => [
      await titleOf('organization(id: "o1")'),
      await titleOf('space(id: "s1")'),
      await titleOf('space(id: "s2")'),
    ];
    return { gateway, titles };
  }

  it('invalidates everything, a record with what is below it, or everything for a type without tags', async () => {
    const { gateway, titles } = await embed();
    expect(await titles()).toEqual(['1', '2', '3']);
    gateway.invalidate([{ type: 'Space', id: 's2' }]);
    expect(await titles()).toEqual(['1', '2', '4']);
    gateway.invalidate([]);
    expect(await titles()).toEqual(['1', '2', '4']);
    gateway.invalidate();
    expect(await titles()).toEqual(['5', '6', '7']);
    gateway.invalidate([{ type: 'Team', id: 't' }]);
    expect(await titles()).toEqual(['8', '9', '10']);
    gateway.invalidateReads();
    expect(await titles()).toEqual(['11', '12', '13']);
    await gateway.close();
  });

  it('rejects unknown types, and then invalidates nothing', async () => {
    const { gateway, titles } = await embed();
    await titles();
    const records = [
      { type: 'Space', id: 's1' },
      { type: 'Elephant', id: 'e' },
    ];
    const message = 'Cannot invalidate a Elephant: no record has that type.';
    await expect(gateway.invalidate(records)).rejects.toThrow(message);
    expect(await titles()).toEqual(['1', '2', '3']);
    await gateway.close();
  });
});
