import type { CollectionRow, MembershipRow, OrganizationRow, Role, SpaceRow, TeamRow } from './records.ts';
import { pair, type Store } from './store.ts';

/*
 * Who may do what. Roles are ordered: admin > create > review > edit > comment > read, each with all rights of the lower.
 *
 * - A member's organization role holds for all of the organization's content. A disabled member counts as none.
 * - A `defaultLevel` on a space, or inherited from the nearest collection above it, limits what the organization role
 *   gives there; null sets no limit. Admins are never limited.
 * - A team's grant on a space raises its members there.
 * - A guest (role null) sees the organization's record and the spaces that a team's grant opens, and nothing else.
 *
 * The flags below go into the answers' `permissions` and are what the look-ups of access.ts ask, so both always agree.
 */

const ranks: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Whether a role, if there is one, holds the rights of `needed`. */
export function atLeast(role: Role | null | undefined, needed: Role): boolean {
  return role != null && ranks.indexOf(role) >= ranks.indexOf(needed);
}

const higher = (a: Role | undefined, b: Role | undefined) => (a === undefined || (b && atLeast(b, a)) ? b : a);
const lower = (a: Role, b: Role) => (atLeast(a, b) ? b : a);

/** The user's membership in an organization, unless there is none or it is disabled. */
export function activeMembership(store: Store, user: string, organization: string): MembershipRow | undefined {
  const membership = store.memberships.get(pair(organization, user));
  return membership?.disabled ? undefined : membership;
}

/** The role that a space's or collection's `defaultLevel` limits members to, its own or inherited. */
function limitOf(store: Store, content: Pick<SpaceRow | CollectionRow, 'defaultLevel' | 'parent'>): Role | undefined {
  if (content.defaultLevel !== null) return content.defaultLevel;
  const parent = content.parent === undefined ? undefined : store.collections.get(content.parent);
  return parent && limitOf(store, parent);
}

function limited(store: Store, role: Role | null | undefined, content: SpaceRow | CollectionRow): Role | undefined {
  if (role == null) return undefined;
  const limit = limitOf(store, content);
  return role === 'admin' || limit === undefined ? role : lower(role, limit);
}

/** The user's effective role on a space; undefined where the user may not see it. */
export function spaceRole(store: Store, user: string, space: SpaceRow): Role | undefined {
  const membership = activeMembership(store, user, space.organization);
  if (membership === undefined) return undefined;
  const granted = store.grants
    .by('space', space.id)
    .filter((grant) => store.teamMemberships.has(pair(grant.team, user)))
    .reduce<Role | undefined>((best, grant) => higher(best, grant.role), undefined);
  return higher(limited(store, membership.role, space), granted);
}

/** The user's effective role on a collection; undefined where the user may not see it. */
export function collectionRole(store: Store, user: string, collection: CollectionRow): Role | undefined {
  return limited(store, activeMembership(store, user, collection.organization)?.role, collection);
}

/** How many spaces of the organization a member can open. Members with a role see all of them. */
export function accessibleSpaces(store: Store, membership: MembershipRow): number {
  if (membership.disabled) return 0;
  if (membership.role !== null) return store.spaces.count('organization', membership.organization);
  const teams = store.teamMemberships.by('member', pair(membership.organization, membership.user));
  const granted = teams.flatMap(({ team }) => store.grants.by('team', team).map((grant) => grant.space));
  return [...new Set(granted)].filter((id) => store.spaces.get(id)?.deletedAt === undefined).length;
}

export type OrganizationRight = keyof ReturnType<typeof organizationRights>;

/** An organization's flags for a user who is a member of it. */
export function organizationRights(store: Store, user: string, organization: OrganizationRow) {
  const membership = activeMembership(store, user, organization.id);
  const role = membership?.role;
  return {
    view: membership !== undefined,
    admin: atLeast(role, 'admin'),
    ownTeam: atLeast(role, 'review'),
    createContent: atLeast(role, 'create'),
    createOpenAPISpec: atLeast(role, 'create'),
    ingestConversations: atLeast(role, 'admin'),
    viewBilling: atLeast(role, 'admin'),
    listMembers: atLeast(role, 'read'),
    listTeams: atLeast(role, 'read'),
    listIntegrations: atLeast(role, 'create'),
  };
}

/** A team's flags: its owners and the organization's admins manage it. */
export function teamRights(store: Store, user: string, team: TeamRow) {
  const role = activeMembership(store, user, team.organization)?.role;
  const owner = store.teamMemberships.get(pair(team.id, user))?.role === 'owner';
  return { admin: owner || atLeast(role, 'admin'), view: owner || atLeast(role, 'read') };
}

export type SpaceRight = keyof ReturnType<typeof spaceRights>;

/** A space's flags for a role on it. */
export function spaceRights(role: Role | undefined) {
  return {
    view: atLeast(role, 'read'),
    access: atLeast(role, 'read'),
    comment: atLeast(role, 'comment'),
    edit: atLeast(role, 'edit'),
    review: atLeast(role, 'review'),
    merge: atLeast(role, 'review'),
    triggerGitSync: atLeast(role, 'create'),
    viewInviteLinks: atLeast(role, 'create'),
    admin: atLeast(role, 'admin'),
  };
}

export type CollectionRight = keyof ReturnType<typeof collectionRights>;

/** A collection's flags for a role on it. */
export function collectionRights(role: Role | undefined) {
  return {
    view: atLeast(role, 'read'),
    create: atLeast(role, 'create'),
    viewInviteLinks: atLeast(role, 'create'),
    admin: atLeast(role, 'admin'),
  };
}

/** The flags of a comment or reply: the author and the space's admins delete it, only the author rewrites it. */
export function postedRights(role: Role | undefined, user: string, postedBy: string) {
  const own = user === postedBy && atLeast(role, 'comment');
  return {
    view: atLeast(role, 'read'),
    edit: own,
    reply: atLeast(role, 'comment'),
    delete: own || atLeast(role, 'admin'),
  };
}

/** The flags of an API specification or of translation settings, for the user's role in the organization. */
export function settingsRights(store: Store, user: string, organization: string) {
  const role = activeMembership(store, user, organization)?.role;
  return { view: atLeast(role, 'read'), edit: atLeast(role, 'create') };
}

export type SiteRight = keyof ReturnType<typeof siteRights>;

/** What a user may do with an organization's sites. The contract sends no flags for them. */
export function siteRights(store: Store, user: string, organization: string) {
  const role = activeMembership(store, user, organization)?.role;
  return { view: atLeast(role, 'read'), edit: atLeast(role, 'create'), delete: atLeast(role, 'admin') };
}
