import { describe, expect, it } from 'vitest';
import { Clients } from '../../../src/engine/http/client-usage.ts';
import { ResponseMemory } from '../../../src/engine/http/response-memory.ts';
import { limitedGateways } from '../../support/gateways/limited-gateways.ts';
import { byPath, json, never, type Reply } from '../../support/upstreams/fault-upstream.ts';

const world = limitedGateways();
const { gatewayWith } = world;

const spaces = (count: number) =>
  Array.from({ length: count }, (_, i) => `s${i}: space(id: "s${i}") { title }`).join(' ');
const anySpace: Reply = (response, request) => {
  const id = request.url.split('/').at(-1) ?? '';
  json({ id, title: `Space ${id}` })(response, request);
};
const codesOf = (errors: { extensions: { code: string } }[] | undefined) =>
  new Set(errors?.map(({ extensions }) => extensions.code));

describe('MAX_CALLS', () => {
  it('limits the calls of a request; what was fetched stands', async () => {
    const gateway = await gatewayWith({ MAX_CALLS: '5' });
    world.upstream.reply(anySpace);
    const { data, errors } = await gateway.execute<Record<string, unknown>>(`{ ${spaces(9)} }`);
    expect(world.upstream.arrived).toHaveLength(5);
    expect(Object.values(data).filter((space) => space !== null)).toHaveLength(5);
    expect(errors?.[0]).toMatchObject({
      message: 'The request needs more than 5 REST calls. Request fewer items, or split it.',
      extensions: { code: 'OPERATION_TOO_EXPENSIVE', cost: { calls: 5, limit: 5 } },
    });
    expect(codesOf(errors)).toEqual(new Set(['OPERATION_TOO_EXPENSIVE']));
  });

  it('is reported once for each field of the document', async () => {
    const gateway = await gatewayWith({ MAX_CALLS: '5', EXECUTOR: 'compiled' });
    const items = Array.from({ length: 50 }, (_, i) => ({ id: `o${i}`, title: 'Halcyon' }));
    world.upstream.reply((response, request) => {
      const isRoot = request.url.startsWith('/v1/orgs?');
      json({ items: isRoot ? items : [], count: isRoot ? 50 : 0 })(response, request);
    });
    const query = '{ organizations(first: 50) { nodes { sites { nodes { title } } members { nodes { id } } } } }';
    const { data, errors } = await gateway.execute(query);
    expect(world.upstream.arrived).toHaveLength(5);
    expect(data.organizations.nodes).toHaveLength(50);
    expect(errors?.map(({ path }) => path?.at(-1))).toEqual(['sites', 'members']);
  });

  it('counts writes, and sends none beyond it', async () => {
    const gateway = await gatewayWith({ MAX_CALLS: '2' });
    world.upstream.reply(json({}, 204));
    const mutations = ['a', 'b', 'c'].map((id) => `${id}: deleteSpace(input: { id: "${id}" }) { clientMutationId }`);
    const { data, errors } = await gateway.execute(`mutation { ${mutations.join(' ')} }`);
    expect(data).toMatchObject({ a: { clientMutationId: null }, b: { clientMutationId: null }, c: null });
    expect(errors?.[0]?.message).toMatch(/The write was not sent\.$/);
    expect(world.upstream.arrived).toHaveLength(2);
  });
});

describe('MAX_LIST_PAGES', () => {
  it('ends the pages of a list', async () => {
    const gateway = await gatewayWith({ MAX_LIST_PAGES: '3' });
    let page = 0;
    world.upstream.reply((response, request) => {
      page++;
      const items = [{ id: `o${page}`, title: 'Halcyon' }];
      json({ items, next: { page: `${page}` } })(response, request);
    });
    const { errors } = await gateway.execute('{ organizations(first: 1000) { nodes { title } } }');
    expect(codesOf(errors)).toEqual(new Set(['OPERATION_TOO_EXPENSIVE']));
    expect(world.upstream.arrived).toHaveLength(3);
  });
});

describe('MAX_REQUEST_UPSTREAM_BYTES', () => {
  it('limits what one request holds', async () => {
    const gateway = await gatewayWith({ MAX_REQUEST_UPSTREAM_BYTES: '50000' });
    world.upstream.reply((response, request) => {
      json({ id: request.url.split('/').at(-1), title: 'x'.repeat(20_000) })(response, request);
    });
    const { data, errors } = await gateway.execute<Record<string, unknown>>(`{ ${spaces(6)} }`);
    expect(Object.values(data).filter((space) => space !== null)).toHaveLength(2);
    expect(codesOf(errors)).toEqual(new Set(['OPERATION_TOO_EXPENSIVE']));
    // Nothing is left of it: the next request has the same room.
    expect((await gateway.execute(`{ ${spaces(2)} }`)).errors).toBeUndefined();
  });
});

describe('MAX_UPSTREAM_BYTES', () => {
  it('limits what requests hold at the same time, whatever those before them held', async () => {
    const gateway = await gatewayWith({ MAX_UPSTREAM_BYTES: '50000' });
    const codes = async (query: string) => codesOf((await gateway.execute(query)).errors);
    world.upstream.reply(json({ id: 's0', title: 'A client that the service has confirmed may hold more.' }));
    await codes(`{ ${spaces(1)} }`);
    world.upstream.reply(json({ id: 's0', title: 'x'.repeat(20_000) }));
    const renaming = 'mutation { updateSpace(input: { id: "s0", title: "x" }) { space { title } } }';
    for (let i = 0; i < 9; i++) expect(await codes(i % 2 === 0 ? renaming : `{ ${spaces(1)} }`)).toEqual(new Set());
    expect(await codes(`{ ${spaces(2)} }`)).toEqual(new Set(['UPSTREAM_UNAVAILABLE']));
  });

  it('hides the outcome of no write, whatever others hold', async () => {
    const gateway = await gatewayWith({ MAX_UPSTREAM_BYTES: '50000' });
    let end = () => {};
    world.upstream.reply((response) => {
      // All that is left to clients which the service has not answered yet.
      response.writeHead(200).write('x'.repeat(6_250));
      end = () => response.destroy();
    });
    const holding = gateway.execute(`{ ${spaces(1)} }`, { token: 'holding' });
    await expect.poll(() => world.upstream.arrived).toHaveLength(1);
    world.upstream.reply(json({ id: 's0', title: 'renamed' }));
    let readers = 0;
    const read = () => gateway.execute(`{ ${spaces(1)} }`, { token: `reader ${readers++}` });
    await expect.poll(async () => [...codesOf((await read()).errors)]).toEqual(['UPSTREAM_UNAVAILABLE']);
    const renaming = 'mutation { updateSpace(input: { id: "s0", title: "renamed" }) { space { title } } }';
    const { data } = await gateway.execute(renaming, { token: 'writer' });
    expect(data).toEqual({ updateSpace: { space: { title: 'renamed' } } });
    end();
    await holding;
  });
});

describe('the memory for responses', () => {
  it('leaves room for another identity, and is free when its requests have ended', () => {
    const memory = new ResponseMemory(1000, 1000);
    const clients = new Clients();
    const [first, second] = [clients.local('first').usage, clients.local('second').usage];
    expect([memory.hold(first, 500), memory.hold(first, 1)]).toEqual([true, false]);
    expect([memory.hold(second, 250), memory.hold(second, 1)]).toEqual([true, false]);
    memory.release(first, 500);
    expect(memory.hold(second, 250)).toBe(true);
  });
});

describe('UPSTREAM_QUEUE', () => {
  it('limits the calls that wait', async () => {
    const gateway = await gatewayWith({ UPSTREAM_QUEUE: '3', UPSTREAM_CONNECTIONS: '1', REQUEST_TIMEOUT: '1500' });
    world.upstream.reply(never);
    const { errors } = await gateway.execute(`{ ${spaces(6)} }`);
    const full = errors?.filter(({ extensions }) => extensions.code === 'UPSTREAM_UNAVAILABLE');
    expect(full).toHaveLength(2);
    expect(full?.[0]).toMatchObject({ extensions: { retryAfter: 1 } });
    expect(full?.[0]?.message).toMatch(/^Too many calls wait for a connection to the service\./);
  });
});

describe('a client that disconnects', () => {
  it('has no further mutation of its document sent', async () => {
    const gateway = await gatewayWith({});
    const abort = new AbortController();
    world.upstream.reply((response, request) => {
      abort.abort();
      setTimeout(() => json({}, 204)(response, request), 1000);
    });
    const query = `mutation { ${['a', 'b', 'c'].map((id) => `${id}: deleteSpace(input: { id: "${id}" }) { clientMutationId }`).join(' ')} }`;
    const request = fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
      signal: abort.signal,
    });
    await expect(request).rejects.toThrow();
    world.upstream.reply(byPath({}));
    // The log line of the operation is written when it has ended.
    while (!gateway.log.some((line) => line.includes('"kind":"mutation"'))) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(world.upstream.arrived).toEqual([]);
  });
});
