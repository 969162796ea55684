import type { CollectionRow, OrganizationRow, SpaceRow } from '../rows.ts';
import type { CollectionSeed, CompanySeed, SpaceSeed } from './companies/company.ts';
import { seedContent } from './content.ts';
import type { Seed } from './context.ts';
import { library } from './library/index.ts';

/** A created space, and the seed that it was created from. */
export interface SeededSpace {
  row: SpaceRow;
  from: SpaceSeed;
}

/** Creates an organization's collections and spaces, in their order. */
export function seedSpaces(seed: Seed, company: CompanySeed, organization: OrganizationRow): SeededSpace[] {
  const planned: { id: string; from: SpaceSeed; parent: string | undefined }[] = [];
  const plan = (from: SpaceSeed, parent?: string) => planned.push({ id: seed.store.newId(), from, parent });
  const addTree = (from: CollectionSeed, parent?: string) => {
    const { id } = addCollection(seed, organization, from, parent);
    for (const space of from.spaces ?? []) plan(space, id);
    for (const collection of from.collections ?? []) addTree(collection, id);
  };
  for (const collection of company.collections) addTree(collection);
  for (const space of company.spaces) plan(space);
  return planned.map(({ id, from, parent }, i) => {
    const next = planned[(i + 1) % planned.length]?.id ?? id;
    const { id: revision } = seedContent(seed, company, from, next);
    return { from, row: addSpace(seed, organization, from, { id, parent, revision }) };
  });
}

function addCollection(
  seed: Seed,
  organization: OrganizationRow,
  from: CollectionSeed,
  parent?: string,
): CollectionRow {
  const { store, titled } = seed;
  return store.collections.insert({
    id: store.newId(),
    organization: organization.id,
    ...(parent === undefined ? {} : { parent }),
    title: titled(from.title),
    ...(from.description ? { description: from.description } : {}),
    defaultLevel: from.defaultLevel ?? null,
    order: nextOrder(seed),
  });
}

/** Collections and spaces of one parent share one order. */
const nextOrder = ({ store }: Seed) => store.collections.size + store.spaces.size;

function addSpace(
  seed: Seed,
  organization: OrganizationRow,
  from: SpaceSeed,
  placement: { id: string; parent: string | undefined; revision: string },
): SpaceRow {
  const { store, random } = seed;
  return store.spaces.insert({
    id: placement.id,
    organization: organization.id,
    ...(placement.parent === undefined ? {} : { parent: placement.parent }),
    title: seed.titled(from.title),
    emoji: library[from.kind].emoji,
    visibility: from.visibility ?? 'private',
    createdAt: seed.ago(300 + random.below(60)),
    updatedAt: seed.ago(random.below(30)),
    ...(from.deletedDaysAgo === undefined ? {} : { deletedAt: seed.ago(from.deletedDaysAgo) }),
    editMode: from.editMode ?? 'live',
    revision: placement.revision,
    defaultLevel: from.defaultLevel ?? null,
    ...(from.visibility === 'visitor-auth' ? { visitorAuth: { backend: 'custom' } } : {}),
    ...(from.repository ? { gitSync: gitSyncOf(seed, from.repository) } : {}),
    order: nextOrder(seed),
  });
}

function gitSyncOf(seed: Seed, repository: string): SpaceRow['gitSync'] {
  return {
    repoName: repository,
    installationProvider: 'github',
    integration: 'github',
    url: `https://github.com/${repository}`,
    updatedAt: seed.ago(seed.random.below(5)),
  };
}
