import fc from 'fast-check';
import type { Actor } from './state.ts';
import {
  type Collection,
  levels,
  type Model,
  type ModelRecord,
  pick,
  type RejectionCode,
  rejectedBelow,
  rejectedIn,
  rejectedInOrganization,
  type Team,
  tooLong,
} from './state.ts';
import { actor, maybe, number, present, step, text } from './steps.ts';

const removed = ({ isRemoved: isGone }: ModelRecord): RejectionCode | undefined => (isGone ? 'NOT_FOUND' : undefined);

/** Steps on the share links of a site; they require the level `CREATE`. */
export const shareLinkSteps = [
  step('createShareLink', { actor, name: text(50) }, (model, { actor, name }) => ({
    actor,
    input: { siteId: model.given.site, name },
    creates: 'shareLink',
    rejection: tooLong(50, name) ?? rejectedInOrganization(actor, 'CREATE'),
    done: (id) => {
      model.shareLinks.push({ id, isRemoved: false, name, isActive: true });
    },
  })),
  step(
    'updateShareLink',
    { actor, link: number, name: maybe(text(50)), isActive: maybe(fc.boolean()) },
    (model, { actor, link: n, ...values }) => {
      const link = pick(model.shareLinks, n);
      if (link === undefined) return null;
      const changes = present(values);
      return {
        actor,
        input: { id: link.id, ...changes },
        rejection: tooLong(50, values.name) ?? rejectedInOrganization(actor, 'CREATE') ?? removed(link),
        done: () => void Object.assign(link, changes),
      };
    },
  ),
  step('deleteShareLink', { actor, link: number }, (model, { actor, link: n }) => {
    const link = pick(model.shareLinks, n);
    if (link === undefined) return null;
    return {
      actor,
      input: { id: link.id },
      rejection: rejectedInOrganization(actor, 'CREATE') ?? removed(link),
      done: () => {
        link.isRemoved = true;
      },
    };
  }),
];

/** Teams are managed by their owners and by admins. */
function rejectedOnTeam({ given }: Model, team: Team, actor: Actor): RejectionCode | undefined {
  if (team.isRemoved) return 'NOT_FOUND';
  return team.members.get(given.users[actor]) === 'OWNER' ? undefined : rejectedInOrganization(actor, 'ADMIN');
}

const users = ({ given }: Model) => [...Object.values(given.users), ...given.others, 'nobody'];
const isNobody = (user: string) => user === 'nobody';
const role = fc.constantFrom('OWNER' as const, 'MEMBER' as const);
const few = fc.uniqueArray(fc.nat(5), { maxLength: 3 });

/** Without a role, a new member gets MEMBER, and an existing member keeps the role. */
function join(team: Team, user: string, as?: 'OWNER' | 'MEMBER'): void {
  team.members.set(user, as ?? team.members.get(user) ?? 'MEMBER');
}

/** Steps on teams and their members. */
export const teamSteps = [
  step('createTeam', { actor, title: text(64), members: few }, (model, { actor, title, members }) => {
    const memberIds = members.map((n) => users(model)[n] as string);
    return {
      actor,
      input: { organizationId: model.given.organization, title, memberIds },
      creates: 'team',
      rejection:
        tooLong(64, title) ??
        rejectedInOrganization(actor, 'REVIEW') ??
        (memberIds.some(isNobody) ? 'INVALID' : undefined),
      done: (id) => {
        model.teams.push({ id, isRemoved: false, title, members: new Map(memberIds.map((user) => [user, 'MEMBER'])) });
      },
    };
  }),
  step(
    'updateTeam',
    { actor, team: number, title: fc.oneof(text(64), fc.constant('')) },
    (model, { actor, team: n, title }) => {
      const team = pick(model.teams, n);
      if (team === undefined) return null;
      return {
        actor,
        input: { id: team.id, title },
        rejection: tooLong(64, title) ?? (title === '' ? 'TOO_SHORT' : rejectedOnTeam(model, team, actor)),
        done: () => {
          team.title = title;
        },
      };
    },
  ),
  step('deleteTeam', { actor, team: number }, (model, { actor, team: n }) => {
    const team = pick(model.teams, n);
    if (team === undefined) return null;
    return {
      actor,
      input: { id: team.id },
      rejection: rejectedOnTeam(model, team, actor),
      done: () => {
        team.isRemoved = true;
      },
    };
  }),
  step(
    'upsertTeamMember',
    { actor, team: number, user: number, role: maybe(role) },
    (model, { actor, team: n, user: m, role: as }) => {
      const team = pick(model.teams, n);
      if (team === undefined) return null;
      const user = pick(users(model), m) as string;
      return {
        actor,
        input: { teamId: team.id, userId: user, ...present({ role: as }) },
        rejection: rejectedOnTeam(model, team, actor) ?? (isNobody(user) ? 'NOT_FOUND' : undefined),
        done: () => join(team, user, as),
      };
    },
  ),
  step(
    'updateTeamMembers',
    { actor, team: number, add: few, remove: few, assign: few, role },
    (model, { actor, team: n, role: as, ...drawn }) => {
      const team = pick(model.teams, n);
      if (team === undefined) return null;
      const [add, remove, assign] = [drawn.add, drawn.remove, drawn.assign].map((list) =>
        list.map((m) => users(model)[m] as string),
      ) as [string[], string[], string[]];
      const memberships = assign.map((userId) => ({ userId, role: as }));
      return {
        actor,
        input: { teamId: team.id, addUserIds: add, removeUserIds: remove, memberships },
        rejection:
          rejectedOnTeam(model, team, actor) ?? ([...add, ...remove, ...assign].some(isNobody) ? 'INVALID' : undefined),
        done: () => {
          for (const user of add) join(team, user);
          for (const user of assign) join(team, user, as);
          // Removal takes precedence over the other lists.
          for (const user of remove) team.members.delete(user);
        },
      };
    },
  ),
];

/** Whether a collection equals another one or is inside it. */
function isIn(inner: Collection | undefined, outer: Collection): boolean {
  return inner !== undefined && (inner === outer || isIn(inner.parent, outer));
}

/** Steps on collections. They require the level `CREATE`; deleting and setting the default level require `ADMIN`. */
export const collectionSteps = [
  step(
    'createCollection',
    { actor, title: text(50), parent: fc.option(number) },
    (model, { actor, title, parent: n }) => {
      const parent = n === null ? undefined : pick(model.collections, n);
      return {
        actor,
        input: { organizationId: model.given.organization, title, ...(parent && { parentId: parent.id }) },
        creates: 'collection',
        rejection:
          tooLong(50, title) ??
          (parent ? rejectedBelow(parent, actor, 'CREATE') : rejectedInOrganization(actor, 'CREATE')),
        done: (id) => {
          model.collections.push({ id, isRemoved: false, title, description: undefined, defaultRole: null, parent });
        },
      };
    },
  ),
  step(
    'updateCollection',
    {
      actor,
      collection: number,
      title: maybe(text(50)),
      description: maybe(text(100)),
      defaultRole: maybe(fc.constantFrom(null, ...levels.slice(0, 3))),
    },
    (model, { actor, collection: n, ...values }) => {
      const collection = pick(model.collections, n);
      if (collection === undefined) return null;
      const changes = present(values);
      return {
        actor,
        input: { id: collection.id, ...changes },
        rejection:
          tooLong(50, values.title) ??
          tooLong(100, values.description) ??
          rejectedIn(collection, actor, values.defaultRole === undefined ? 'CREATE' : 'ADMIN'),
        done: () => void Object.assign(collection, changes),
      };
    },
  ),
  step(
    'moveCollection',
    { actor, collection: number, parent: fc.option(number) },
    (model, { actor, collection: n, parent: m }) => {
      const collection = pick(model.collections, n);
      if (collection === undefined) return null;
      const parent = m === null ? undefined : pick(model.collections, m);
      return {
        actor,
        input: { id: collection.id, parentId: parent?.id ?? null },
        rejection:
          rejectedIn(collection, actor, 'CREATE') ??
          (parent && rejectedBelow(parent, actor, 'CREATE')) ??
          (isIn(parent, collection) ? 'CONFLICT' : undefined),
        done: () => {
          collection.parent = parent;
        },
      };
    },
  ),
  step('deleteCollection', { actor, collection: number }, (model, { actor, collection: n }) => {
    const collection = pick(model.collections, n);
    if (collection === undefined) return null;
    return {
      actor,
      input: { id: collection.id },
      rejection: rejectedIn(collection, actor, 'ADMIN'),
      done: () => {
        collection.isRemoved = true;
        // Its content moves to its parent.
        for (const one of [...model.collections, ...model.spaces]) {
          if (one.parent === collection) one.parent = collection.parent;
        }
      },
    };
  }),
];
