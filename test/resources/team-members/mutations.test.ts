import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import type { Member } from '../../../src/resources/members/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { invalid, type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';

const { members, teamMembers, teams } = contract;
const { editor, outsider } = sandboxTokens;

let world: MutationWorld;
let all: Member[];
/** A new team whose members are the first two. */
let teamId: string;
let restTeamId: string;

beforeAll(async () => {
  world = await startMutationWorld();
  all = await world.rest.items(members.list, { path: { organizationId: world.home } });
});
afterAll(() => world.close());

beforeEach(async () => {
  const path = { organizationId: world.home };
  const body = { title: 'Changing', members: [user(0), user(1)] };
  restTeamId = (await world.rest.call(teams.create, { path, body })).id;
  teamId = globalIdOf('Team', world.home, restTeamId);
});

const user = (i: number) => all[i]?.user?.id ?? '';
const email = (i: number) => all[i]?.user?.email ?? '';
const placeOf = (i: number) => globalIdOf('TeamMember', world.home, restTeamId, user(i));

/** Who is in the team, as a later request reads it: `0 1:OWNER` are the first member and the second, who owns it. */
async function staff(): Promise<string> {
  const team = await world.read('Team', teamId, '{ members { nodes { role member { restId } } } }');
  const places = team.members.nodes.map(({ role, member }: { role: string; member: { restId: string } }) => {
    const index = all.findIndex((_, i) => user(i) === member.restId);
    return role === 'OWNER' ? `${index}:OWNER` : `${index}`;
  });
  return places.sort().join(' ');
}

describe('updateTeamMembers', () => {
  const change = (input: object) =>
    world.run.done(teamMembers.change, 'updateTeamMembers', { teamId, ...input }, 'team { id memberCount }');

  it('adds, removes and sets roles in one step, by id or e-mail address; who is removed is', async () => {
    const { payload, reads } = await change({
      addUserIds: [user(2), email(3), user(4)],
      removeUserIds: [email(1), user(4)],
      memberships: [
        { userId: user(0), role: 'OWNER' },
        { userId: email(3), role: 'OWNER' },
        { userId: user(5), role: 'MEMBER' },
      ],
    });
    expect(payload).toEqual({ team: { id: teamId, memberCount: 4 } });
    expect(reads).toEqual(['teams.get']);
    expect(await staff()).toBe('0:OWNER 2 3:OWNER 5');
  });

  it('takes e-mail addresses with characters that no path can contain', async () => {
    const unknown = ['sales/eu@example.com', 'a%b@example.com'];
    const named = { userId: user(0), role: 'OWNER' };
    for (const input of [
      { addUserIds: [user(0), ...unknown] },
      { removeUserIds: [user(0), ...unknown] },
      { memberships: [named, ...unknown.map((userId) => ({ userId, role: 'OWNER' }))] },
    ]) {
      const errors = await world.run.refused(teamMembers.change, 'updateTeamMembers', { teamId, ...input });
      expect(errors).toMatchObject({ ...invalid, field: [...Object.keys(input), '1'] });
    }
  });

  it('takes the global ids of members as well, and no other', async () => {
    const member = (i: number) => globalIdOf('Member', world.home, user(i));
    await change({
      addUserIds: [member(2), user(3)],
      removeUserIds: [member(1)],
      memberships: [{ userId: member(3), role: 'OWNER' }],
    });
    expect(await staff()).toBe('0 2 3:OWNER');
    const twice = [user(2), member(2)].map((named) => ({ userId: named, role: 'OWNER' }));
    expect(await world.run.unsent('updateTeamMembers', { teamId, memberships: twice })).toMatchObject([
      { field: ['memberships', '1', 'userId'], code: 'INVALID' },
    ]);
    for (const wrong of [
      { addUserIds: [teamId] },
      { removeUserIds: [teamId] },
      { memberships: [{ userId: teamId, role: 'OWNER' }] },
    ]) {
      expect(await world.run.unsent('updateTeamMembers', { teamId, ...wrong })).toMatchObject(wrongId);
    }
    expect(await staff()).toBe('0 2 3:OWNER');
  });

  it('changes nothing where nothing is asked', async () => {
    await change({});
    await change({ addUserIds: [], removeUserIds: [], memberships: [] });
    expect(await staff()).toBe('0 1');
  });

  it('refuses a user who is named twice with roles, and sends nothing', async () => {
    const twice = [
      { userId: user(0), role: 'OWNER' },
      { userId: user(1), role: 'OWNER' },
      { userId: user(0), role: 'MEMBER' },
    ];
    expect(await world.run.unsent('updateTeamMembers', { teamId, memberships: twice })).toEqual([
      { field: ['memberships', '2', 'userId'], code: 'INVALID', message: expect.stringContaining(user(0)) },
    ]);
    expect(await staff()).toBe('0 1');
  });

  it('refuses who is no member of the organization', async () => {
    const input = { teamId, addUserIds: [user(2), 'nobody@nowhere.example'] };
    expect(await world.run.refused(teamMembers.change, 'updateTeamMembers', input)).toMatchObject({
      ...invalid,
      field: ['addUserIds', '1'],
      message: expect.stringContaining('nobody@nowhere.example'),
    });
    expect(await staff()).toBe('0 1');
  });

  it('is for those who manage the team', async () => {
    const input = { teamId, addUserIds: [user(2)] };
    expect(await world.run.failed('updateTeamMembers', input, editor)).toMatchObject(forbidden(teamMembers.change));
    expect(await world.run.failed('updateTeamMembers', input, outsider)).toMatchObject(missing(teamMembers.change));
    expect(await staff()).toBe('0 1');
  });
});

describe('upsertTeamMember', () => {
  const set = (input: object) =>
    world.run.done(
      teamMembers.set,
      'upsertTeamMember',
      { teamId, ...input },
      'teamMember { id role member { restId } team { restId } }',
    );

  it('adds a user, named by the id of the member, or the plain REST id', async () => {
    for (const [i, userId] of [
      [2, globalIdOf('Member', world.home, user(2))],
      [3, user(3)],
      [4, user(4)],
    ] as const) {
      const { payload, reads } = await set({ userId, role: 'OWNER' });
      const member = { restId: user(i) };
      expect(payload.teamMember).toEqual({ id: placeOf(i), role: 'OWNER', member, team: { restId: restTeamId } });
      expect(reads).toEqual(['teamMembers.list']);
    }
    expect(await staff()).toBe('0 1 2:OWNER 3:OWNER 4:OWNER');
  });

  it('sets the role of who is in the team, and keeps it where none is given', async () => {
    expect((await set({ userId: user(1), role: 'OWNER' })).payload.teamMember).toMatchObject({ role: 'OWNER' });
    expect((await set({ userId: user(1) })).payload.teamMember).toMatchObject({ role: 'OWNER' });
    expect((await set({ userId: user(2) })).payload.teamMember).toMatchObject({ role: 'MEMBER' });
    expect((await set({ userId: user(1), role: 'MEMBER' })).payload.teamMember).toMatchObject({ role: 'MEMBER' });
    expect(await staff()).toBe('0 1 2');
  });

  it('refuses strangers, ids of other records, and those who do not manage the team', async () => {
    const stranger = { teamId, userId: 'nobody' };
    expect(await world.run.failed('upsertTeamMember', stranger)).toMatchObject(missing(teamMembers.set));
    expect(await world.run.unsent('upsertTeamMember', { teamId, userId: teamId })).toMatchObject(wrongId);
    const own = { teamId, userId: user(2) };
    expect(await world.run.failed('upsertTeamMember', own, editor)).toMatchObject(forbidden(teamMembers.set));
    expect(await staff()).toBe('0 1');
  });
});

describe('removeTeamMember', () => {
  it('is for those who manage the team', async () => {
    expect(await world.run.failed('removeTeamMember', { id: placeOf(1) }, editor)).toMatchObject(
      forbidden(teamMembers.remove),
    );
    expect(await staff()).toBe('0 1');
  });

  it('removes a user from the team, who stays in the organization', async () => {
    await world.deleted(teamMembers.remove, 'removeTeamMember', placeOf(1));
    expect(await staff()).toBe('0');
    const member = globalIdOf('Member', world.home, user(1));
    expect(await world.read('Member', member, '{ restId }')).toEqual({ restId: user(1) });
  });
});
