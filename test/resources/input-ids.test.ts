import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Identified } from '../../src/engine/contract/entity.ts';
import { definitionOf } from '../../src/engine/fields/field-definitions.ts';
import { globalId } from '../../src/engine/relay/global-id.ts';
import { entities, operations } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { UserIdentity } from '../../src/resources/shared/contract.ts';
import { named } from '../support/expectations.ts';

const mutations = Object.values(createSchema().getMutationType()?.getFields() ?? {}).map((field) => ({
  name: field.name,
  input: getNamedType(field.args[0]?.type as GraphQLInputType) as GraphQLInputObjectType,
  prepare: (args: { input: unknown }) => {
    const spec = definitionOf(field)?.spec;
    if (spec?.kind !== 'action') throw new Error(`${field.name} is no action.`);
    return spec.prepare(args);
  },
}));

const identifiedTypes = { ...entities, User: UserIdentity };
type IdentifiedType = keyof typeof identifiedTypes;

/** Ids that the service gives to what is no record of the graph. */
const opaque = new Set(['agentTaskId', 'nodeId', 'inviteId']);

const byName: Readonly<Record<string, IdentifiedType>> = {
  organizationId: 'Organization',
  spaceId: 'Space',
  'spaces.ids': 'Space',
  siteId: 'Site',
  'defaultContent.siteId': 'Site',
  changeRequestId: 'ChangeRequest',
  sectionGroupId: 'SiteSectionGroup',
  sectionId: 'SiteSection',
  sectionIds: 'SiteSection',
  defaultSectionId: 'SiteSection',
  defaultSiteSpaceId: 'SiteSpace',
  teamId: 'Team',
  defaultTeamId: 'Team',
  userId: 'User',
  memberIds: 'User',
  pageId: 'Page',
  parentId: 'Collection',
};

/** What the contract places records beside, where that is of another type than they are. */
const anchors: Readonly<Record<string, IdentifiedType>> = {
  moveCollection: 'Space',
  moveSiteSectionGroup: 'SiteSection',
};

/** An id field of a mutation's input, with the way to it. */
interface IdField {
  mutation: (typeof mutations)[number];
  path: string;
  type: IdentifiedType;
}

const idFields: IdField[] = mutations.flatMap((mutation) =>
  idPaths(mutation.input)
    .filter((path) => !opaque.has(path))
    .map((path) => ({ mutation, path, type: typeAt(mutation.name, path) })),
);

function idPaths(type: GraphQLInputObjectType): string[] {
  return Object.values(type.getFields()).flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isInputObjectType(inner)) return idPaths(inner).map((path) => `${field.name}.${path}`);
    return inner.name === 'ID' ? [field.name] : [];
  });
}

/** The type that an id must have: its name says it, or that of the mutation does. */
function typeAt(mutation: string, path: string): IdentifiedType {
  const known = byName[path] ?? (path.startsWith('position.') ? anchors[mutation] : undefined);
  if (known !== undefined) return known;
  if (mutation.endsWith('Translation')) return 'Translation';
  const what = path === 'commentId' ? mutation.replace(/Reply$/, '') : mutation;
  const names = (Object.keys(entities) as IdentifiedType[]).filter((name) => what.includes(name));
  const [longest] = names.sort((a, b) => b.length - a.length);
  if (longest === undefined) throw new Error(`No type for ${mutation}(${path})`);
  return longest;
}

const idOf = (type: IdentifiedType) => {
  const identified: Identified = identifiedTypes[type];
  return globalId(identified, Object.fromEntries((identified.keyShapes[0] ?? []).map((name) => [name, 'x'])));
};

/** An input with all that is required, and an id at the path. */
function inputWith({ mutation, path }: IdField, id: string) {
  const build = (type: GraphQLInputObjectType, prefix: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.values(type.getFields()).flatMap(({ name, type: fieldType }) => {
        const at = `${prefix}${name}`;
        const isOnTheWay = path === at || path.startsWith(`${at}.`);
        if (!isOnTheWay && !String(fieldType).endsWith('!')) return [];
        return [[name, sampleOf(fieldType, at)]];
      }),
    );
  const sampleOf = (type: GraphQLInputType, at: string): unknown => {
    const named = getNamedType(type);
    const one = () => {
      if (isInputObjectType(named)) return build(named, `${at}.`);
      if (named.name === 'ID') return at === path ? id : opaque.has(at) ? 'plain' : idOf(typeAt(mutation.name, at));
      return isEnumType(named)
        ? named.getValues()[0]?.value
        : ({ Boolean: true, JSONObject: {} }[named.name] ?? 'text');
    };
    return /^\[/.test(String(type)) ? [one()] : one();
  };
  return build(mutation.input, '');
}

const cases = idFields.map((field) => ({ ...field, name: `${field.mutation.name}(${field.path}:)` }));

describe('the ids of inputs', () => {
  it('are many', () => {
    expect(mutations).toHaveLength(operations.filter(({ method }) => method !== 'GET').length);
    expect(cases.length).toBeGreaterThan(80);
  });

  it.each(cases)('of their own type are taken: $name', (field) => {
    const prepared = field.mutation.prepare({ input: inputWith(field, idOf(field.type)) });
    expect(Object.keys(prepared as object)).toSatisfy(
      ([only]: string[]) => only === 'request' || only === 'userErrors',
    );
  });

  it.each(cases)('of another type are refused: $name', (field) => {
    const wrong: IdentifiedType = field.type === 'File' ? 'Page' : 'File';
    expect(() => field.mutation.prepare({ input: inputWith(field, idOf(wrong)) })).toThrow(
      `Expected ${named(field.type)} id, got ${named(wrong)} id.`,
    );
  });
});
