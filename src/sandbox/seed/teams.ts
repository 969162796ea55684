import type { OrganizationRow, Role, TeamRow } from '../rows.ts';
import { pair, type Store } from '../store.ts';
import type { CompanySeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import type { Member } from './people.ts';
import type { SeededSpace } from './spaces.ts';

const grantRoles: readonly Role[] = ['review', 'edit', 'create', 'comment'];

/** A created team, and the members that it gets when they are needed. */
export interface SeededTeam {
  row: TeamRow;
  groups: (readonly Member[])[];
}

interface TeamsPlan {
  organization: OrganizationRow;
  spaces: readonly SeededSpace[];
  members: readonly Member[];
  /** The members of the first copy, who are also in the teams of the other copies. */
  first: { members: readonly Member[]; teams: readonly SeededTeam[] } | undefined;
}

interface TeamPlan {
  title: string;
  has(index: number): boolean;
  /** The most members; all that `has` selects by default. */
  limit?: number;
  grants: readonly { space: string; role: Role }[];
  /** Whether the guests are in it. */
  hasGuests?: boolean;
}

/**
 * Creates an organization's teams with their grants on spaces. The teams of the other copies have the members of the first
 * copy, and the members of the other copies are in the teams of the first copy.
 */
export function seedTeams(seed: Seed, company: CompanySeed, plan: TeamsPlan): readonly SeededTeam[] {
  const { store } = seed;
  const members = plan.first?.members ?? plan.members;
  const teams = teamPlans(company, plan.spaces).map((team, i): SeededTeam => {
    const created = { row: addTeam(seed.scope(i), plan, team), groups: [members] };
    plan.first?.teams[i]?.groups.push(plan.members);
    store.teamMemberships.deferBy('team', created.row.id, () => addMembers(store, created, team));
    return created;
  });
  if (plan.first === undefined) {
    const { id } = plan.organization;
    store.teamMemberships.deferBy('group', id, () => {
      for (const team of store.teams.by('organization', id)) store.teamMemberships.load('team', team.id);
    });
  }
  return teams;
}

function teamPlans(company: CompanySeed, spaces: readonly SeededSpace[]): TeamPlan[] {
  const shared = spaces.filter(({ from }) => !from.hasTeam);
  const usual = company.teams.map((title, i): TeamPlan => {
    const opened = shared.filter((_, s) => s % company.teams.length === i).slice(0, 4);
    const role = grantRoles[i % grantRoles.length] ?? 'comment';
    return {
      title,
      has: (m) => (m + i) % 3 === 0,
      limit: 12,
      hasGuests: i === company.teams.length - 1,
      grants: opened.map(({ row }) => ({ space: row.id, role })),
    };
  });
  const own = spaces.filter(({ from }) => from.hasTeam);
  const crews = own.map(
    ({ from, row }, i): TeamPlan => ({
      title: `${from.title} Editors`,
      has: (m) => m === 0 || (m + i * 3) % 29 === 1,
      grants: [{ space: row.id, role: 'edit' }],
    }),
  );
  const all = company.teamOfAll === undefined ? [] : [{ title: company.teamOfAll, has: () => true, grants: [] }];
  return [...usual, ...crews, ...all];
}

function addTeam(seed: Seed, { organization }: TeamsPlan, team: TeamPlan): TeamRow {
  const { store } = seed;
  const row = store.teams.insert({
    id: seed.newId(),
    organization: organization.id,
    title: seed.titled(team.title),
    createdAt: seed.ago(350),
  });
  for (const grant of team.grants) store.grants.insert({ ...grant, team: row.id });
  return row;
}

/** Each group has its own owner, and as many members as the first group. */
function addMembers(store: Store, { row, groups }: SeededTeam, team: TeamPlan): void {
  let size = Number.POSITIVE_INFINITY;
  for (const members of groups) {
    const active = members.filter((member) => !member.disabled);
    const chosen = chosenFrom(active, team);
    const others = Number.isFinite(size) ? active.filter(({ role }) => role !== null) : [];
    const group = [...new Set([...chosen, ...others])].slice(0, size);
    for (const [m, member] of group.entries()) addToTeam(store, row, member, m === 0 ? 'owner' : 'member');
    size = group.length;
  }
}

/** The selected members. Guests see only spaces with a team grant, so each guest is in a team. */
function chosenFrom(active: readonly Member[], { has, limit, hasGuests = false }: TeamPlan): Member[] {
  const selected = active.filter((_, m) => has(m)).slice(0, limit);
  const guests = hasGuests ? active.filter(({ role }) => role === null) : [];
  return [...selected.filter(({ role }) => role !== null), ...guests];
}

function addToTeam({ teamMemberships }: Store, team: TeamRow, { user }: Member, role: 'owner' | 'member'): void {
  if (teamMemberships.has(pair(team.id, user.id))) return;
  teamMemberships.insert({ organization: team.organization, team: team.id, user: user.id, role });
}
