import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { globalIdOf, queriesOf } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import {
  operationsOf,
  startGateway,
  startWorld,
  type TestGateway,
  type TestWorld,
} from '../../support/gateways/gateway.ts';
import { startViewerGateway, type ViewerGateway } from '../../support/gateways/viewer-gateway.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

const memberOf = 'member(organizationId: $organization) { id role }';

let world: TestWorld;
let rest: RestCalls;
let known: ViewerGateway;
let organizationId: string;
let spaceId: string;
let userId: string;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const space = (await spacesByTitle(rest))('Dispatch Guides');
  organizationId = space.organization;
  spaceId = space.id;
  const path = { organizationId };
  const all = await rest.items(contract.members.list, { path, query: { search: 'Mara Lindqvist' } });
  userId = all[0]?.user?.id ?? '';
  known = await startViewerGateway(world.sandboxUrl, userId);
});

afterAll(async () => {
  await known.close();
  await world.close();
});

describe('viewer', () => {
  it('is null without an error or a call where nobody tells the user', async () => {
    const { data, errors, calls } = await world.execute(
      `query ($organization: ID!) { viewer { restId user { restId } ${memberOf} } }`,
      { variables: { organization: organizationId } },
    );
    expect({ data, errors, calls }).toEqual({ data: { viewer: null }, errors: undefined, calls: [] });
  });

  it('has the REST id that authenticate returns, without a call', async () => {
    const { data, calls } = await known.execute('{ viewer { restId } }');
    expect(data).toEqual({ viewer: { restId: userId } });
    expect(calls).toEqual([]);
  });

  it('has the same value as its id, which is deprecated', async () => {
    const { data } = await known.execute(`{
      viewer { id }
      __type(name: "Viewer") { fields(includeDeprecated: true) { name deprecationReason } }
    }`);
    expect(data.viewer).toEqual({ id: userId });
    const deprecationReason = 'Use `restId`: no node has this id.';
    expect(data.__type.fields).toContainEqual({ name: 'id', deprecationReason });
  });

  it('is a member of an organization, or none of it', async () => {
    const query = `query ($organization: ID!) { viewer { ${memberOf} } }`;
    const variables = { organization: organizationId };
    const { data, calls } = await known.execute(query, { variables });
    expect(data.viewer.member).toEqual({ id: globalIdOf('Member', organizationId, userId), role: 'ADMIN' });
    expect(operationsOf(calls)).toEqual(['members.get']);
    const stranger = await known.execute(query, { variables, headers: { 'x-user': 'stranger' } });
    expect(stranger).toMatchObject({ data: { viewer: { member: null } }, errors: undefined });
  });

  it('is the user as a membership has it, with two calls, as planned', async () => {
    const query = '{ viewer { user { restId displayName email } } }';
    const { data, errors, calls } = await known.execute(query);
    expect(errors).toBeUndefined();
    const { user } = await rest.call(contract.members.get, { path: { organizationId, userId } });
    expect(data.viewer.user).toEqual({ restId: userId, displayName: user?.displayName, email: user?.email });
    expect(operationsOf(calls)).toEqual(['members.get', 'organizations.list']);
    const { extensions } = await explainOperation(known, { query }, 'plan');
    expect(extensions?.explain.plan).toMatchObject({
      calls: 2,
      levels: 2,
      tree: [{ operation: 'organizations.list', next: [{ operation: 'members.get' }] }],
    });
  });

  it('is a user by the id alone where no membership tells more', async () => {
    const { data, errors } = await known.execute('{ viewer { user { restId displayName } } }', {
      headers: { 'x-user': 'stranger' },
    });
    expect(errors).toBeUndefined();
    expect(data.viewer.user).toEqual({ restId: 'stranger', displayName: null });
  });

  it('is not shared by requests that differ in nothing else', async () => {
    const query = '{ viewer { restId } organizations(first: 1) { totalCount } }';
    const users = ['ann', 'bob', 'ann'];
    const results = await Promise.all(
      users.map((user) => known.gateway.execute({ query, headers: { 'x-user': user } })),
    );
    expect(results.map(({ data }) => (data as { viewer: unknown }).viewer)).toEqual(
      users.map((restId) => ({ restId })),
    );
  });

  it.each(['', 'a/b', '..'])('is no text that no path can contain: %j', async (user) => {
    const { status, errors } = await known.execute('{ viewer { restId } }', { headers: { 'x-user': user } });
    expect(status).toBe(401);
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

describe('VIEWER in a filter', () => {
  const query = `query ($space: ID!, $organization: ID!) {
    space(id: $space) {
      changeRequests(contributorId: "VIEWER") { totalCount nodes { id } }
      comments(authorIds: ["VIEWER"]) { totalCount }
      both: comments(authorIds: ["VIEWER", "someone"]) { totalCount }
    }
    organization(id: $organization) { teams(ownerId: "VIEWER") { totalCount } }
  }`;
  const variables = () => ({ space: spaceId, organization: organizationId });

  it('is the user of the request', async () => {
    const { data, errors, calls } = await known.execute(query, { variables: variables() });
    expect(errors).toBeUndefined();
    const own = await rest.items(contract.changeRequests.list, { path: { spaceId }, query: { contributor: userId } });
    expect(data.space.changeRequests.totalCount).toBe(own.length);
    expect(queriesOf(calls, contract.changeRequests.list)).toEqual([{ limit: '25', contributor: userId }]);
    expect(calls.map(({ path }) => path).join()).toContain(`authors=${userId}&authors=someone`);
    expect(queriesOf(calls, contract.teams.list)).toEqual([{ limit: '1', owner: userId }]);
  });

  it('matches nothing where the user is not known, and is not dropped from the filter', async () => {
    const { data, errors, calls } = await world.execute(query, { variables: variables() });
    expect(errors).toBeUndefined();
    const none = { totalCount: 0 };
    expect(data).toEqual({
      space: { changeRequests: { ...none, nodes: [] }, comments: none, both: none },
      organization: { teams: none },
    });
    expect(queriesOf(calls, contract.spaceComments.list)).toEqual([{ limit: '1', authors: 'someone' }]);
    expect(operationsOf(calls)).toEqual(['organizations.get', 'spaceComments.list']);
  });
});

describe('a user in a verified JWT', () => {
  const jwt = (claims: unknown, signature = 'c2ln') =>
    `${[{ alg: 'RS256' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${signature}`;
  const read = (started: TestGateway, token: string | null) => started.execute('{ viewer { restId } }', { token });

  it('is read from the claim that the operator names, and from nothing else', async () => {
    const started = await startGateway(world.sandboxUrl, { VERIFIED_JWT_USER_CLAIM: 'user_id' });
    const viewerOf = async (token: string | null) => (await read(started, token)).data.viewer;
    expect(await viewerOf(jwt({ sub: 'ann', user_id: 'bob' }))).toEqual({ restId: 'bob' });
    const unknown = [
      null,
      'opaque',
      jwt({ sub: 'ann' }),
      jwt({ user_id: 7 }),
      jwt({ user_id: 'a/b' }),
      jwt({ user_id: 'bob' }, ''),
      jwt(['user_id']),
      'e30.bm90IGpzb24.c2ln',
    ];
    for (const token of unknown) expect(await viewerOf(token)).toBeNull();
    await started.close();
  });

  it('is not read without the setting', async () => {
    expect((await read(world, jwt({ sub: 'ann' }))).data).toEqual({ viewer: null });
  });
});
