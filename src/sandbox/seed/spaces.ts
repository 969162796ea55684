import type { CollectionRow, OrganizationRow, SpaceRow } from '../rows.ts';
import { activeRevisionId, deferContent, deferHistory, type Writers } from './change-requests.ts';
import type { CollectionSeed, CompanySeed, SpaceSeed } from './companies/company.ts';
import type { Seed } from './context.ts';
import { library } from './library/index.ts';
import { timelineLength } from './timeline.ts';

/** A created space, its scope, and the seed that it was created from. */
export interface SeededSpace {
  seed: Seed;
  row: SpaceRow;
  from: SpaceSeed;
  /** Working days since its creation. */
  age: number;
  /** The id of the next space, to which its pages link. */
  nextSpace: string;
}

/** A space to create. */
interface Planned {
  seed: Seed;
  from: SpaceSeed;
  id: string;
  parent: string | undefined;
}

/**
 * Creates an organization's collections and spaces, in their order. The spaces of the other copies are in the collections of
 * the first copy; their own collections have one space each.
 */
export function seedSpaces(
  seed: Seed,
  company: CompanySeed,
  organization: OrganizationRow,
  first: readonly SeededSpace[] | undefined,
): SeededSpace[] {
  const planned: Planned[] = [];
  const plan = (from: SpaceSeed, parent?: string) => {
    const own = seed.scope(`space ${from.title}`);
    planned.push({ seed: own, from, id: own.scope('space').newId(), parent });
  };
  const parents = new Map(first?.map(({ from, row }) => [from.title, row.parent]));
  const addTree = (from: CollectionSeed, parent?: string) => {
    const { id } = addCollection(seed.scope(`collection ${from.title}`), organization, from, parent);
    for (const space of from.spaces ?? []) plan(space, parents.get(space.title) ?? id);
    const [archived] = first === undefined ? [] : (from.spaces ?? []);
    if (archived) plan({ ...archived, title: `${archived.title.slice(0, 36)} archive` }, id);
    for (const collection of from.collections ?? []) addTree(collection, id);
  };
  for (const collection of company.collections) addTree(collection);
  for (const space of company.spaces) plan(space);
  return planned.map((one, i) => {
    const nextSpace = planned[(i + 1) % planned.length]?.id ?? one.id;
    return addSpace(organization, one, { index: i, nextSpace });
  });
}

/** Defers the content and the history of a space. */
export function deferSpace(company: CompanySeed, space: SeededSpace & { writers: Writers; index: number }): void {
  const { seed, row, from, age, nextSpace } = space;
  const history = { ...space, space: row };
  const editedAge = timelineLength(from.activity ?? 'usual') + 6;
  deferContent(history, { company, space: from, createdAt: row.createdAt, age, editedAge, nextSpace });
  deferHistory({ ...history, seed });
}

function addCollection(
  seed: Seed,
  organization: OrganizationRow,
  from: CollectionSeed,
  parent?: string,
): CollectionRow {
  const { store } = seed;
  return store.collections.insert({
    id: seed.newId(),
    organization: organization.id,
    ...(parent === undefined ? {} : { parent }),
    title: seed.titled(from.title),
    ...(from.description ? { description: from.description } : {}),
    defaultLevel: from.defaultLevel ?? null,
    order: nextOrder(seed),
  });
}

/** Collections and spaces of one parent share one order. */
const nextOrder = ({ store }: Seed) => store.collections.size + store.spaces.size;

function addSpace(
  organization: OrganizationRow,
  { seed, from, id, parent }: Planned,
  { index, nextSpace }: { index: number; nextSpace: string },
): SeededSpace {
  const { store, random } = seed;
  const age = 216 + random.below(42);
  const row = store.spaces.insert({
    id,
    organization: organization.id,
    ...(parent === undefined ? {} : { parent }),
    title: seed.titled(from.title),
    emoji: library[from.kind].emoji,
    visibility: from.visibility ?? 'private',
    createdAt: seed.ago(age),
    updatedAt: seed.ago(4 + random.below(4)),
    ...(from.deletedDaysAgo === undefined ? {} : { deletedAt: seed.ago(from.deletedDaysAgo) }),
    editMode: from.editMode ?? 'live',
    revision: activeRevisionId(seed, from, index),
    defaultLevel: from.defaultLevel ?? null,
    ...(from.visibility === 'visitor-auth' ? { visitorAuth: { backend: 'custom' } } : {}),
    ...(from.repository ? { gitSync: gitSyncOf(seed, from.repository), icon: spaceIcon } : {}),
    order: nextOrder(seed),
  });
  return { seed, row, from, age, nextSpace };
}

const spaceIcon = 'https://files.inkwell.example/icons/book-light.svg';

function gitSyncOf(seed: Seed, repository: string): SpaceRow['gitSync'] {
  return {
    repoName: repository,
    installationProvider: 'github',
    integration: 'github',
    url: `https://github.com/${repository}`,
    updatedAt: seed.ago(seed.random.below(5)),
  };
}
