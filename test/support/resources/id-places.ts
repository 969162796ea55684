import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';

export type EntityName = keyof typeof entities;

/** A place of the schema that takes an id: an argument of a query's field, or a field of a mutation's input. */
export interface IdPlace {
  /** `Site.section(id:)` or `updateSite(defaultSectionId:)`, for the test's name. */
  name: string;
  /** The mutation, or the field that takes the argument. */
  field: GraphQLField<unknown, unknown>;
  /** The type that the field belongs to: `Mutation` for inputs. */
  parent: GraphQLObjectType;
  /** The path to the id below the field's arguments, or below `input`. */
  path: string[];
  isList: boolean;
  description: string;
  /** The type of the record that the id names; undefined for ids of what is no record of the graph. */
  type: EntityName | undefined;
  /** Whether the place names a user, whose REST id needs no parent. */
  isUser: boolean;
  /** Whether the REST id is accepted too: the record has no parents, or they are known. */
  takesRestId: boolean;
}

/** Ids that the service gives to what is no record of the graph. */
const opaque = new Set(['agentTaskId', 'documentNodeId', 'inviteId']);

/** Names of arguments and input fields that say which type of record they name. */
const typeByName: Readonly<Record<string, EntityName>> = {
  organizationId: 'Organization',
  spaceId: 'Space',
  siteId: 'Site',
  changeRequestId: 'ChangeRequest',
  sectionGroupId: 'SiteSectionGroup',
  siteSectionGroupId: 'SiteSectionGroup',
  sectionId: 'SiteSection',
  sectionIds: 'SiteSection',
  defaultSectionId: 'SiteSection',
  defaultSiteSpaceId: 'SiteSpace',
  teamId: 'Team',
  defaultTeamId: 'Team',
  pageId: 'Page',
  targetPageId: 'Page',
  parentId: 'Collection',
  spaceIds: 'Space',
};

/** Names of arguments and input fields that name users: by the id of one of their memberships, or by their REST id. */
const users = new Set([
  'userId',
  'userIds',
  'memberIds',
  'ownerId',
  'contributorId',
  'authorIds',
  'addUserIds',
  'removeUserIds',
]);

/** The siblings of a position, where they are of another type than what is moved. */
const siblings: Readonly<Record<string, EntityName>> = {
  moveSpace: 'Space',
  moveCollection: 'Space',
  moveSiteSection: 'SiteSection',
  moveSiteSectionGroup: 'SiteSection',
  moveSiteSpace: 'SiteSpace',
};

/** Every argument and input field of the schema that takes ids, but those of `node` and `nodes`, which take every type. */
export function everyIdPlace(): IdPlace[] {
  const types = Object.values(createSchema().getTypeMap()).filter(isObjectType);
  return types
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((parent) =>
      Object.values(parent.getFields())
        .filter(({ name }) => name !== 'node' && name !== 'nodes')
        .flatMap((field) => placesOf(parent, field)),
    );
}

function placesOf(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): IdPlace[] {
  const isMutation = parent.name === 'Mutation';
  const input = field.args[0]?.type;
  const all =
    isMutation && input
      ? idsIn(input)
      : field.args.flatMap(({ name, type, description }) => {
          return idsIn(type, [name], description);
        });
  // An input names a record, and then others below or beside it: what comes first tells the parents of the others.
  const known = new Set<string>(isMutation ? [] : keyNames(parent.name));
  return all.map(({ path, isList, description }) => {
    const name = isMutation ? `${field.name}(${path.join('.')}:)` : `${parent.name}.${field.name}(${path.join('.')}:)`;
    const last = path.at(-1) ?? '';
    const isUser = last !== 'organizationId' && (users.has(last) || field.name === 'member');
    const type = opaque.has(last) ? undefined : typeOf(parent, field, path, isUser);
    const parents = type === undefined ? [] : keyNames(type).slice(0, -1);
    const takesRestId = isUser || parents.every((one) => known.has(one));
    if (isMutation && type !== undefined && !isUser) for (const one of keyNames(type)) known.add(one);
    return { name, field, parent, path, isList, description: description ?? '', type, isUser, takesRestId };
  });
}

interface Id {
  path: string[];
  isList: boolean;
  description: string | null | undefined;
}

/** The ids in an input; undefined `description` for the input itself. */
function idsIn(type: GraphQLInputType, path: string[] = [], description?: string | null): Id[] {
  const named = getNamedType(type);
  if (named.name === 'ID') return [{ path, isList: isListType(getNullableType(type)), description }];
  if (!isInputObjectType(named)) return [];
  const at = isListType(getNullableType(type)) ? [...path, '0'] : path;
  return Object.values(named.getFields()).flatMap((field) => idsIn(field.type, [...at, field.name], field.description));
}

function typeOf(
  parent: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  path: string[],
  isUser: boolean,
): EntityName {
  if (isUser) return 'Member';
  const last = path.at(-1) ?? '';
  const isPosition = path.includes('position');
  const known = isPosition ? siblings[field.name] : path.length > 1 && last === 'ids' ? 'Space' : typeByName[last];
  if (known !== undefined) return known;
  // An `id` names the record that a look-up returns; that of a mutation is in the mutation's name.
  const isMutation = parent.name === 'Mutation';
  const text = isMutation ? field.name : getNamedType(field.type).name;
  const what = last === 'commentId' ? text.replace(/Reply$/, '') : text;
  const names = (Object.keys(entities) as EntityName[]).filter((name) =>
    what.toLowerCase().includes(name.toLowerCase()),
  );
  const [longest] = names.sort((a, b) => b.length - a.length);
  if (longest !== undefined) return longest;
  throw new Error(
    `Say in test/support/resources/id-places.ts which type of record ${parent.name}.${field.name}(${path}) names.`,
  );
}

/** The names of the parts of a record's key. */
export function keyNames(type: string): readonly string[] {
  return Object.hasOwn(entities, type) ? (entities[type as EntityName].keyShapes[0] ?? []) : [];
}
