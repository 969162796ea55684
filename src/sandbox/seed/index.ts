import type { Clock } from '../clock.ts';
import { createRandom, opaqueId } from '../random.ts';
import type { OrganizationRow } from '../rows.ts';
import { createStore, type Store } from '../store.ts';
import { deferSettings, seedOrganization } from './administration.ts';
import { clients } from './companies/clients.ts';
import type { CompanySeed } from './companies/company.ts';
import { halcyon } from './companies/halcyon.ts';
import { lantern } from './companies/lantern.ts';
import { pinegrove } from './companies/pinegrove.ts';
import { vantage } from './companies/vantage.ts';
import { createSeed, type Seed } from './context.ts';
import { type Member, seedMembers, seedTokenUsers, type TokenUsers, writersOf } from './people.ts';
import { seedSites } from './sites.ts';
import { deferSpace, type SeededSpace, seedSpaces } from './spaces.ts';
import { type SeededTeam, seedTeams } from './teams.ts';

const companies: readonly CompanySeed[] = [halcyon, pinegrove, lantern, vantage];

/** Seed of the ids of the companies, and of the rows that requests create. */
const seedNumber = 20_250_616;

/** The first copy of a company, whose lists the other copies extend. */
interface FirstCopy {
  members: readonly Member[];
  spaces: readonly SeededSpace[];
  teams: readonly SeededTeam[];
}

/**
 * Creates a store with the seed data: four companies, and the small organizations for which a freelance writer works. All
 * lists are `scale` times as long. Contents and discussions of a space are created when they are needed. The same scale and
 * clock give identical data, whatever the order of requests.
 */
export function seedStore(clock: Clock, scale: number): Store {
  const store = createStore(clock, seedNumber + 1);
  const first = createSeed(store, scale, 0);
  const ids = createRandom(seedNumber);
  const organizations = companies.map((company) => ({
    company,
    row: seedOrganization(first.scope(company.domain), company, opaqueId(ids)),
  }));
  const users = seedTokenUsers(
    first.scope('token users'),
    organizations.map(({ row }) => row),
  );
  const firstCopies = organizations.map(({ company, row }) => seedCompany(first, company, row, undefined));
  seedClients(first, users);
  for (let copy = 1; copy < scale; copy++) {
    const seed = createSeed(store, scale, copy);
    organizations.forEach(({ company, row }, i) => {
      seedCompany(seed, company, row, firstCopies[i]);
    });
    seedClients(seed, users);
  }
  return store;
}

/** Creates one copy of everything in an organization. */
function seedCompany(
  copy: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  first: FirstCopy | undefined,
): FirstCopy {
  const seed = copy.scope(company.domain);
  const members = seedMembers(seed.scope('members'), company, organization);
  const spaces = seedSpaces(seed, company, organization, first?.spaces);
  const teams = seedTeams(seed.scope('teams'), company, { organization, spaces, members, first });
  deferSettings(seed.scope('settings'), company, organization);
  seedSites(seed.scope('sites'), company, organization, spaces);
  const writers = writersOf(members);
  for (const [i, space] of spaces.entries()) deferSpace(company, { ...space, writers, index: i });
  return { members, spaces, teams };
}

/**
 * Creates the organizations of the freelance writer, in the first copy with members and a space. In the other copies, some of them also belong to the users of the
 * other tokens, whose lists of organizations are longer then, too.
 */
function seedClients(copy: Seed, users: TokenUsers): void {
  for (const [i, { company, role }] of clients.entries()) {
    const seed = copy.scope(company.domain);
    const { title, hostname } = company.organization;
    const own = { title: seed.titled(title), ...(hostname === undefined ? {} : { hostname: seed.slugged(hostname) }) };
    const titled = { ...company, organization: { ...company.organization, ...own } };
    const organization = seedOrganization(seed, titled, seed.newId());
    users.join(seed.scope('writer'), organization, 'outsider', role);
    if (copy.copy > 0 && i < companies.length) users.join(seed.scope('admin'), organization, 'admin', 'admin');
    if (copy.copy > 0 && i === 0) {
      users.join(seed.scope('editor'), organization, 'editor', 'edit');
      users.join(seed.scope('reader'), organization, 'reader', 'read');
      users.join(seed.scope('guest'), organization, 'guest', null);
    }
    if (copy.copy === 0) seedCompany(copy.scope('client'), company, organization, undefined);
  }
}
