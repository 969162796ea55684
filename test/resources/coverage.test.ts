import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../../src/engine/contract/endpoint.ts';
import type { Entity } from '../../src/engine/contract/entity.ts';
import { EmbeddedConnectionField } from '../../src/engine/fields/embedded-connection.ts';
import { definitionOf } from '../../src/engine/fields/field-definitions.ts';
import type { FieldKind } from '../../src/engine/fields/field-kind.ts';
import { ToOneField } from '../../src/engine/fields/to-one.ts';
import type { ErrorCode } from '../../src/engine/http/errors.ts';
import { contract, entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';

type Field = GraphQLField<unknown, unknown>;
type EntityName = keyof typeof entities;

const schema = createSchema();
const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
const reads = endpoints.filter(({ method }) => method === 'GET');
const actions = endpoints.filter(({ method }) => method !== 'GET');
const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);
const mutations = fieldsOf(schema.getMutationType());

function fieldsOf(type: GraphQLObjectType | null | undefined): Field[] {
  return Object.values(type?.getFields() ?? {});
}

function kindOf(field: Field): FieldKind | undefined {
  return definitionOf(field)?.kind;
}

/**
 * The fields through which an operation is asked for by arguments: look-ups and connections. Edges from other records
 * don't count, nor do `node` and `nodes`, which lead everywhere.
 */
function fieldsThatRead(endpoint: Endpoint): Field[] {
  return objectTypes.flatMap(fieldsOf).filter((field) => {
    const kind = kindOf(field);
    return kind?.isReader && kind.endpoints.includes(endpoint);
  });
}

function mutationsThatCall(endpoint: Endpoint): Field[] {
  return mutations.filter((field) => kindOf(field)?.endpoints.includes(endpoint) && !isBatch(field));
}

function isBatch(field: Field): boolean {
  return kindOf(field)?.write?.isBatch === true;
}

const shapeOf = (schemaOfObject: z.ZodType | undefined) =>
  (schemaOfObject as z.ZodObject | undefined)?.shape ?? ({} as Readonly<Record<string, z.ZodType>>);

describe('every operation of the contract', () => {
  it('has an id of its own', () => {
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(reads.length + actions.length);
    expect(reads.length).toBeGreaterThan(60);
    expect(actions.length).toBeGreaterThan(60);
  });

  it('that reads has a field', () => {
    expect(reads.filter((endpoint) => fieldsThatRead(endpoint).length === 0).map(({ id }) => id)).toEqual([]);
  });

  it('that changes something has exactly one mutation of a single record, and no mutation does anything else', () => {
    expect(actions.filter((endpoint) => mutationsThatCall(endpoint).length !== 1).map(({ id }) => id)).toEqual([]);
    const isAction = (kind: FieldKind | undefined) => kind?.write !== undefined && kind.write.endpoint.method !== 'GET';
    expect(mutations.filter((field) => !isAction(kindOf(field))).map(({ name }) => name)).toEqual([]);
    expect(mutations.filter((field) => !isBatch(field))).toHaveLength(actions.length);
  });

  it('that the contract deprecates says so, and no other', () => {
    const deprecated = actions.filter(({ deprecated }) => deprecated !== undefined);
    const marked = mutations.filter(({ description }) => description?.includes('deprecates'));
    const names = (fields: readonly Field[]) => fields.map(({ name }) => name).sort();
    expect(names(marked)).toEqual(names(deprecated.flatMap(mutationsThatCall)));
    expect(marked).toHaveLength(3);
  });
});

describe('every query parameter of a read', () => {
  const isList = (endpoint: Endpoint) => 'limit' in shapeOf(endpoint.query);

  /** The parameters that a caller gives; the others follow from `first`, `after`, and whether git is selected. */
  function parametersOf(endpoint: Endpoint): string[] {
    const own = isList(endpoint) ? ['page', 'limit', 'metadata'] : ['metadata'];
    return Object.keys(shapeOf(endpoint.query)).filter((name) => !own.includes(name));
  }

  /** A filter by a record ends in `Id` or `Ids`, and a filter by a flag begins with `is`. An order by several fields is one object. */
  function argumentNames(parameter: string): string[] {
    const parts = ['sort', 'order'].includes(parameter) ? ['orderBy'] : [];
    const flag = `is${parameter.slice(0, 1).toUpperCase()}${parameter.slice(1)}`;
    return [parameter, `${parameter}Id`, `${parameter.replace(/s$/, '')}Ids`, flag, ...parts];
  }

  it('is an argument of a field that makes it', () => {
    const missing = reads.flatMap((endpoint) => {
      const given = fieldsThatRead(endpoint).flatMap(({ args }) => args.map(({ name }) => name));
      return parametersOf(endpoint)
        .filter((name) => !argumentNames(name).some((one) => given.includes(one)))
        .map((name) => `${endpoint.id} ${name}`);
    });
    expect(missing).toEqual([]);
    // What would be missing if the walk found no parameters.
    expect(reads.flatMap(parametersOf).length).toBeGreaterThan(40);
  });

  it('that pages a list is `first` and `after`', () => {
    const lists = reads.filter(isList);
    expect(lists.length).toBeGreaterThan(20);
    const unpaged = lists.filter((endpoint) =>
      fieldsThatRead(endpoint).every(
        ({ args }) => !['first', 'after'].every((name) => args.some((arg) => arg.name === name)),
      ),
    );
    expect(unpaged.map(({ id }) => id)).toEqual([]);
  });
});

describe('every mutation', () => {
  const inputName = ({ name }: Field) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

  it('takes one input of its own, and answers a payload with userErrors', () => {
    const odd = mutations.filter((field) => {
      const takes = field.args.map(({ name, type }) => `${name}: ${type}`).join();
      const payload = fieldsOf(getNamedType(field.type) as GraphQLObjectType).map(
        ({ name, type }) => `${name}: ${type}`,
      );
      return (
        takes !== `input: ${inputName(field)}Input!` ||
        String(field.type) !== `${inputName(field)}Payload` ||
        !payload.includes('userErrors: [UserError!]!') ||
        !payload.includes('clientMutationId: String')
      );
    });
    expect(odd.map(({ name }) => name)).toEqual([]);
  });
});

describe('every mutation of several records', () => {
  const batches = mutations.filter(isBatch);

  it('has results with the fields of the mutation of one record', () => {
    const odd = batches.filter((field) => {
      const [single] = mutationsThatCall(kindOf(field)?.write?.endpoint as Endpoint);
      const namesIn = (type: unknown) => fieldsOf(type as GraphQLObjectType).map(({ name }) => name);
      const results = (getNamedType(field.type) as GraphQLObjectType).getFields().results;
      const expected = namesIn(single && getNamedType(single.type)).filter((name) => name !== 'clientMutationId');
      return namesIn(results && getNamedType(results.type)).join() !== [...expected, 'error'].join();
    });
    expect(odd.map(({ name }) => name)).toEqual([]);
    expect(batches.length).toBeGreaterThan(3);
  });

  it('has an error code for every code of the gateway', () => {
    const codes = Object.keys(errorCodes).sort();
    expect(
      (schema.getType('ErrorCode') as GraphQLEnumType)
        .getValues()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(codes);
  });
});

/** The compiler finds a code that is missing here. */
const errorCodes: Record<ErrorCode, true> = {
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  CONFLICT: true,
  PRECONDITION_FAILED: true,
  BAD_USER_INPUT: true,
  RATE_LIMITED: true,
  UPSTREAM_TIMEOUT: true,
  UPSTREAM_UNAVAILABLE: true,
  UPSTREAM_ERROR: true,
  BAD_UPSTREAM_RESPONSE: true,
  UPSTREAM_CONTRACT: true,
  OPERATION_TOO_EXPENSIVE: true,
  CANCELLED: true,
  WRITE_OUTCOME_UNKNOWN: true,
  NOT_EXECUTED: true,
};

describe('every kind of record', () => {
  const names = Object.keys(entities) as EntityName[];
  const node = schema.getType('Node');
  const nodes = isInterfaceType(node) ? schema.getPossibleTypes(node) : [];

  it('is a Node; but for revisions, which are known by what they are the content of', () => {
    expect(nodes.map(({ name }) => name).sort()).toEqual(names.filter((name) => name !== 'Revision').sort());
  });

  it('has a global id and the id that REST knows it by', () => {
    const types = Object.fromEntries(
      nodes.map((type) => [type.name, ['id', 'restId'].map((field) => String(type.getFields()[field]?.type))]),
    );
    expect(types).toEqual(Object.fromEntries(nodes.map(({ name }) => [name, ['ID!', 'String!']])));
  });

  it.each(names)('promises in the schema what the contract requires: %s', (name) => {
    const type = schema.getType(name) as GraphQLObjectType;
    const promised = requiredOf(name).map((rest) => renamed[name]?.[rest] ?? rest);
    const unmarked = promised.filter((field) => !isPromised(type.getFields()[field]));
    expect(unmarked).toEqual([]);
  });

  it('promises nothing else than what its key holds', () => {
    const unfounded = names.flatMap((name) => {
      const required = requiredOf(name).map((rest) => renamed[name]?.[rest] ?? rest);
      const marked = fieldsOf(schema.getType(name) as GraphQLObjectType).filter(isPromised);
      return marked
        .filter((field) => !required.includes(field.name) && !isAlwaysThere(kindOf(field)))
        .map((field) => `${name}.${field.name}`);
    });
    expect(unfounded).toEqual(['TeamMember.member']);
  });

  it('is known to require something, wherever the contract marks fields', () => {
    expect(names.filter((name) => requiredOf(name).length > 1)).toEqual([
      'Organization',
      'OpenApiSpec',
      'OpenApiSpecVersion',
      'Site',
      'SiteSection',
      'SiteSectionGroup',
      'SiteSpace',
      'ShareLink',
      'Space',
      'Collection',
      'ChangeRequest',
    ]);
  });
});

/** The fields of the graph that have another name than the REST field, and those where the id is not the key. */
const renamed: { readonly [Name in EntityName]?: Readonly<Record<string, string>> } = {
  Organization: { inviteLinks: 'areInviteLinksEnabled' },
  OpenApiSpec: { id: 'specId' },
  Revision: { id: 'restId' },
  Site: { published: 'isPublished', siteSpaces: 'siteSpaceCount' },
  Space: {
    comments: 'openCommentCount',
    changeRequests: 'changeRequestCount',
    changeRequestsOpen: 'openChangeRequestCount',
    changeRequestsDraft: 'draftChangeRequestCount',
  },
  ChangeRequest: { comments: 'openCommentCount', outdated: 'isOutdated', revisionInitial: 'initialRevisionId' },
};

/** Whether the field has a value for every record: the key tells it, or a call of its own reads it. */
function isAlwaysThere(kind: FieldKind | undefined): boolean {
  if (kind === undefined) return false;
  const isPromised = kind.valueSource === 'key' || kind.readsOwner || kind instanceof EmbeddedConnectionField;
  return isPromised || kind.isReader || (kind instanceof ToOneField && kind.from === 'key');
}

/** The REST fields that are always there and never null; `object` is the type's name. */
function requiredOf(name: EntityName): string[] {
  const { endpoints: own, lists }: Entity = entities[name];
  const record = own[0]?.result ?? (shapeOf(lists[0]?.result).items as z.ZodArray | undefined)?.element;
  const required = Object.entries(shapeOf(record as z.ZodType)).filter(
    ([, { type }]) => !['optional', 'nullable'].includes(type),
  );
  return required.map(([rest]) => rest).filter((rest) => rest !== 'object');
}

function isPromised(field: Field | undefined): boolean {
  const directives = field?.astNode?.directives ?? [];
  return (
    ['ID!', 'String!'].includes(String(field?.type)) || directives.some(({ name }) => name.value === 'semanticNonNull')
  );
}
