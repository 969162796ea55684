import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present, queriesOf } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { everyField, expectedSpace, spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let organizationId: string;
let space: (title: string) => Space;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  space = await spacesByTitle(rest);
  organizationId = space('Dispatch Guides').organization;
});

afterAll(() => world.close());

describe('a space', () => {
  it.each([
    'Dispatch Guides', // kept in step with a git repository
    'Ledger Guides', // behind a share link
    'Partner Integration Kit', // for visitors who signed in, and in no collection
    'Security Policies', // locked
  ])('has every field of its record: %s', async (title) => {
    const { id } = space(title);
    const { data, calls, errors } = await world.execute(`{ space(id: "${id}") ${everyField} }`);
    expect(errors).toBeUndefined();
    expect(present(data.space)).toEqual(expectedSpace(await rest.call(contract.spaces.get, { path: { spaceId: id } })));
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });

  it('has kinds of records in the seed that differ', () => {
    expect(space('Dispatch Guides').gitSync).toBeDefined();
    expect(space('Ledger Guides').visibility).toBe('share-link');
    expect(space('Partner Integration Kit')).toMatchObject({
      visibility: 'visitor-auth',
      visitorAuth: expect.anything(),
    });
    expect(space('Partner Integration Kit').parent).toBeUndefined();
    expect(space('Security Policies').editMode).toBe('locked');
  });

  it('is the same by its plain id, by its global id, and as a node', async () => {
    const { id, title } = space('Dispatch Guides');
    const globalId = globalIdOf('Space', id);
    const { data, calls } = await world.execute(`{
      plain: space(id: "${id}") { id title }
      global: space(id: "${globalId}") { id title }
      node(id: "${globalId}") { id ... on Space { title } }
    }`);
    const same = { id: globalId, title };
    expect(data).toEqual({ plain: same, global: same, node: same });
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });

  it('refuses the id of another type, and names both', async () => {
    const id = globalIdOf('Collection', 'somewhere');
    const { data, errors, calls } = await world.execute(`{ space(id: "${id}") { title } }`);
    expect(data).toEqual({ space: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({ path: ['space'], extensions: { code: 'BAD_USER_INPUT' } });
    expect(errors?.[0]?.message).toContain('Collection');
    expect(errors?.[0]?.message).toContain('Space');
    expect(calls).toEqual([]);
  });

  it.each([
    'title',
    'restId',
    'changeRequests { nodes { number } }',
    'title changeRequests { totalCount } comments { totalCount }',
    'revision { restId }',
    'revision { createdAt }',
    'restId page(id: "nothing") { title }',
    'changeRequest(by: { number: 1 }) { subject }',
  ])('is null with one NOT_FOUND error where there is none, with { %s }', async (selection) => {
    const { data, errors } = await world.execute(`{ space(id: "nowhere") { ${selection} } }`);
    expect(data).toEqual({ space: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({ path: ['space'], extensions: { code: 'NOT_FOUND', rest: { status: 404 } } });
  });

  it('is null without an error as a node that does not exist', async () => {
    const { data, errors } = await world.execute(`{ node(id: "${globalIdOf('Space', 'nowhere')}") { id } }`);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ node: null });
  });

  it('is hidden from those who may not see it', async () => {
    const { data, errors } = await world.execute(`{ space(id: "${space('Security Policies').id}") { title } }`, {
      token: sandboxTokens.outsider,
    });
    expect(data).toEqual({ space: null });
    expect(errors).toMatchObject([{ path: ['space'], extensions: { code: 'NOT_FOUND' } }]);
  });

  it('gives the permissions of who asks', async () => {
    const { id } = space('Dispatch Guides');
    const run = async (token: string) =>
      (await world.execute(`{ space(id: "${id}") { permissions { canView canAdminister canMerge } } }`, { token })).data
        .space.permissions;
    expect(await run(sandboxTokens.admin)).toEqual({ canView: true, canAdminister: true, canMerge: true });
    expect(await run(sandboxTokens.reader)).toEqual({ canView: true, canAdminister: false, canMerge: false });
  });

  it('tells when it was deleted', async () => {
    const path = { spaceId: space('Privacy Policies').id };
    await rest.call(contract.spaces.delete, { path });
    const { data } = await world.execute(`{ space(id: "${path.spaceId}") { deletedAt } }`);
    const { deletedAt } = await rest.call(contract.spaces.get, { path });
    expect(deletedAt).toEqual(expect.any(String));
    expect(data.space).toEqual({ deletedAt });
    await rest.call(contract.spaces.restore, { path });
  });
});

describe("a space's share key", () => {
  async function shareLinks() {
    const sites = await rest.items(contract.sites.list, { path: { organizationId } });
    const site = sites.find(({ visibility }) => visibility === 'share-link');
    return rest.items(contract.shareLinks.list, { path: { organizationId, siteId: site?.id ?? '' } });
  }

  async function activeKey(): Promise<string> {
    const link = (await shareLinks()).find(({ active }) => active);
    return link?.urls?.published?.split('/').at(-1) ?? '';
  }

  it('gives the id of the revision to those who see the space by it alone, without a call', async () => {
    const { id, revision } = space('Ledger Guides');
    const query = `{ space(id: "${id}", shareKey: "${await activeKey()}") { revision { restId } } }`;
    const { data, errors, calls } = await world.execute(query, { token: sandboxTokens.outsider });
    expect({ data, errors }).toEqual({ data: { space: { revision: { restId: revision } } }, errors: undefined });
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });

  it('resolves the published URL', async () => {
    const { id } = space('Ledger Guides');
    const key = await activeKey();
    const run = (args: string) => world.execute(`{ space(id: "${id}"${args}) { urls { published } } }`);
    const { data, calls } = await run(`, shareKey: "${key}"`);
    const { urls } = await rest.call(contract.spaces.get, { path: { spaceId: id }, query: { shareKey: key } });
    expect(urls?.published).toContain(key);
    expect(data.space.urls).toEqual({ published: urls?.published });
    expect(queriesOf(calls, contract.spaces.get)).toEqual([{ shareKey: key }]);
    expect((await run('')).data.space.urls).toEqual({ published: null });
  });

  it('costs the space where it is wrong, also when nothing else would be asked', async () => {
    const { id } = space('Ledger Guides');
    const { data, errors } = await world.execute(`{ space(id: "${id}", shareKey: "guessed") { restId } }`);
    expect(data).toEqual({ space: null });
    expect(errors).toMatchObject([{ path: ['space'], extensions: { code: 'FORBIDDEN' } }]);
  });
});
