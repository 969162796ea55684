import type { Clock } from '../clock.ts';
import { createRandom } from '../random.ts';
import { createStore, type Store } from '../store.ts';
import { seedOrganization, seedSettings, seedTeams } from './administration.ts';
import { seedHistory } from './change-requests.ts';
import type { CompanySeed } from './companies/company.ts';
import { halcyon } from './companies/halcyon.ts';
import { lantern } from './companies/lantern.ts';
import { pinegrove } from './companies/pinegrove.ts';
import { createSeed } from './context.ts';
import { seedMembers, seedTokenUsers, writersOf } from './people.ts';
import { seedSites } from './sites.ts';
import { seedSpaces } from './spaces.ts';

const companies: readonly CompanySeed[] = [halcyon, pinegrove, lantern];

/** Seed of all random ids and choices. */
const seedNumber = 20_250_616;

/**
 * Creates a store with the seed data: three organizations, and everything else `scale` times. The same scale and clock
 * give identical data.
 */
export function seedStore(clock: Clock, scale: number): Store {
  const store = createStore(clock, seedNumber);
  const random = createRandom(seedNumber + 1);
  const first = createSeed(store, random, 0);
  const organizations = companies.map((company) => ({ company, row: seedOrganization(first, company) }));
  seedTokenUsers(
    first,
    organizations.map(({ row }) => row),
  );
  for (let copy = 0; copy < scale; copy++) {
    const seed = createSeed(store, random, copy);
    for (const { company, row } of organizations) {
      seedMembers(seed, company, row);
      const spaces = seedSpaces(seed, company, row);
      seedTeams(seed, company, row, spaces);
      seedSettings(seed, company, row);
      seedSites(seed, company, row, spaces);
      const writers = writersOf(store, row.id);
      for (const [i, space] of spaces.entries()) seedHistory(seed, space.row, i, writers);
    }
  }
  return store;
}
