import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Member, members } from '../../../src/resources/members/contract.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { enumName, expectedUser, globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectList, expectNode, expectOneError } from '../../support/resources/reads.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string };
let all: Member[];
let userId: string;

const selection = everyField('Member');

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  path = { organizationId: organization?.id ?? '' };
  all = await rest.items(members.list, { path });
  userId = all.find(({ teams = 0 }) => teams > 1)?.id ?? '';
});

afterAll(() => world.close());

function expected({ object: _, user, disabled, sso, spaces, teams, role, ...same }: Member) {
  return present({
    ...same,
    id: globalIdOf('Member', path.organizationId, user?.id ?? ''),
    restId: user?.id,
    organization: { restId: path.organizationId },
    user: expectedUser(user),
    role: enumName(role),
    isDisabled: disabled,
    hasSso: sso,
    spaceCount: spaces,
    teamCount: teams,
  });
}

const inOrganization = (field: string) => `{ organization(id: "${path.organizationId}") { ${field} } }`;
const ofMember = (field: string) => inOrganization(`member(id: "${userId}") { ${field} }`);
const idOf = (user: string) => globalIdOf('Member', path.organizationId, user);

describe("an organization's members", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    expect(new Set(all.map(({ role }) => role))).toContain(null);
    const { data, calls, errors } = await world.execute(inOrganization(`members { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.members.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['members.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`members(${window}) ${inner}`),
      at: ['organization', 'members'],
      node: '{ restId role }',
      endpoint: members.list,
      nodes: all.map(({ id: restId, role }) => ({ restId, role: enumName(role) ?? null })),
      size: 7,
    }));

  it.each([
    ['orderBy: { direction: ASC }', { order: 'asc' }],
    ['role: EDIT', { role: 'edit' }],
    ['role: ADMIN', { role: 'admin' }],
    ['search: "an"', { search: 'an' }],
    ['search: "nobody has this"', { search: 'nobody has this' }],
    ['orderBy: { field: LAST_SEEN_AT }', { sort: 'lastSeenAt' }],
    [
      'role: EDIT, search: "a", orderBy: { field: LAST_SEEN_AT, direction: ASC }',
      { role: 'edit', search: 'a', sort: 'lastSeenAt', order: 'asc' },
    ],
  ] as const)('are filtered and sorted by { %s }', async (args, query) => {
    const wanted = await rest.items(members.list, { path, query });
    await expectList(world, {
      document: inOrganization(`members(${args}) { nodes { restId } }`),
      at: ['organization', 'members'],
      endpoint: members.list,
      query,
      restIds: wanted.map(({ id }) => id),
    });
  });

  it('are not for guests to list', async () => {
    const calls = await expectOneError(world, inOrganization('members { nodes { restId } }'), {
      at: ['organization', 'members'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    });
    // The organization's own record decides whether it exists for the guest.
    expect(calls.sort()).toEqual(['members.list', 'organizations.get']);
  });

  it('are read by one list where several are asked for', async () => {
    const ids = [all[3], all[1]].map((one) => idOf(one?.id ?? ''));
    const { data, calls } = await world.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Member { restId } } }',
      {
        variables: { ids: [...ids, idOf('nobody')] },
      },
    );
    expect(data.nodes).toEqual([{ restId: all[3]?.id }, { restId: all[1]?.id }, null]);
    // The list does not hold the third: it alone is asked for by itself.
    expect(operationsOf(calls)).toEqual(['members.get', 'members.list']);
  });
});

describe('a member', () => {
  it.each(['plain REST id', "member's global id"])('is found by the %s', async (which) => {
    const ids: Record<string, string> = {
      'plain REST id': userId,
      "member's global id": idOf(userId),
    };
    const record = await rest.call(members.get, { path: { ...path, userId } });
    const { data, calls, errors } = await world.execute(inOrganization(`member(id: "${ids[which]}") ${selection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.member)).toEqual(expected(record));
    expect(operationsOf(calls)).toEqual(['members.get']);
  });

  it('is a node', async () => {
    const record = await rest.call(members.get, { path: { ...path, userId } });
    const node = await expectNode(world, { type: 'Member', id: idOf(userId), selection, endpoint: members.get });
    expect(present(node)).toEqual(expected(record));
  });

  it('is null with one NOT_FOUND error at its own path where there is none', async () => {
    await expectOneError(world, inOrganization('title member(id: "nobody") { role }'), {
      at: ['organization', 'member'],
      code: 'NOT_FOUND',
    });
    const { data, errors } = await world.execute(`{ node(id: "${idOf('nobody')}") { id } }`);
    expect({ data, errors }).toEqual({ data: { node: null }, errors: undefined });
  });

  it("refuses another type's id, and that of another organization's member, without a call", async () => {
    const cases = [
      [globalIdOf('Team', path.organizationId, 'team'), /Expected an? Member id, got an? Team id/],
      [globalIdOf('Member', 'elsewhere', userId), /belongs to another organization/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, inOrganization(`member(id: "${id}") { role }`), {
        at: ['organization', 'member'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('members.get');
    }
  });

  it('may be looked at by itself, but not by a guest who is another', async () => {
    const guest = all.find(({ user }) => user?.displayName === 'Joel Abernathy')?.id ?? '';
    const own = await world.execute(inOrganization(`member(id: "${guest}") { role user { displayName } }`), {
      token: sandboxTokens.guest,
    });
    expect(own.errors).toBeUndefined();
    expect(own.data.organization.member).toEqual({ role: null, user: { displayName: 'Joel Abernathy' } });
    await expectOneError(world, ofMember('role'), {
      at: ['organization', 'member'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    });
  });
});

describe("a member's spaces", () => {
  it('come in pages', async () => {
    const wanted = await rest.items(members.spaces, { path: { ...path, userId } });
    await expectConnection(world, {
      document: (window, inner) => ofMember(`spaces(${window}) ${inner}`),
      at: ['organization', 'member', 'spaces'],
      node: '{ restId title }',
      endpoint: members.spaces,
      nodes: wanted.map(({ space }) => ({ restId: space?.id, title: space?.title })),
      size: 6,
    });
  });

  it('have the permission on the edge, and are not fetched again', async () => {
    const wanted = await rest.items(members.spaces, { path: { ...path, userId } });
    expect(new Set(wanted.map(({ permission }) => permission)).size).toBeGreaterThan(0);
    const { data, calls } = await world.execute(
      ofMember('spaces(first: 100) { edges { role node { title organization { restId } } } }'),
    );
    expect(data.organization.member.spaces.edges).toEqual(
      wanted.map(({ permission, space }) => ({
        role: enumName(permission),
        node: { title: space?.title, organization: { restId: path.organizationId } },
      })),
    );
    expect(operationsOf(calls)).toEqual(['members.spaces']);
  });

  it('are ordered as asked', async () => {
    const wanted = await rest.items(members.spaces, { path: { ...path, userId }, query: { order: 'asc' } });
    await expectList(world, {
      document: ofMember('spaces(order: ASC, first: 100) { nodes { restId } }'),
      at: ['organization', 'member', 'spaces'],
      endpoint: members.spaces,
      query: { order: 'asc' },
      restIds: wanted.map(({ space }) => space?.id ?? ''),
    });
  });
});

describe("a member's teams", () => {
  it('come in pages', async () => {
    const wanted = await rest.items(members.teams, { path: { ...path, userId } });
    await expectConnection(world, {
      document: (window, inner) => ofMember(`teams(${window}) ${inner}`),
      at: ['organization', 'member', 'teams'],
      node: '{ restId title memberCount }',
      endpoint: members.teams,
      nodes: wanted.map(({ team }) => ({ restId: team?.id, title: team?.title, memberCount: team?.members })),
      size: 1,
    });
  });

  it('have the role on the edge, and are not fetched again', async () => {
    const owner = await ownerOfTeams();
    const wanted = await rest.items(members.teams, { path: { ...path, userId: owner } });
    const { data, calls } = await world.execute(
      inOrganization(`member(id: "${owner}") { teams { edges { role node { title organization { restId } } } } }`),
    );
    expect(data.organization.member.teams.edges).toEqual(
      wanted.map(({ team, member }) => ({
        role: enumName(member?.role),
        node: { title: team?.title, organization: { restId: path.organizationId } },
      })),
    );
    expect(operationsOf(calls)).toEqual(['members.teams']);
  });

  it('are filtered by title', async () => {
    const [first] = await rest.items(members.teams, { path: { ...path, userId } });
    const title = first?.team?.title?.slice(2, 6).toUpperCase() ?? '';
    const wanted = await rest.items(members.teams, { path: { ...path, userId }, query: { title } });
    await expectList(world, {
      document: ofMember(`teams(title: "${title}") { nodes { restId } }`),
      at: ['organization', 'member', 'teams'],
      endpoint: members.teams,
      query: { title },
      restIds: wanted.map(({ team }) => team?.id ?? ''),
    });
  });

  /** A member who is owner of one team at least. */
  async function ownerOfTeams(): Promise<string> {
    for (const { id } of all) {
      const list = await rest.items(members.teams, { path: { ...path, userId: id } });
      if (list.some(({ member }) => member?.role === 'owner')) return id;
    }
    throw new Error('Nobody owns a team in the seed.');
  }
});
