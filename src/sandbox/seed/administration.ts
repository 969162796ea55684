import type { MembershipRow, OrganizationRow, Role, TeamRow } from '../rows.ts';
import { slugOf } from '../search.ts';
import { pair } from '../store.ts';
import type { CompanySeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import type { SeededSpace } from './spaces.ts';
import { specification } from './specification.ts';

/** Creates an organization. */
export function seedOrganization(seed: Seed, { organization }: CompanySeed): OrganizationRow {
  const paid = !organization.plan.startsWith('free');
  return seed.store.organizations.insert({
    id: seed.store.newId(),
    createdAt: seed.ago(1000),
    ...organization,
    ...(paid ? { billing: { interval: 'monthly', hasPaymentFailed: false, isScheduledToCancel: false } } : {}),
    trial: { status: 'notapplicable' },
  });
}

const grantRoles: readonly Role[] = ['review', 'edit', 'create', 'comment'];

/** Creates an organization's teams with their members and their grants on spaces. */
export function seedTeams(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  spaces: readonly SeededSpace[],
): void {
  const { store } = seed;
  const members = store.memberships.by('organization', organization.id).filter((member) => !member.disabled);
  company.teams.forEach((title, i) => {
    const team = store.teams.insert({
      id: store.newId(),
      organization: organization.id,
      title: seed.titled(title),
      createdAt: seed.ago(500 - i),
    });
    const chosen = members.filter((_, m) => (m + i) % 3 === 0).slice(0, 12);
    for (const [m, member] of chosen.entries()) addToTeam(seed, team, member, m === 0 ? 'owner' : 'member');
    const opened = spaces.filter((_, s) => s % company.teams.length === i).slice(0, 4);
    for (const { row } of opened) {
      store.grants.insert({ space: row.id, team: team.id, role: grantRoles[i % grantRoles.length] ?? 'comment' });
    }
  });
  for (const guest of members.filter((member) => member.role === null)) addGuest(seed, organization, guest);
}

function addToTeam({ store }: Seed, team: TeamRow, member: MembershipRow, role: 'owner' | 'member'): void {
  if (member.role === null || store.teamMemberships.has(pair(team.id, member.user))) return;
  store.teamMemberships.insert({ organization: team.organization, team: team.id, user: member.user, role });
}

/** Guests see only spaces with a team grant, so each guest is in the organization's last team. */
function addGuest({ store }: Seed, organization: OrganizationRow, guest: MembershipRow): void {
  const team = store.teams.by('organization', organization.id).at(-1);
  if (team === undefined || store.teamMemberships.has(pair(team.id, guest.user))) return;
  store.teamMemberships.insert({ organization: organization.id, team: team.id, user: guest.user, role: 'member' });
}

/** Creates an organization's SAML providers, API specifications, translation settings and link invites. */
export function seedSettings(seed: Seed, company: CompanySeed, organization: OrganizationRow): void {
  const { store } = seed;
  for (const label of company.samlProviders) addSamlProvider(seed, company, organization, label);
  for (const [i, slug] of company.specs.entries()) {
    addSpec(seed, company, organization, { slug: seed.slugged(slug), versions: i + 2 });
  }
  for (const { title, languages } of company.translations) {
    store.translations.insert({
      id: store.newId(),
      organization: organization.id,
      title: seed.titled(title),
      languages,
      createdAt: seed.ago(120),
      updatedAt: seed.ago(14),
    });
  }
  for (const role of ['read', 'comment'] as const) {
    store.linkInvites.insert({ id: store.newId(), organization: organization.id, role, createdAt: seed.ago(30) });
  }
}

function addSamlProvider(seed: Seed, company: CompanySeed, organization: OrganizationRow, label: string): void {
  const { store } = seed;
  const host = `${slugOf(label)}.idp.${company.domain}`;
  const team = store.teams.by('organization', organization.id)[0];
  store.samlProviders.insert({
    id: store.newId(),
    organization: organization.id,
    label: seed.titled(label),
    ssoURL: `https://${host}/saml2/sso`,
    entityID: `https://${host}/saml2/metadata`,
    certificate: `-----BEGIN CERTIFICATE-----\n${Buffer.from(`certificate of ${host}`).toString('base64')}\n-----END CERTIFICATE-----`,
    ...(team ? { defaultTeam: team.id } : {}),
    defaultRole: 'read',
    createdAt: seed.ago(200),
    status: 'active',
  });
}

function addSpec(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  { slug, versions }: { slug: string; versions: number },
): void {
  const { store } = seed;
  const sourceURL = `https://api.${company.domain}/${slug}/openapi.json`;
  const spec = store.openapiSpecs.insert({
    id: store.newId(),
    organization: organization.id,
    slug,
    createdAt: seed.ago(200),
    updatedAt: seed.ago(10),
    sourceURL,
    processingState: 'complete',
    lastProcessedAt: seed.ago(10),
  });
  for (let version = 1; version <= versions; version++) {
    store.openapiSpecVersions.insert({
      id: store.newId(),
      spec: spec.id,
      createdAt: seed.ago(200 - 40 * version),
      url: sourceURL,
      filesystem: { 'openapi.json': specification(slug, company, version) },
    });
  }
}
