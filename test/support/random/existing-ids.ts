import type { Random } from '../../../src/sandbox/random.ts';
import type { TestGateway } from '../gateways/gateway.ts';
import type { GenerateInput, InputPosition } from './random-inputs.ts';

/** Ids of existing records, by type. */
export type ExistingIds = ReadonlyMap<string, readonly ExistingId[]>;

interface ExistingId {
  id: string;
  restId: string;
}

const named = '__typename id restId';
const content = `
  pageList { page { ${named} } }
  files(first: 2) { nodes { ${named} } }
`;
const discussion = `
  ... on ChangeRequestComment { replies(first: 2) { nodes { ${named} } } }
`;
const inSpace = `
  ${named} ${content}
  comments(first: 2) { nodes { ${named} postedBy { restId } } }
  changeRequests(first: 2) { nodes { ${named} ${content} comments(first: 2) { nodes { ${named} ${discussion} } } } }
`;
const everything = `{
  organizations(first: 3) { nodes {
    ${named}
    members(first: 2) { nodes { ${named} } }
    teams(first: 2) { nodes { ${named} members(first: 2) { nodes { ${named} } } } }
    collections(first: 2) { nodes { ${named} spaces(first: 1) { nodes { ${inSpace} } } } }
    samlProviders(first: 2) { nodes { ${named} } }
    translationConfigurations(first: 2) { nodes { ${named} } }
    openApiSpecs(first: 2) { nodes { ${named} versions(first: 2) { nodes { ${named} } } } }
    sites(first: 3) { nodes {
      ${named}
      sections(first: 2) { nodes { ${named} } }
      sectionGroups(first: 2) { nodes { ${named} } }
      siteSpaces(first: 2) { nodes { ${named} space { ${inSpace} } } }
      shareLinks(first: 2) { nodes { ${named} } }
    } }
  } }
}`;

/** Reads ids of all types of records from a gateway. */
export async function existingIds({ execute: run }: TestGateway): Promise<ExistingIds> {
  const { data } = await run(everything);
  const known = new Map<string, ExistingId[]>();
  collect(data, known);
  return known;
}

function collect(value: unknown, known: Map<string, ExistingId[]>): void {
  if (typeof value !== 'object' || value === null) return;
  const { __typename: type, id, restId } = value as Readonly<Record<string, unknown>>;
  if (typeof type === 'string' && typeof id === 'string' && typeof restId === 'string') {
    const ids = known.get(type) ?? [];
    if (ids.every((one) => one.id !== id)) known.set(type, [...ids, { id, restId }]);
  }
  for (const inner of Object.values(value)) collect(inner, known);
}

/** Generates valid and invalid arguments. Ids of an open type are of one of `types`. */
export function inputsFrom(known: ExistingIds, types: readonly string[]): GenerateInput {
  return (place, random) => {
    if (place.typeName === 'Int') return place.name === 'first' ? random.pick(windowSizes) : undefined;
    if (place.typeName === 'ID' || idNames.has(place.name)) return idFor(place, known, types, random);
    if (place.typeName !== 'String' || random.chance(0.1)) return undefined;
    return random.pick(textsFor[place.name] ?? ['Alpha', 'beta', 'gamma-1']);
  };
}

const windowSizes = [0, 1000, -1, 1001, ...Array.from({ length: 60 }, (_, i) => 1 + (i % 3))];

const idNames = new Set(['slug']);

/** The types that arguments and input fields refer to, if their names do not match the type. */
const namedBy: Readonly<Record<string, string>> = {
  ownerId: 'Member',
  contributorId: 'Member',
  authorIds: 'Member',
  memberIds: 'Member',
  userId: 'Member',
  parentId: 'Collection',
  targetPageId: 'Page',
  slug: 'OpenApiSpec',
};

/** `defaultSectionId` refers to a SiteSection; `id` refers to the field's type: a Site for `UpdateSitePayload`. */
function typeMeant({ name, gives }: InputPosition, types: Iterable<string>): string | undefined {
  const all = [...types].sort((a, b) => b.length - a.length);
  if (name === 'id' || name === 'ids') return all.find((type) => gives.includes(type));
  const stem = name.replace(/Ids?$/, '').toLowerCase();
  return (
    namedBy[name] ??
    all.find((type) => stem.endsWith(type.toLowerCase())) ??
    all.findLast((type) => type.toLowerCase().endsWith(stem))
  );
}

function idFor(place: InputPosition, known: ExistingIds, types: readonly string[], random: Random): unknown {
  if (random.chance(0.03)) return undefined;
  const meant = typeMeant(place, known.keys());
  const type = meant !== undefined && known.has(meant) && random.chance(0.97) ? meant : random.pick(types);
  const { id, restId } = random.pick(known.get(type) ?? []);
  if (place.name === 'slug') return restId;
  // Mutations and `node` accept global ids only.
  const takesBoth = place.gives !== 'Node' && !place.gives.endsWith('Payload');
  return random.chance(takesBoth ? 0.4 : 0.03) ? restId : id;
}

const textsFor: Readonly<Record<string, readonly string[]>> = {
  emailDomain: ['example.com', 'nowhere.test'],
  query: ['the', 'install', ''],
  search: ['a', 'zzz'],
  order: ['asc', 'desc', 'sideways'],
  sort: ['joinedAt', 'lastSeenAt'],
  status: ['open', 'resolved', 'merged', 'nothing'],
  format: ['markdown', 'document', 'tape'],
  title: ['a', 'Engineering'],
};
