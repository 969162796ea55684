import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { teamMembers } from '../../../src/resources/team-members/contract.ts';
import { teams } from '../../../src/resources/teams/contract.ts';
import type { Team } from '../../../src/resources/teams/records.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectList, expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let path: { organizationId: string };
let all: Team[];
let teamId: string;

const selection = everyField('Team');

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  const [organization] = await rest.items(organizations.list);
  path = { organizationId: organization?.id ?? '' };
  all = await rest.items(teams.list, { path });
  teamId = all[1]?.id ?? '';
});

afterAll(() => world.close());

const idOf = (team: string) => globalIdOf('Team', path.organizationId, team);
const inOrganization = (field: string) => `{ organization(id: "${path.organizationId}") { ${field} } }`;

function expected({ object: _, id, members, spaces, ...same }: Team) {
  return present({
    ...renamed(same),
    id: idOf(id),
    restId: id,
    organization: { restId: path.organizationId },
    memberCount: members,
    spaceCount: spaces,
  });
}

describe("an organization's teams", () => {
  it('have every field of the REST records, renamed, from one call', async () => {
    const { data, calls, errors } = await world.execute(inOrganization(`teams { nodes ${selection} }`));
    expect(errors).toBeUndefined();
    expect(data.organization.teams.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['teams.list']);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => inOrganization(`teams(${window}) ${inner}`),
      at: ['organization', 'teams'],
      node: '{ restId title }',
      endpoint: teams.list,
      nodes: all.map(({ id: restId, title }) => ({ restId, title })),
      size: 3,
    }));

  it('are filtered by title', async () => {
    const query = { title: 'RI' };
    const wanted = await rest.items(teams.list, { path, query });
    expect(wanted.length).toBeLessThan(all.length);
    await expectList(world, {
      document: inOrganization('teams(title: "RI") { nodes { restId } }'),
      at: ['organization', 'teams'],
      endpoint: teams.list,
      query,
      restIds: wanted.map(({ id }) => id),
    });
  });

  it("are filtered by owner: a user's plain id, or the global id of the member", async () => {
    const staff = await rest.items(teamMembers.list, { path: { ...path, teamId } });
    const owner = staff.find(({ team }) => team?.role === 'owner')?.organization?.user?.id ?? '';
    const wanted = await rest.items(teams.list, { path, query: { owner } });
    expect(wanted.map(({ id }) => id)).toContain(teamId);
    const ids = [owner, globalIdOf('Member', path.organizationId, owner)];
    for (const id of ids) {
      await expectList(world, {
        document: inOrganization(`teams(ownerId: "${id}") { nodes { restId } }`),
        at: ['organization', 'teams'],
        endpoint: teams.list,
        query: { owner },
        restIds: wanted.map((team) => team.id),
      });
    }
  });

  it("refuse another type's id as their owner", async () => {
    const calls = await expectOneError(world, inOrganization(`teams(ownerId: "${idOf(teamId)}") { totalCount }`), {
      at: ['organization', 'teams'],
      code: 'BAD_USER_INPUT',
      message: /Expected a Member id, got an? Team id/,
    });
    expect(calls).not.toContain('teams.list');
  });

  it('are not for guests to list', () =>
    expectOneError(world, inOrganization('teams { nodes { restId } }'), {
      at: ['organization', 'teams'],
      code: 'FORBIDDEN',
      options: { token: sandboxTokens.guest },
    }));

  it('say what the user may do with them', async () => {
    const document = inOrganization('teams { nodes { permissions { canAdminister canView } } }');
    const flags = async (token: string) =>
      (await world.execute(document, { token })).data.organization.teams.nodes.map(
        ({ permissions }: { permissions: unknown }) => permissions,
      );
    const asked = await rest.items(teams.list, { path }, sandboxTokens.editor);
    expect(await flags(sandboxTokens.admin)).toEqual(all.map(() => ({ canAdminister: true, canView: true })));
    expect(await flags(sandboxTokens.editor)).toEqual(
      asked.map(({ permissions }) => renamed({ permissions }).permissions),
    );
    expect(asked.map(({ permissions }) => permissions?.admin)).toContain(false);
  });
});

describe('a team', () => {
  it.each(['plain REST id', 'global id'])('is found by its %s', async (which) => {
    const id = which === 'global id' ? idOf(teamId) : teamId;
    const { data, calls, errors } = await world.execute(inOrganization(`team(id: "${id}") ${selection}`));
    expect(errors).toBeUndefined();
    expect(present(data.organization.team)).toEqual(
      expected(await rest.call(teams.get, { path: { ...path, teamId } })),
    );
    expect(operationsOf(calls)).toEqual(['teams.get']);
  });

  it('is a node', async () => {
    const node = await expectNode(world, { type: 'Team', id: idOf(teamId), selection, endpoint: teams.get });
    expect(present(node)).toEqual(expected(all[1] as Team));
  });

  it('is read with its siblings where several are asked for, and alone where the list lacks it', async () => {
    const ids = [all[2]?.id ?? '', 'nothing', all[0]?.id ?? ''];
    const { data, calls, errors } = await world.execute(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Team { title } } }',
      { variables: { ids: ids.map(idOf) } },
    );
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual([{ title: all[2]?.title }, null, { title: all[0]?.title }]);
    expect(operationsOf(calls)).toEqual(['teams.get', 'teams.list']);
  });

  it('leads to its organization without a call for the id, and with one for more', async () => {
    const asked = await world.execute(
      `{ node(id: "${idOf(teamId)}") { ... on Team { title organization { restId } } } }`,
    );
    expect(asked.data.node.organization).toEqual({ restId: path.organizationId });
    expect(operationsOf(asked.calls)).toEqual(['teams.get']);
    const more = await world.execute(
      `{ node(id: "${idOf(teamId)}") { ... on Team { title organization { title } } } }`,
    );
    expect(more.data.node.organization).toEqual({ title: 'Halcyon Freight Systems' });
    expect(operationsOf(more.calls)).toEqual(['organizations.get', 'teams.get']);
  });

  it('is null with one NOT_FOUND error at its own path where there is none, whatever is selected', async () => {
    for (const fields of ['title', 'restId', 'members { totalCount }', 'title members { nodes { role } }']) {
      await expectOneError(world, inOrganization(`title team(id: "nothing") { ${fields} }`), {
        at: ['organization', 'team'],
        code: 'NOT_FOUND',
      });
    }
  });

  it("refuses another type's id, and that of another organization's team, without a call", async () => {
    const cases = [
      [globalIdOf('Site', path.organizationId, 'site'), /Expected an? Team id, got an? Site id/],
      [globalIdOf('Team', 'elsewhere', teamId), /belongs to another organization/],
    ] as const;
    for (const [id, message] of cases) {
      const calls = await expectOneError(world, inOrganization(`team(id: "${id}") { title }`), {
        at: ['organization', 'team'],
        code: 'BAD_USER_INPUT',
        message,
      });
      expect(calls).not.toContain('teams.get');
    }
  });
});
