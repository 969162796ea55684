import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxSegmentLength } from '../../src/engine/contract/path-segment.ts';
import { contract, endpoints } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, inputFor, isList, type World } from '../support/sandbox/sandbox-world.ts';

const gets = endpoints.filter(({ method }) => method === 'GET');
const lists = gets.filter(isList);

let api: SandboxCalls;
let world: World;
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
});
afterAll(() => api.sandbox.close());

describe('GET operations', () => {
  it.each(gets.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds as documented',
    async (_, endpoint) => {
      // `call` checks status and shape, and rejects any field that the contract does not have.
      const result: unknown = await api.call(endpoint, inputFor(world, endpoint));
      if (isList(endpoint)) expect((result as { items: unknown[] }).items).not.toHaveLength(0);
      else expect(Object.keys(result as object)).not.toHaveLength(0);
    },
  );

  it.each(gets.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s rejects an unknown token',
    async (_, endpoint) => {
      expect(await api.failure(endpoint, inputFor(world, endpoint), 'unknown-token')).toMatchObject({ status: 401 });
    },
  );

  it.each(gets.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s rejects unknown query parameters',
    async (_, endpoint) => {
      const input = inputFor(world, endpoint);
      const failure = await api.failure(endpoint, { ...input, query: { ...(input.query as object), colour: 'blue' } });
      expect(failure).toMatchObject({ status: 400, message: 'Unknown query parameter: colour.' });
    },
  );

  const withPath = gets.filter(({ path }) => path.includes('{'));
  it.each(withPath.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s responds with 404 to unknown ids',
    async (_, endpoint) => {
      const input = inputFor(world, endpoint);
      const path = Object.fromEntries(Object.keys(input.path ?? {}).map((name) => [name, 'unknown']));
      if (endpoint === contract.organizations.listByEmailDomain) return;
      expect(await api.failure(endpoint, { ...input, path })).toMatchObject({ status: 404 });
    },
  );

  it.each(['a', 'ж', '界'])('know no id of 512 characters %s, and ask for a token first', async (character) => {
    const input = { path: { spaceId: character.repeat(maxSegmentLength) } };
    expect(await api.failure(contract.spaces.get, input)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await api.failure(contract.spaces.get, input, '')).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  it('hides an organization from members of other organizations, except for its public sites and spaces', async () => {
    const inOrganization = gets.filter(({ path }) => path.includes('{') && !path.includes('{emailDomain}'));
    const organization = { path: { organizationId: world.organizationId } };
    const query = { title: 'Engineering Handbook' };
    const [site] = await api.items(contract.sites.list, { ...organization, query });
    const path = { ...organization.path, siteId: site?.id ?? '' };
    const [siteSpace] = await api.items(contract.siteSpaces.list, { path });
    const hidden = { ...world, siteId: path.siteId, spaceId: siteSpace?.space?.id ?? '' };
    for (const endpoint of inOrganization) {
      const failure = await api.failure(endpoint, inputFor(hidden, endpoint), sandboxTokens.outsider);
      expect({ operation: endpoint.id, ...failure }).toMatchObject({ status: 404 });
    }
  });
});

describe('paging', () => {
  it.each(lists.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s returns every item once, in order',
    async (_, endpoint) => {
      const input = inputFor(world, endpoint);
      const all = await page({ limit: 1000 });
      expect(all).not.toHaveProperty('next');
      expect(all.count).toBe(all.items.length);
      const walked: unknown[] = [];
      let token: string | undefined;
      do {
        const { items, next, count } = await page({ limit: 3, ...(token === undefined ? {} : { page: token }) });
        expect(count).toBe(all.count);
        walked.push(...items);
        token = next?.page;
      } while (token !== undefined);
      expect(walked).toEqual(all.items);

      function page(query: object): Promise<{ items: unknown[]; count?: number; next?: { page?: string } }> {
        return api.call(endpoint, { ...input, query: { ...(input.query as object), ...query } }) as never;
      }
    },
  );

  it('accepts a page token with any limit, but not for another list', async () => {
    const { members } = contract;
    const path = { organizationId: world.organizationId };
    const { next } = await api.call(members.list, { path, query: { limit: 2 } });
    const all = await api.items(members.list, { path });
    const rest = await api.items(members.list, { path, query: { page: next?.page ?? '' } });
    expect(rest).toEqual(all.slice(2));
    const elsewhere = { path, query: { page: next?.page ?? '' } };
    expect(await api.failure(contract.teams.list, elsewhere)).toMatchObject({ status: 400 });
    expect(await api.failure(members.list, { path, query: { ...elsewhere.query, role: 'edit' } })).toMatchObject({
      status: 400,
    });
    expect(await api.failure(members.list, { path, query: { page: 'bm90IG9uZQ' } })).toMatchObject({ status: 400 });
  });

  it('accepts a page token with parameters that change the form of the items alone', async () => {
    const path = { spaceId: world.spaceId };
    const { files } = contract.spaceContents;
    const { next } = await api.call(files, { path, query: { limit: 1, metadata: false } });
    const rest = await api.call(files, { path, query: { page: next?.page ?? '', computed: false } });
    expect(rest.items).toEqual((await api.items(files, { path })).slice(1));
  });

  it('has no next page if the last page is full', async () => {
    const path = { organizationId: world.organizationId };
    const { length } = await api.items(contract.sites.list, { path });
    expect(await api.call(contract.sites.list, { path, query: { limit: length } })).not.toHaveProperty('next');
    expect(await api.call(contract.sites.list, { path, query: { limit: length - 1 } })).toHaveProperty('next');
  });
});

describe('invalid requests', () => {
  const get = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(api.url + address, {
      headers: { authorization: `Bearer ${sandboxTokens.admin}`, ...headers },
    });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return { status: response.status, requestId: response.headers.get('x-request-id'), ...error };
  };

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['page=', 'page'],
    ['role=king', 'role'],
    ['order=sideways', 'order'],
  ])('get a 400 that names the parameter for ?%s', async (query, name) => {
    const { status, message } = await get(`/v1/orgs/${world.organizationId}/members?${query}`);
    expect(status).toBe(400);
    expect(message).toContain(name);
  });

  it.each([
    ['status=sleeping', contract.changeRequests.list],
    ['status=sleeping', contract.spaceComments.list],
    ['format=papyrus', contract.spaceComments.list],
    ['format=papyrus', contract.spaceContents.page],
    ['metadata=maybe', contract.spaceContents.get],
    ['status=sleeping', contract.spaces.links],
    [`query=${'x'.repeat(513)}`, contract.spaces.search],
    ['limit=5', contract.spaces.search],
  ])('get a 400 that names the parameter for an unsupported value in ?%s', async (query, endpoint) => {
    const [name = ''] = query.split('=');
    const path = endpoint.path.replace('{spaceId}', world.spaceId).replace('{pageId}', world.pageId);
    const { status, message } = await get(`${path}?${query}`);
    expect(status).toBe(400);
    expect(message).toContain(endpoint === contract.spaces.search && name === 'limit' ? 'query' : name);
  });

  it.each([
    ['malformed', 400, '%E0%A4%A'],
    ['too long', 414, 'x'.repeat(600)],
  ])('get a JSON error with a request id for an address that is %s', async (_, status, id) => {
    const response = await get(`/v1/orgs/${id}`);
    expect(response).toMatchObject({ status, code: 'invalid_request', requestId: expect.any(String) });
    expect(response.message).toBe('The address is malformed, or too long.');
  });

  it('get a JSON 404 with a request id for an unknown address', async () => {
    const response = await get('/v1/nothing');
    expect(response).toMatchObject({ status: 404, code: 'not_found' });
    expect(response.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('get a 401 without a bearer token', async () => {
    const address = `/v1/orgs/${world.organizationId}`;
    expect((await fetch(api.url + address)).status).toBe(401);
    expect(await get(address, { authorization: 'Basic c2FuZGJveC1hZG1pbg==' })).toMatchObject({ status: 401 });
  });

  it('get a 400 for a body that is not JSON', async () => {
    const response = await fetch(`${api.url}/v1/spaces/${world.spaceId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${sandboxTokens.admin}`, 'content-type': 'application/json' },
      body: '{"title":',
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } });
  });
});
