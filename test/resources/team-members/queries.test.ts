import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ItemOf } from '../../../src/engine/contract/endpoint.ts';
import { members } from '../../../src/resources/members/contract.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { teamMembers } from '../../../src/resources/team-members/contract.ts';
import { teams } from '../../../src/resources/teams/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { enumName, expectedUser, globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError, expectSiblings } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

type Staff = ItemOf<typeof teamMembers.list>;

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string; teamId: string };
let all: Staff[];

const selection = everyField('TeamMember');

beforeAll(async () => {
  // Twice the seed, so that a team can have more than twenty members.
  world = await startWorld({ scale: 2 });
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  const organizationId = organization?.id ?? '';
  const [team] = await rest.items(teams.list, { path: { organizationId } });
  path = { organizationId, teamId: team?.id ?? '' };
  const add = (await rest.items(members.list, { path: { organizationId } })).map(({ id }) => id);
  await rest.call(teamMembers.change, { path, body: { add } });
  all = await rest.items(teamMembers.list, { path });
});

afterAll(() => world.close());

const userOf = ({ organization }: Staff) => organization?.user?.id ?? '';
const idOf = (user: string) => globalIdOf('TeamMember', path.organizationId, path.teamId, user);
const ofTeam = (field: string) =>
  `{ organization(id: "${path.organizationId}") { team(id: "${path.teamId}") { ${field} } } }`;

function expected(one: Staff) {
  return present({
    id: idOf(userOf(one)),
    restId: userOf(one),
    team: { restId: path.teamId },
    member: { restId: userOf(one) },
    role: enumName(one.team?.role),
    ...renamed({ permissions: one.permissions }),
  });
}

describe("a team's members", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    expect(new Set(all.map(({ team }) => team?.role))).toEqual(new Set(['owner', 'member']));
    const { data, calls, errors } = await world.execute(ofTeam(`members(first: 100) { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.team.members.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['teamMembers.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => ofTeam(`members(${window}) ${inner}`),
      at: ['organization', 'team', 'members'],
      node: '{ restId role }',
      endpoint: teamMembers.list,
      nodes: all.map((one) => ({ restId: userOf(one), role: enumName(one.team?.role) })),
      size: 10,
    }));

  it('hold the whole member of the organization, who is not fetched again', async () => {
    const { data, calls } = await world.execute(
      ofTeam(
        'members(first: 100) { nodes { member { id role spaceCount user { displayName } organization { restId } } } }',
      ),
    );
    expect(data.organization.team.members.nodes).toEqual(
      all.map(({ organization }) => ({
        member: {
          id: globalIdOf('Member', path.organizationId, organization?.id ?? ''),
          role: enumName(organization?.role) ?? null,
          spaceCount: organization?.spaces,
          user: { displayName: organization?.user?.displayName },
          organization: { restId: path.organizationId },
        },
      })),
    );
    expect(operationsOf(calls)).toEqual(['teamMembers.list']);
  });

  it('have users that caches can tell by their global id', async () => {
    const { data } = await world.execute(
      ofTeam(
        'members(first: 100) { nodes { member { user { restId displayName email photoUrl urls { location } } } } }',
      ),
    );
    expect(present(data.organization.team.members.nodes)).toEqual(
      all.map(({ organization }) => ({ member: { user: present(expectedUser(organization?.user)) } })),
    );
  });

  it('are null with NOT_FOUND for those who may not see the team', async () => {
    const { organizationId } = path;
    const { id } = await rest.call(teams.create, { path: { organizationId }, body: { title: 'Without guests' } });
    const query = `{ organization(id: "${organizationId}") { team(id: "${id}") { members { nodes { role } } } } }`;
    await expectOneError(world, query, {
      at: ['organization', 'team'],
      code: 'NOT_FOUND',
      options: { token: sandboxTokens.guest },
    });
  });

  it('tell what the user may see', async () => {
    const asked = await rest.items(teamMembers.list, { path }, sandboxTokens.reader);
    const { data } = await world.execute(ofTeam('members(first: 100) { nodes { permissions { canView } } }'), {
      token: sandboxTokens.reader,
    });
    expect(data.organization.team.members.nodes).toEqual(asked.map(({ permissions }) => renamed({ permissions })));
  });
});

describe("a team's member, whom REST only lists", () => {
  it('is a node', async () => {
    const last = all.at(-1) as Staff;
    const id = idOf(userOf(last));
    const node = await expectNode(world, { type: 'TeamMember', id, selection, endpoint: teamMembers.list });
    expect(present(node)).toEqual(expected(last));
  });

  it('is read with all siblings by one list, in the order of the ids', async () => {
    const users = [...all.map(userOf)].reverse();
    await expectSiblings(world, {
      type: 'TeamMember',
      ids: [idOf('nobody'), ...users.map(idOf), idOf('nobody else')],
      restIds: [null, ...users, null],
      endpoint: teamMembers.list,
    });
  });

  it('leads to its team, which is fetched only for more than its id', async () => {
    const id = idOf(userOf(all[0] as Staff));
    const { data, calls } = await world.execute(
      `{ node(id: "${id}") { ... on TeamMember { role team { title memberCount } } } }`,
    );
    expect(data.node.team).toEqual({ title: 'Technical Writing', memberCount: all.length });
    expect(operationsOf(calls)).toEqual(['teamMembers.list', 'teams.get']);
  });
});
