import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { userIdOf } from '../support/sandbox/sandbox-users.ts';

const { organizations, members, teams, teamMembers, translations } = contract;
const { admin, editor, reader, guest } = sandboxTokens;

let api: SandboxCalls;
/** The first organization: all users except the outsider are members. */
let organizationId: string;
/** User ids by role. */
let users: Record<'admin' | 'editor' | 'reader' | 'guest', string>;

beforeAll(async () => {
  api = await startSandboxCalls();
  organizationId = (await api.items(organizations.list, {}, editor))[0]?.id ?? '';
  users = {
    admin: await userIdOf(api, organizationId, admin),
    editor: await userIdOf(api, organizationId, editor),
    reader: await userIdOf(api, organizationId, reader),
    guest: await userIdOf(api, organizationId, guest),
  };
});
afterAll(() => api.sandbox.close());

const inOrganization = () => ({ path: { organizationId } });
const member = (userId: string) => ({ path: { organizationId, userId } });

describe('members', () => {
  it('are filtered by name, e-mail and role', async () => {
    const { user } = await api.call(members.get, member(users.reader));
    for (const search of [user?.displayName?.toUpperCase(), user?.email?.slice(0, 12)]) {
      const found = await api.items(members.list, { ...inOrganization(), query: { search } });
      expect(found.map(({ id }) => id)).toContain(users.reader);
    }
    const admins = await api.items(members.list, { ...inOrganization(), query: { role: 'admin' } });
    expect(new Set(admins.map(({ role }) => role))).toEqual(new Set(['admin']));
  });

  it('are sorted by joining time, or by last-seen time without disabled members', async () => {
    const byJoining = await api.items(members.list, inOrganization());
    const joined = byJoining.map(({ joinedAt }) => joinedAt);
    expect(joined).toEqual([...joined].sort().reverse());
    expect(byJoining.some(({ disabled }) => disabled)).toBe(true);
    const bySeeing = await api.items(members.list, {
      ...inOrganization(),
      query: { sort: 'lastSeenAt', order: 'asc' },
    });
    expect(bySeeing.map(({ id }) => id).sort()).toEqual(
      byJoining
        .filter(({ disabled }) => !disabled)
        .map(({ id }) => id)
        .sort(),
    );
    const seen = bySeeing.map(({ lastSeenAt = '' }) => lastSeenAt);
    expect(seen).toEqual([...seen].sort());
    const refusal = await api.failure(members.list, { ...inOrganization(), query: { sort: 'shoeSize' } });
    expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining('joinedAt, lastSeenAt') });
  });

  it('are marked as seen by their ping', async () => {
    api.sandbox.clock.advance(60_000);
    const before = await api.call(members.get, member(users.reader));
    await api.call(members.ping, inOrganization(), reader);
    const after = await api.call(members.get, member(users.reader));
    expect(Date.parse(after.lastSeenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(before.lastSeenAt ?? '') + 60_000);
  });

  it('get another role or none, which changes their permissions', async () => {
    const asCreator = await api.call(members.update, { ...member(users.reader), body: { role: 'create' } });
    expect(asCreator.role).toBe('create');
    await api.call(translations.create, { ...inOrganization(), body: { title: 'By the reader' } }, reader);
    const asGuest = await api.call(members.update, { ...member(users.reader), body: { role: null } });
    expect(asGuest.role).toBeNull();
    expect(await api.failure(translations.list, inOrganization(), reader)).toMatchObject({ status: 403 });
    expect(await api.call(members.update, { ...member(users.reader), body: {} })).toEqual(asGuest);
    await api.call(members.update, { ...member(users.reader), body: { role: 'read' } });
    const byEditor = { ...member(users.reader), body: { role: 'admin' as const } };
    expect(await api.failure(members.update, byEditor, editor)).toMatchObject({ status: 403 });
  });

  it('include at least one admin', async () => {
    const body = { role: 'edit' as const };
    expect(await api.failure(members.update, { ...member(users.admin), body })).toMatchObject({ status: 409 });
    expect(await api.failure(members.remove, member(users.admin))).toMatchObject({ status: 409 });
  });

  it('become SSO members', async () => {
    expect((await api.call(members.get, member(users.editor))).sso).toBe(false);
    expect((await api.call(members.enableSso, member(users.editor))).sso).toBe(true);
    expect((await api.call(members.get, member(users.editor))).sso).toBe(true);
  });

  it('list their own spaces and teams with their role there', async () => {
    const own = await api.items(members.spaces, member(users.guest), guest);
    expect(own.length).toBeGreaterThan(0);
    for (const { permission, space } of own) {
      expect(space?.permissions?.comment).toBe(permission !== 'read');
      expect(space?.permissions?.admin).toBe(permission === 'admin');
    }
    const times = own.map(({ space }) => space?.updatedAt);
    expect(times).toEqual([...times].sort().reverse());
    expect((await api.call(members.get, member(users.guest), guest)).spaces).toBe(own.length);
    expect(await api.failure(members.spaces, member(users.admin), guest)).toMatchObject({ status: 403 });
  });

  it('see their own teams, also as guests', async () => {
    const [own] = await api.items(members.teams, member(users.guest), guest);
    const path = { organizationId, teamId: own?.team?.id ?? '' };
    expect(own?.team?.permissions).toEqual({ view: true, admin: false });
    expect(await api.call(teams.get, { path }, guest)).toEqual(own?.team);
    const together = await api.items(teamMembers.list, { path }, guest);
    expect(together).toHaveLength(own?.team?.members ?? 0);
    expect(await api.failure(teams.update, { path, body: { title: 'Mine' } }, guest)).toMatchObject({ status: 403 });
  });

  it('leave the organization and its teams', async () => {
    const all = await api.items(members.list, inOrganization());
    const leaver = all.find(({ id, teams: joined = 0 }) => joined > 0 && !Object.values(users).includes(id))?.id ?? '';
    const [joined] = await api.items(members.teams, member(leaver));
    const teamId = joined?.team?.id ?? '';
    await api.call(members.remove, member(leaver));
    expect(await api.failure(members.get, member(leaver))).toMatchObject({ status: 404 });
    const left = await api.call(teams.get, { path: { organizationId, teamId } });
    expect(left.members).toBe((joined?.team?.members ?? 0) - 1);
  });
});

describe('teams', () => {
  const team = (teamId: string) => ({ path: { organizationId, teamId } });
  const inTeam = (teamId: string, userId: string) => ({ path: { organizationId, teamId, userId } });
  const create = (title: string, ids: string[] = [], token: string = admin) =>
    api.call(teams.create, { ...inOrganization(), body: { title, members: ids } }, token);
  const rolesIn = async (teamId: string) => {
    const list = await api.items(teamMembers.list, team(teamId));
    return Object.fromEntries(list.map((item) => [item.organization?.id ?? '', item.team?.role]));
  };

  it('are created with members, renamed and deleted', async () => {
    const { id, ...created } = await create('Docs guild', [users.editor, users.reader]);
    expect(created).toMatchObject({ title: 'Docs guild', members: 2, spaces: 0 });
    const renamed = await api.call(teams.update, { ...team(id), body: { title: 'Wordsmiths' } });
    expect(renamed).toEqual({ ...created, id, title: 'Wordsmiths' });
    expect((await api.items(teams.list, { ...inOrganization(), query: { title: 'WORDS' } })).map((t) => t.id)).toEqual([
      id,
    ]);
    await api.call(teams.delete, team(id));
    expect(await api.failure(teams.get, team(id))).toMatchObject({ status: 404 });
    const left = await api.items(members.teams, { ...member(users.editor), query: { title: 'wordsmiths' } });
    expect(left).toEqual([]);
  });

  it('are not created with users who are not members of the organization', async () => {
    const body = { title: 'Nobody', members: [users.editor, 'stranger'] };
    expect(await api.failure(teams.create, { ...inOrganization(), body })).toMatchObject({
      status: 400,
      message: expect.stringContaining('stranger'),
    });
    expect(await api.items(teams.list, { ...inOrganization(), query: { title: 'nobody' } })).toEqual([]);
  });

  it('are created with the permission to own one, and managed by their creator', async () => {
    const body = { title: 'Mine' };
    expect(await api.failure(teams.create, { ...inOrganization(), body }, editor)).toMatchObject({ status: 403 });
    await api.call(members.update, { ...member(users.editor), body: { role: 'review' } });
    const { id, permissions } = await create('Mine', [], editor);
    expect(permissions).toEqual({ view: true, admin: true });
    expect(await rolesIn(id)).toEqual({ [users.editor]: 'owner' });
    const managed = await api.items(teams.list, { ...inOrganization(), query: { owner: users.editor, title: 'mine' } });
    expect(managed.map((one) => one.id)).toEqual([id]);
    const byOther = await api.items(teams.list, { ...inOrganization(), query: { owner: users.reader, title: 'mine' } });
    expect(byOther).toEqual([]);
    expect(await api.failure(teams.update, { ...team(id), body: { title: 'Yours' } }, reader)).toMatchObject({
      status: 403,
    });
    await api.call(members.update, { ...member(users.editor), body: { role: 'edit' } });
  });

  it('add and remove several members at once, by id or e-mail; removal wins', async () => {
    const { id } = await create('Everyone', [users.guest]);
    const email = (await api.call(members.get, member(users.reader))).user?.email ?? '';
    await api.call(teamMembers.change, {
      ...team(id),
      body: { add: [email.toUpperCase(), users.editor, users.admin], remove: [users.guest, users.editor] },
    });
    expect(await rolesIn(id)).toEqual({ [users.reader]: 'member', [users.admin]: 'member' });
    await api.call(teamMembers.change, {
      ...team(id),
      body: { add: [users.reader], memberships: { [email]: { role: 'owner' }, [users.guest]: { role: 'member' } } },
    });
    expect(await rolesIn(id)).toEqual({ [users.reader]: 'owner', [users.admin]: 'member', [users.guest]: 'member' });
    const stranger = { ...team(id), body: { add: [users.editor], remove: ['nobody@example.org'] } };
    expect(await api.failure(teamMembers.change, stranger)).toMatchObject({ status: 400 });
    expect(Object.keys(await rolesIn(id))).not.toContain(users.editor);
    expect((await api.call(teams.get, team(id))).members).toBe(3);
  });

  it('add one member, set the role, and remove the member', async () => {
    const { id } = await create('Small');
    await api.call(teamMembers.set, { ...inTeam(id, users.reader), body: { role: 'owner' } });
    await api.call(teamMembers.set, { ...inTeam(id, users.reader), body: {} });
    await api.call(teamMembers.set, { ...inTeam(id, users.guest), body: {} });
    expect(await rolesIn(id)).toEqual({ [users.reader]: 'owner', [users.guest]: 'member' });
    // An owner manages the team, with any role in the organization.
    await api.call(teamMembers.remove, inTeam(id, users.guest), reader);
    expect(await api.failure(teamMembers.remove, inTeam(id, users.guest))).toMatchObject({ status: 404 });
    expect(await api.failure(teamMembers.set, { ...inTeam(id, 'stranger'), body: {} })).toMatchObject({ status: 404 });
  });
});
