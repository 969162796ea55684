import { contract } from '../../resources/contract.ts';
import type { ItemOf, ListOperation, Operation, PathOf, ResultOf } from './operation.ts';
import { pathParams } from './operation.ts';

/**
 * A kind of record that the graph can refer to by its key: the parameters of the path where it stands.
 * A page and a file stand in a space's content or in a change request's, so they have two paths.
 */
export interface Entity {
  /** The operations whose path is the record's own. The first GET among them fetches it. */
  readonly at: readonly Operation[];
  /** The lists whose items are whole records of this kind. */
  readonly lists: readonly ListOperation[];
  /**
   * The list that holds every record of its parent: what it does not hold does not exist. A collection's own path does
   * not name the organization whose list it stands in.
   */
  readonly whole: readonly ListOperation[];
  /** The value of the path's last parameter, read from the record. */
  readonly idOf: (record: never) => string | undefined;
}

type AnyId = { id?: string };
const ownId = (record: AnyId) => record.id;

function entity<
  const At extends readonly Operation[],
  const Lists extends readonly ListOperation[] = [],
  const Whole extends readonly ListOperation[] = [],
  // biome-ignore lint/suspicious/noExplicitAny: each entity reads the id of its own record type
>(at: At, lists: Lists = [] as never, whole: Whole = [] as never, idOf: (record: any) => string | undefined = ownId) {
  return { at, lists, whole, idOf };
}

const c = contract;

/** Every kind of record with a key, under the name of its GraphQL type. */
export const entities = {
  Organization: entity([c.organizations.get], [c.organizations.list], [c.organizations.list]),
  Member: entity(
    [c.members.get],
    [c.members.list],
    [c.members.list],
    (record: ResultOf<typeof c.members.get>) => record.user?.id ?? record.id,
  ),
  Team: entity([c.teams.get], [c.teams.list], [c.teams.list]),
  TeamMember: entity(
    [c.teamMembers.set],
    [c.teamMembers.list],
    [c.teamMembers.list],
    (record: ItemOf<typeof c.teamMembers.list>) => record.organization?.user?.id ?? record.organization?.id,
  ),
  SamlProvider: entity([c.samlProviders.get], [c.samlProviders.list], [c.samlProviders.list]),
  OpenAPISpec: entity(
    [c.openapiSpecs.get],
    [c.openapiSpecs.list],
    [c.openapiSpecs.list],
    (record: ResultOf<typeof c.openapiSpecs.get>) => record.slug,
  ),
  OpenAPISpecVersion: entity([c.openapiSpecs.version], [c.openapiSpecs.versions], [c.openapiSpecs.versions]),
  TranslationSettings: entity([c.translations.get], [c.translations.list], [c.translations.list]),
  Site: entity([c.sites.get], [c.sites.list], [c.sites.list]),
  SiteSection: entity([c.siteSections.update], [c.siteSections.list], [c.siteSections.list]),
  SiteSectionGroup: entity([c.sectionGroups.update], [c.sectionGroups.list], [c.sectionGroups.list]),
  SiteSpace: entity([c.siteSpaces.update], [c.siteSpaces.list], [c.siteSpaces.list]),
  ShareLink: entity([c.shareLinks.update], [c.shareLinks.list], [c.shareLinks.list]),
  Space: entity([c.spaces.get], [c.collections.spaces]),
  Collection: entity([c.collections.get], [c.collections.list], [c.collections.list]),
  // The list shows open change requests only unless a status is given, and no status is known to mean all.
  ChangeRequest: entity([c.changeRequests.get], [c.changeRequests.list]),
  SpaceComment: entity([c.spaceComments.get], [c.spaceComments.list], [c.spaceComments.list]),
  SpaceCommentReply: entity([c.spaceComments.getReply], [], []),
  ChangeRequestComment: entity(
    [c.changeRequestComments.get],
    [c.changeRequestComments.list],
    [c.changeRequestComments.list],
  ),
  ChangeRequestCommentReply: entity(
    [c.changeRequestComments.getReply],
    [c.changeRequestComments.replies],
    [c.changeRequestComments.replies],
  ),
  Page: entity([c.spaceContents.page, c.changeRequestContents.page], [], []),
  File: entity(
    [c.spaceContents.file, c.changeRequestContents.file],
    [c.spaceContents.files, c.changeRequestContents.files],
    [c.spaceContents.files, c.changeRequestContents.files],
  ),
  Revision: entity([c.spaceContents.get, c.changeRequestContents.get], [], []),
} satisfies Record<string, Entity>;

type Entities = typeof entities;
export type EntityName = keyof Entities;

/** The key of a record: the parameters of its path, `{ organizationId, siteId }` for a site. */
export type KeyOf<Name extends EntityName> = PathOfEach<Entities[Name]['at'][number]>;
type PathOfEach<O> = O extends Operation ? PathOf<O> : never;

/** The record of an entity, as the operation at its path answers it or, where that answers nothing, as its list does. */
export type RecordOf<Name extends EntityName> =
  ResultOf<Entities[Name]['at'][0]> extends undefined
    ? ItemOf<Entities[Name]['lists'][number]>
    : NonNullable<ResultOf<Entities[Name]['at'][0]>>;

/** The entity whose whole records a list holds; never for lists of anything else. */
export type ListedBy<O extends Operation> = {
  [Name in EntityName]: O['id'] extends Entities[Name]['lists'][number]['id'] ? Name : never;
}[EntityName];

/** The entity whose path an operation's path is; never for all others. */
export type EntityAt<O extends Operation> = {
  [Name in EntityName]: O['id'] extends Entities[Name]['at'][number]['id'] ? Name : never;
}[EntityName];

/** The names of the key's parts, one list for each path where the entity stands. */
export function keyParams(name: EntityName): readonly (readonly string[])[] {
  return entityParams[name];
}

const entityParams = Object.fromEntries(
  Object.entries<Entity>(entities).map(([name, { at }]) => [name, at.map((operation) => pathParams(operation.path))]),
) as unknown as Record<EntityName, readonly (readonly string[])[]>;

/** The entity whose whole records a list holds; undefined for lists of anything else. */
export function entityListedBy<O extends Operation>(operation: O): ListedBy<O> | undefined {
  return find((entity) => entity.lists.some(({ id }) => id === operation.id)) as ListedBy<O> | undefined;
}

/** The entity at whose path an operation stands. */
export function entityAt<O extends Operation>(operation: O): EntityAt<O> | undefined {
  return find((entity) => entity.at.some(({ id }) => id === operation.id)) as EntityAt<O> | undefined;
}

function find(matches: (entity: Entity) => boolean): string | undefined {
  return Object.entries<Entity>(entities).find(([, entity]) => matches(entity))?.[0];
}

/** Whether an operation answers an entity's whole record, as those at its path do: a write need not be read again then. */
export function answersRecord({ result }: Operation, name: EntityName): boolean {
  const { at }: Entity = entities[name];
  return result !== undefined && at.some((one) => one.result === result);
}

/** The operations that may answer an entity's record: its GETs, and the lists that hold all of it. */
export function readsOf(name: EntityName): readonly Operation[] {
  const { at, whole }: Entity = entities[name];
  const gets = at.filter(({ method }) => method === 'GET');
  return gets.length > 0 ? gets : whole;
}
