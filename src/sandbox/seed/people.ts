import { atLeast } from '../permissions.ts';
import type { MembershipRow, OrganizationRow, Role, UserRow } from '../rows.ts';
import { slugOf } from '../search.ts';
import type { Store } from '../store.ts';
import type { Writers } from './change-requests.ts';
import type { CompanySeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import { sandboxTokens } from './tokens.ts';

const firstNames = (
  'Ada Bastian Chiara Dmitri Elif Farouk Greta Hiroshi Imani Jonas Katarzyna Luís Maeve Nnamdi Oriane Pavel Quynh ' +
  'Rafaela Sven Tamar Ulrike Viktor Wren Ximena Yusuf Zofia Anselm Beatriz Caspian Delphine'
).split(' ');
const lastNames = (
  'Albrecht Bianchi Castellanos Dvořák Eriksen Fontaine Grigoryan Haddad Ivanova Jansen Kowalczyk Laurent Mbeki ' +
  'Nakagawa Osei Petrov Quigley Rosenthal Santos Takahashi Ueda Vargas Whitlock Xiang Yilmaz Zamora Achebe'
).split(' ');

/** The roles of an organization's members, in rotation; null is a guest, and every ninth member is disabled. */
const roles: readonly (Role | null)[] = [
  'edit',
  'review',
  'comment',
  'create',
  'edit',
  'read',
  'edit',
  null,
  'comment',
];

interface TokenUser {
  token: string;
  displayName: string;
  /** The role in each company, in their order; undefined if the user is not a member. */
  roles: readonly (Role | null | undefined)[];
}

const tokenUsers: readonly TokenUser[] = [
  { token: sandboxTokens.admin, displayName: 'Mara Lindqvist', roles: ['admin', 'admin', 'admin'] },
  { token: sandboxTokens.editor, displayName: 'Tomás Okafor', roles: ['edit'] },
  { token: sandboxTokens.reader, displayName: 'Priya Venkataraman', roles: ['read'] },
  { token: sandboxTokens.guest, displayName: 'Joel Abernathy', roles: [null] },
  { token: sandboxTokens.outsider, displayName: 'Saoirse Kinsella', roles: [undefined, 'create'] },
];

/** Creates the users of the access tokens and their memberships. */
export function seedTokenUsers(seed: Seed, organizations: readonly OrganizationRow[]): void {
  for (const { token, displayName, roles } of tokenUsers) {
    const user = addUser(seed, displayName, organizations[roles[0] === undefined ? 1 : 0]?.emailDomains[0] ?? '');
    seed.store.tokens.set(token, user.id);
    roles.forEach((role, i) => {
      const organization = organizations[i];
      if (role !== undefined && organization) addMember(seed, organization, user, { role, joinedAt: seed.ago(900) });
    });
  }
}

/** Creates an organization's members. */
export function seedMembers(seed: Seed, company: CompanySeed, organization: OrganizationRow): void {
  const existing = seed.store.memberships.count('organization', organization.id);
  const count = seed.copy === 0 ? company.members - existing : company.members;
  for (let i = 0; i < count; i++) {
    const user = addUser(seed, newName(seed), company.domain);
    addMember(seed, organization, user, {
      role: roles[i % roles.length] ?? null,
      disabled: i % 9 === 5,
      sso: organization.sso && i % 3 !== 0,
      joinedAt: seed.ago(40 + seed.random.below(800)),
    });
  }
}

/** The users who write in an organization, in insertion order. */
export function writersOf(store: Store, organization: string): Writers {
  const members = store.memberships.by('organization', organization).filter((member) => !member.disabled);
  const users = (required: Role) =>
    members.filter(({ role }) => atLeast(role, required)).flatMap(({ user }) => store.users.get(user) ?? []);
  return { editors: users('edit'), commenters: users('comment') };
}

/** A unique name; once the combinations are used up, names get a middle initial. */
function newName({ store }: Seed): string {
  const n = store.users.size;
  const first = firstNames[n % firstNames.length];
  const last = lastNames[(n * 5 + Math.floor(n / firstNames.length)) % lastNames.length];
  const round = Math.floor(n / (firstNames.length * lastNames.length));
  return round === 0 ? `${first} ${last}` : `${first} ${String.fromCharCode(64 + round)}. ${last}`;
}

function addUser({ store, random }: Seed, displayName: string, domain: string): UserRow {
  const local = slugOf(displayName).replaceAll('-', '.');
  const free = store.users.count('email', `${local}@${domain}`) === 0;
  const id = store.newId();
  return store.users.insert({
    id,
    displayName,
    email: free ? `${local}@${domain}` : `${local}.${store.users.size}@${domain}`,
    ...(random.chance(0.7) ? { photoURL: `https://files.inkwell.example/avatars/${id}.png` } : {}),
  });
}

function addMember(
  seed: Seed,
  organization: OrganizationRow,
  user: UserRow,
  fields: Partial<MembershipRow> & Pick<MembershipRow, 'role' | 'joinedAt'>,
): void {
  const isNeverSeen = seed.random.chance(0.1);
  seed.store.memberships.insert({
    organization: organization.id,
    user: user.id,
    disabled: false,
    sso: false,
    ...(isNeverSeen ? {} : { lastSeenAt: seed.ago(seed.random.below(20)) }),
    ...fields,
  });
}
