import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { type MutationWorld, startMutationWorld, wrongId } from '../../support/resources/mutation-world.ts';
import { forbidden, missing } from '../../support/resources/mutations.ts';
import { userIdOf } from '../../support/sandbox/sandbox-users.ts';

const { members, teams } = contract;
const { admin, editor, outsider } = sandboxTokens;

let world: MutationWorld;
/** The members who are neither guests nor admins, by their user ids. */
let users: string[];
let id: string;

beforeAll(async () => {
  world = await startMutationWorld();
  const all = await world.rest.items(members.list, { path: { organizationId: world.home } });
  users = all.filter(({ role, teams: count = 0 }) => role !== 'admin' && role != null && count > 0).map(userOf);
  id = memberId(users[0]);
});
afterAll(() => world.close());

const userOf = ({ user }: { user?: { id: string } | undefined }) => user?.id ?? '';
const memberId = (user = '', organizationId = world.home) => globalIdOf('Member', organizationId, user);
const type = 'Member';

describe('updateMember', () => {
  const update = (input: object, token?: string) =>
    world.changed({
      endpoint: members.update,
      name: 'updateMember',
      input: { id, ...input },
      field: 'member',
      type,
      ...(token !== undefined && { token }),
    });

  it('sets a role, keeps it where none is given, and makes a guest by null', async () => {
    expect(await update({ role: 'REVIEW' })).toMatchObject({ id, restId: users[0], role: 'REVIEW' });
    expect(await update({})).toMatchObject({ role: 'REVIEW' });
    const guest = await update({ role: null });
    expect(guest).toMatchObject({ role: null });
    expect(guest.spaceCount).toBeLessThan((await update({ role: 'READ' })).spaceCount);
  });

  it('changes the lists that are read behind it in the same request', async () => {
    const { data, errors } = await world.execute(
      `mutation ($id: ID!) {
        first: updateMember(input: { id: $id, role: COMMENT }) { ...Commenters }
        second: updateMember(input: { id: $id, role: EDIT }) { ...Commenters }
      }
      fragment Commenters on UpdateMemberPayload {
        member { organization { members(role: COMMENT, first: 1000) { nodes { id } } } }
      }`,
      { variables: { id } },
    );
    expect(errors).toBeUndefined();
    const commenters = (result: string) =>
      data[result].member.organization.members.nodes.map((node: { id: string }) => node.id);
    expect(commenters('first')).toContain(id);
    expect(commenters('second')).not.toContain(id);
  });

  it('is for admins, and takes the id of a member only', async () => {
    expect(await world.run.failed('updateMember', { id, role: 'ADMIN' }, editor)).toMatchObject(
      forbidden(members.update),
    );
    expect(await world.run.failed('updateMember', { id, role: 'ADMIN' }, outsider)).toMatchObject(
      missing(members.update),
    );
    for (const other of [globalIdOf('Organization', world.home), users[0]]) {
      expect(await world.run.unsent('updateMember', { id: other, role: 'ADMIN' })).toMatchObject(wrongId);
    }
    expect(await world.read(type, id, '{ role }')).not.toEqual({ role: 'ADMIN' });
  });

  it('refuses to take its last admin from an organization', async () => {
    const organizationId = world.abroad;
    const own = await userIdOf(world.rest, organizationId, admin);
    const admins = await world.rest.items(members.list, { path: { organizationId }, query: { role: 'admin' } });
    for (const user of admins.map(userOf).filter((other) => other !== own)) {
      await update({ id: memberId(user, organizationId), role: 'READ' });
    }
    const input = { id: memberId(own, organizationId) };
    for (const [name, endpoint, change] of [
      ['updateMember', members.update, { role: 'CREATE' }],
      ['removeMember', members.remove, {}],
    ] as const) {
      expect(await world.run.refused(endpoint, name, { ...input, ...change })).toMatchObject({
        field: null,
        code: 'CONFLICT',
        message: expect.stringContaining('admin'),
      });
    }
    expect(await world.read(type, input.id, '{ role }')).toEqual({ role: 'ADMIN' });
  });
});

describe('enableMemberSso', () => {
  it('makes a member sign in by single sign-on', async () => {
    const all = await world.rest.items(members.list, { path: { organizationId: world.home } });
    const input = { id: memberId(userOf(all.find(({ sso }) => sso !== true) ?? {})) };
    const name = 'enableMemberSso';
    expect(await world.read(type, input.id, '{ hasSso }')).not.toEqual({ hasSso: true });
    expect(await world.run.failed(name, input, editor)).toMatchObject(forbidden(members.enableSso));
    const member = await world.changed({ endpoint: members.enableSso, name, input, field: 'member', type });
    expect(member).toMatchObject({ ...input, hasSso: true });
  });
});

describe('pingOrganization', () => {
  it('notes when its caller was last seen, and gives the claims of a visitor', async () => {
    const input = { organizationId: globalIdOf('Organization', world.home) };
    const own = memberId(await userIdOf(world.rest, world.home, editor));
    const { lastSeenAt: before } = await world.read(type, own, '{ lastSeenAt }');
    world.sandbox.clock.advance(90_000);
    const selection = 'visitorClaims organization { restId title }';
    const { payload, reads } = await world.run.done(members.ping, 'pingOrganization', input, selection, editor);
    expect(payload).toEqual({
      visitorClaims: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      organization: { restId: world.home, title: expect.any(String) },
    });
    expect(reads).toEqual(['organizations.get']);
    const { lastSeenAt } = await world.read(type, own, '{ lastSeenAt }');
    expect(Date.parse(lastSeenAt) - Date.parse(before)).toBeGreaterThanOrEqual(90_000);
  });

  it('shows an organization to its members only', async () => {
    const input = { organizationId: world.home };
    expect(await world.run.failed('pingOrganization', input, outsider)).toMatchObject(missing(members.ping));
  });
});

describe('removeMember', () => {
  it('is for admins', async () => {
    expect(await world.run.failed('removeMember', { id }, editor)).toMatchObject(forbidden(members.remove));
    expect(await world.read(type, id, '{ id }')).toEqual({ id });
  });

  it('removes a member from the organization and its teams', async () => {
    const path = { organizationId: world.home, userId: users[1] ?? '' };
    const [joined] = await world.rest.items(members.teams, { path });
    const team = { path: { organizationId: world.home, teamId: joined?.team?.id ?? '' } };
    const { members: before = 0 } = await world.rest.call(teams.get, team);
    await world.deleted(members.remove, 'removeMember', memberId(users[1]));
    const { data } = await world.execute(
      `{ organization(id: "${world.home}") {
        members(first: 1000) { nodes { restId } } team(id: "${team.path.teamId}") { memberCount }
      } }`,
    );
    expect(data.organization.team.memberCount).toBe(before - 1);
    expect(data.organization.members.nodes).not.toContainEqual({ restId: users[1] });
  });
});
