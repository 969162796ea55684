import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { members, teams } = contract;
const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let organizationId: string;
/** Members of the organization, by their user ids. */
let users: string[];

beforeAll(async () => {
  world = await startMutationWorld();
  organizationId = globalIdOf('Organization', world.home);
  const all = await world.rest.items(members.list, { path: { organizationId: world.home } });
  users = all.map(({ user }) => user?.id ?? '');
});
afterAll(() => world.close());

const team = { field: 'team', type: 'Team' };
const create = (input: object) =>
  world.changed({ endpoint: teams.create, name: 'createTeam', input: { organizationId, ...input }, ...team });

/** The titles of the organization's teams that hold a word. */
async function titles(word: string) {
  const query = `{ organization(id: "${world.home}") { teams(title: "${word}") { nodes { title } } } }`;
  const { data } = await world.execute(query);
  return data.organization.teams.nodes.map(({ title }: { title: string }) => title);
}

describe('createTeam', () => {
  it('creates an empty team', async () => {
    const title = `Z${'e'.repeat(63)}`;
    expect(await create({ title })).toMatchObject({ title, memberCount: 0, organization: { restId: world.home } });
    expect(await titles('zeeee')).toEqual([title]);
  });

  it('takes members by the ids of members, and plain REST ids', async () => {
    const [first = '', second = '', third = ''] = users;
    const memberIds = [globalIdOf('Member', world.home, first), second, third];
    const { id, memberCount } = await create({ title: 'Trio', memberIds });
    expect(memberCount).toBe(3);
    const { members: found } = await world.read('Team', id, '{ members { nodes { member { restId } } } }');
    expect(found.nodes.map((node: { member: { restId: string } }) => node.member.restId).sort()).toEqual(
      [first, second, third].sort(),
    );
  });

  it('refuses wrong titles, and sends nothing', async () => {
    for (const [input, field, code] of [
      [{ title: '' }, ['title'], 'TOO_SHORT'],
      [{ title: 'T'.repeat(65) }, ['title'], 'TOO_LONG'],
    ] as const) {
      expect(await world.run.unsent('createTeam', { organizationId, ...input })).toMatchObject([{ field, code }]);
    }
  });

  it('refuses members who are none, and ids of other records', async () => {
    const input = { organizationId, title: 'Strangers' };
    expect(
      await world.run.refused(teams.create, 'createTeam', { ...input, memberIds: [users[0], 'nobody'] }),
    ).toMatchObject({ ...invalid, field: ['memberIds', '1'], message: expect.stringContaining('nobody') });
    expect(await world.run.unsent('createTeam', { ...input, memberIds: [organizationId] })).toMatchObject(wrongId);
    expect(await titles('Strangers')).toEqual([]);
  });

  it('is for those who may own teams', async () => {
    const input = { organizationId, title: 'Not mine' };
    expect(await world.run.failed('createTeam', input, editor)).toMatchObject(forbidden(teams.create));
    expect(await world.run.failed('createTeam', input, outsider)).toMatchObject(missing(teams.create));
    expect(await titles('Not mine')).toEqual([]);
  });
});

describe('updateTeam', () => {
  it('renames a team', async () => {
    const { id, ...before } = await create({ title: 'Old name', memberIds: users.slice(0, 2) });
    const input = { id, title: 'New name' };
    const renamed = await world.changed({ endpoint: teams.update, name: 'updateTeam', input, ...team });
    expect(renamed).toEqual({ id, ...before, title: 'New name' });
    expect(await titles('Old name')).toEqual([]);
  });

  it('refuses wrong titles, and those who do not manage the team', async () => {
    const { id } = await create({ title: 'Kept' });
    for (const [title, code] of [
      ['', 'TOO_SHORT'],
      ['T'.repeat(65), 'TOO_LONG'],
    ]) {
      expect(await world.run.unsent('updateTeam', { id, title })).toMatchObject([{ field: ['title'], code }]);
    }
    expect(await world.run.failed('updateTeam', { id, title: 'Mine' }, editor)).toMatchObject(forbidden(teams.update));
    expect(await world.read('Team', id, '{ title }')).toEqual({ title: 'Kept' });
  });
});

describe('deleteTeam', () => {
  it('deletes a team, but not its members', async () => {
    const { id } = await create({ title: 'Short-lived', memberIds: [users[0]] });
    expect(await world.run.failed('deleteTeam', { id }, editor)).toMatchObject(forbidden(teams.delete));
    await world.deleted(teams.delete, 'deleteTeam', id);
    expect(await titles('Short-lived')).toEqual([]);
    const member = globalIdOf('Member', world.home, users[0] ?? '');
    const { restId, teams: left } = await world.read('Member', member, '{ restId teams { nodes { id } } }');
    expect(restId).toBe(users[0]);
    expect(left.nodes).not.toContainEqual({ id });
  });
});
