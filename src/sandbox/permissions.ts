import { isPublicSpace } from './publishing.ts';
import type {
  CollectionRow,
  MembershipRow,
  OrganizationRow,
  Role,
  SpaceRow,
  TeamMembershipRow,
  TeamRow,
} from './rows.ts';
import { pair, type Store } from './store.ts';

/*
 * Roles and permissions. Roles are ordered: admin > create > review > edit > comment > read. Each includes the permissions
 * of the lower ones.
 *
 * - A member's organization role applies to all content of the organization. A disabled member counts as no member.
 * - A `defaultLevel` on a space, or inherited from the nearest ancestor collection, limits the organization role there;
 *   null sets no limit. Admins are never limited.
 * - A team's grant on a space raises the role of its members there.
 * - A guest (role null) sees the organization's record, the own teams and the spaces that they have grants on, and nothing else.
 * - Anyone can view the content of public and unlisted spaces, and of spaces on public and unlisted sites that are
 *   published, but not their change requests and discussions.
 *
 * The functions below return the `permissions` of response records, and the look-ups of access.ts check the same values.
 */

const ranks: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Whether a role includes `required`; false without a role. */
export function atLeast(role: Role | null | undefined, required: Role): boolean {
  return role != null && ranks.indexOf(role) >= ranks.indexOf(required);
}

const higher = (a: Role | undefined, b: Role | undefined) => (a === undefined || (b && atLeast(b, a)) ? b : a);
const lower = (a: Role, b: Role) => (atLeast(a, b) ? b : a);

/** The user's membership in an organization; undefined if it is missing or disabled. */
export function activeMembership(store: Store, user: string, organization: string): MembershipRow | undefined {
  const membership = store.memberships.get(pair(organization, user));
  return membership?.disabled ? undefined : membership;
}

/** The `defaultLevel` of a space or collection, its own or inherited, which limits the role of members. */
function limitOf(store: Store, content: SpaceRow | CollectionRow): Role | undefined {
  let row: SpaceRow | CollectionRow | undefined = content;
  while (row?.defaultLevel === null) row = store.collections.get(row.parent ?? '');
  return row?.defaultLevel ?? undefined;
}

function limitedRole(store: Store, role: Role | null | undefined, content: SpaceRow | CollectionRow): Role | undefined {
  if (role == null) return undefined;
  const limit = limitOf(store, content);
  return role === 'admin' || limit === undefined ? role : lower(role, limit);
}

/** The user's effective role on a space; undefined if the user cannot see it. */
export function spaceRole(store: Store, user: string, space: SpaceRow): Role | undefined {
  const membership = activeMembership(store, user, space.organization);
  if (membership === undefined) return undefined;
  const granted = store.grants
    .by('space', space.id)
    .filter((grant) => teamMembership(store, grant.team, user) !== undefined)
    .reduce<Role | undefined>((best, grant) => higher(best, grant.role), undefined);
  return higher(limitedRole(store, membership.role, space), granted);
}

/** The user's effective role on a collection; undefined if the user cannot see it. */
export function collectionRole(store: Store, user: string, collection: CollectionRow): Role | undefined {
  return limitedRole(store, activeMembership(store, user, collection.organization)?.role, collection);
}

function teamMembership(store: Store, team: string, user: string): TeamMembershipRow | undefined {
  store.teamMemberships.load('team', team);
  return store.teamMemberships.get(pair(team, user));
}

export function teamMembershipsOf(store: Store, { organization, user }: MembershipRow): TeamMembershipRow[] {
  store.teamMemberships.load('group', organization);
  return store.teamMemberships.by('member', pair(organization, user));
}

/** The number of spaces that a member can open. Members with a role see all spaces of the organization. */
export function accessibleSpaces(store: Store, membership: MembershipRow): number {
  if (membership.disabled) return 0;
  if (membership.role !== null) return store.spaces.count('organization', membership.organization);
  const teams = teamMembershipsOf(store, membership);
  const granted = teams.flatMap(({ team }) => store.grants.by('team', team).map((grant) => grant.space));
  return [...new Set(granted)].filter((id) => store.spaces.get(id)?.deletedAt === undefined).length;
}

export type OrganizationPermission = keyof ReturnType<typeof organizationPermissions>;

export function organizationPermissions(store: Store, user: string, organization: OrganizationRow) {
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

/** A user's permissions on a team: its members can see it; its owners and the organization's admins manage it. */
export function teamPermissions(store: Store, user: string, team: TeamRow) {
  const role = activeMembership(store, user, team.organization)?.role;
  const membership = teamMembership(store, team.id, user);
  return {
    admin: membership?.role === 'owner' || atLeast(role, 'admin'),
    view: membership !== undefined || atLeast(role, 'read'),
  };
}

export type SpacePermission = keyof ReturnType<typeof spacePermissions>;

export function spacePermissions(role: Role | undefined) {
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

/** A user's permissions on a space. `view` is the content alone; `access` includes change requests and discussions. */
export function permissionsOn(store: Store, user: string, space: SpaceRow) {
  const permissions = spacePermissions(spaceRole(store, user, space));
  return { ...permissions, view: permissions.view || isPublicSpace(store, space) };
}

export type CollectionPermission = keyof ReturnType<typeof collectionPermissions>;

export function collectionPermissions(role: Role | undefined) {
  return {
    view: atLeast(role, 'read'),
    create: atLeast(role, 'create'),
    viewInviteLinks: atLeast(role, 'create'),
    admin: atLeast(role, 'admin'),
  };
}

/** A user's permissions on a comment or reply: only the author edits it; the author and the space's admins delete it. */
export function commentPermissions(role: Role | undefined, user: string, postedBy: string) {
  const own = user === postedBy && atLeast(role, 'comment');
  return {
    view: atLeast(role, 'read'),
    edit: own,
    reply: atLeast(role, 'comment'),
    delete: own || atLeast(role, 'admin'),
  };
}

/** A user's permissions on an organization's API specifications and translation settings. */
export function settingsPermissions(store: Store, user: string, organization: string) {
  const role = activeMembership(store, user, organization)?.role;
  return { view: atLeast(role, 'read'), edit: atLeast(role, 'create') };
}

export type SitePermission = keyof ReturnType<typeof sitePermissions>;

/** A user's permissions on an organization's sites. The contract's site records have no `permissions`. */
export function sitePermissions(store: Store, user: string, organization: string) {
  const role = activeMembership(store, user, organization)?.role;
  return { view: atLeast(role, 'read'), edit: atLeast(role, 'create'), delete: atLeast(role, 'admin') };
}
