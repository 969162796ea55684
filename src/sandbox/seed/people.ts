import { atLeast } from '../permissions.ts';
import { slugOf } from '../plain-text.ts';
import type { MembershipRow, OrganizationRow, Role, UserRow } from '../rows.ts';
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

type TokenName = keyof typeof sandboxTokens;

interface TokenUser {
  token: TokenName;
  displayName: string;
  /** The role in each company, in their order; undefined if the user is not a member. */
  roles: readonly (Role | null | undefined)[];
}

const tokenUsers: readonly TokenUser[] = [
  { token: 'admin', displayName: 'Mara Lindqvist', roles: ['admin', 'admin', 'admin', 'admin'] },
  { token: 'editor', displayName: 'Tomás Okafor', roles: ['edit'] },
  { token: 'reader', displayName: 'Priya Venkataraman', roles: ['read'] },
  { token: 'guest', displayName: 'Joel Abernathy', roles: [null] },
  { token: 'outsider', displayName: 'Saoirse Kinsella', roles: [undefined, 'create'] },
];

export interface TokenUsers {
  /** Makes the user of a token a member of an organization. */
  join(seed: Seed, organization: OrganizationRow, token: TokenName, role: Role | null): void;
}

/** A member of an organization, as it is at the sandbox's start. */
export interface Member {
  user: UserRow;
  role: Role | null;
  disabled: boolean;
}

/** Creates the users of the access tokens and their memberships in the companies. */
export function seedTokenUsers(seed: Seed, organizations: readonly OrganizationRow[]): TokenUsers {
  const users = new Map<TokenName, UserRow>();
  for (const { token, displayName, roles } of tokenUsers) {
    const own = seed.scope(token);
    const domain = organizations[roles[0] === undefined ? 1 : 0]?.emailDomains[0] ?? '';
    const user = addUser(own, displayName, domain);
    users.set(token, user);
    seed.store.tokens.set(sandboxTokens[token], user.id);
    roles.forEach((role, i) => {
      const organization = organizations[i];
      if (role !== undefined && organization) addMember(own, organization, user, { role, joinedAt: own.ago(640) });
    });
  }
  return {
    join: (own, organization, token, role) => {
      const user = users.get(token);
      if (user) addMember(own, organization, user, { role, joinedAt: own.ago(310) });
    },
  };
}

/** Creates an organization's members. The users of the tokens are among those of the first copy. */
export function seedMembers(seed: Seed, company: CompanySeed, organization: OrganizationRow): readonly Member[] {
  const { memberships, users } = seed.store;
  const existing = seed.copy === 0 ? memberships.by('organization', organization.id) : [];
  const members = existing.flatMap(({ user: id, role, disabled }): Member[] => {
    const user = users.get(id);
    return user === undefined ? [] : [{ user, role, disabled }];
  });
  for (let i = 0; i < company.members - existing.length; i++) {
    const own = seed.scope(i);
    const user = addUser(own, newName(own), company.domain);
    const member = { role: roles[i % roles.length] ?? null, disabled: i % 9 === 5 };
    addMember(own, organization, user, {
      ...member,
      sso: organization.sso && i % 3 !== 0,
      // Every writer has joined before the first change request, and the newest members are active.
      joinedAt: own.ago(member.disabled || member.role === null ? 621 : 270 + own.random.below(350)),
    });
    members.push({ ...member, user });
  }
  return members;
}

/** The users who write in an organization, in insertion order. */
export function writersOf(members: readonly Member[]): Writers {
  const able = (required: Role) =>
    members.filter(({ disabled, role }) => !disabled && atLeast(role, required)).map(({ user }) => user);
  return { editors: able('edit'), commenters: able('comment') };
}

/** A unique name; once the combinations are used up, names get middle initials. */
function newName({ store }: Seed): string {
  const n = store.users.size;
  const first = firstNames[n % firstNames.length];
  const last = lastNames[(n * 5 + Math.floor(n / firstNames.length)) % lastNames.length];
  const round = Math.floor(n / (firstNames.length * lastNames.length));
  return [first, ...initials(round), last].join(' ');
}

/** No initial for 0, then `A.` to `Z.`, then `A. A.`, … */
function initials(round: number): string[] {
  if (round === 0) return [];
  const letter = String.fromCharCode(65 + ((round - 1) % 26));
  return [...initials(Math.floor((round - 1) / 26)), `${letter}.`];
}

function addUser(seed: Seed, displayName: string, domain: string): UserRow {
  const { store, random } = seed;
  const local = slugOf(displayName).replaceAll('-', '.');
  const free = store.users.count('email', `${local}@${domain}`) === 0;
  const id = seed.newId();
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
    ...(isNeverSeen ? {} : { lastSeenAt: seed.ago(seed.random.below(14), user.id) }),
    ...fields,
  });
}
