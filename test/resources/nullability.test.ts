import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Entity } from '../../src/engine/contract/entity.ts';
import { entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';
import { stubbedGateway } from '../support/gateways/stubbed-gateway.ts';
import { idOf } from '../support/resources/mutation-inputs.ts';
import { everyField } from '../support/resources/selections.ts';
import { json } from '../support/upstreams/fault-upstream.ts';
import {
  type JsonSchema,
  jsonSchemaOf,
  minimalResponses,
  operationFor,
  sampleOf,
} from '../support/upstreams/minimal-responses.ts';

type SchemaField = GraphQLField<unknown, unknown>;
type Json = Record<string, unknown>;

const schema = createSchema();
const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

/** The levels of a field that `@semanticNonNull` promises; undefined without it. */
function promisedLevels({ astNode }: SchemaField): number[] | undefined {
  const directive = astNode?.directives?.find(({ name }) => name.value === 'semanticNonNull');
  if (directive === undefined) return undefined;
  const [levels] = directive.arguments ?? [];
  return levels?.value.kind === 'ListValue'
    ? levels.value.values.map((one) => Number('value' in one && one.value))
    : [0];
}

describe('the fields that no record holds', () => {
  /** REST may leave the record out of these items. */
  const nullableNodes = ['MemberSpace', 'MemberTeam'];
  const fieldsOf = (test: (type: GraphQLObjectType, field: SchemaField) => boolean) =>
    objectTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter((field) => !type.name.startsWith('__') && test(type, field))
        .map((field) => [`${type.name}.${field.name}`, field] as const),
    );

  /** They are null where the viewer is not known. */
  const listsOfViewer = new Set(['Organization.spaces', 'Organization.changeRequests']);

  it('are promised: connections and payloads', () => {
    const all = fieldsOf(
      (type, field) => type.name === 'Mutation' || getNamedType(field.type).name.endsWith('Connection'),
    );
    expect(all.length).toBeGreaterThan(90);
    for (const [name, field] of all) {
      expect([name, promisedLevels(field)]).toEqual([name, listsOfViewer.has(name) ? undefined : [0]]);
    }
  });

  it('are promised: edges and nodes, with their items', () => {
    for (const [name, field] of fieldsOf(
      ({ name }, field) => name.endsWith('Connection') && /^(edges|nodes)$/.test(field.name),
    )) {
      const mayMiss = field.name === 'nodes' && nullableNodes.some((base) => name.startsWith(`${base}Connection`));
      expect([name, promisedLevels(field)]).toEqual([name, mayMiss ? [0] : [0, 1]]);
    }
  });

  it('are promised: the node of an edge', () => {
    for (const [name, field] of fieldsOf(({ name }, field) => name.endsWith('Edge') && field.name === 'node')) {
      const mayMiss = nullableNodes.some((base) => name.startsWith(`${base}Edge`));
      expect([name, promisedLevels(field)]).toEqual([name, mayMiss ? undefined : [0]]);
    }
  });
});

describe('a value that the contract requires', () => {
  const world = stubbedGateway();
  // The contract requires nothing of pages and files but their id.
  const { Revision: _, Page: __, File: ___, ...nodes } = entities;

  /** The schema of the records of an entity. */
  function recordSchema({ endpoints, lists }: Entity): JsonSchema {
    const get = endpoints.find(({ method }) => method === 'GET');
    const result = jsonSchemaOf((get ?? lists[0])?.result as NonNullable<Entity['endpoints'][0]['result']>);
    const items = result.properties?.items as (JsonSchema & { items?: JsonSchema }) | undefined;
    return get === undefined ? (items?.items ?? {}) : result;
  }

  /** Selects all fields of a record, and answers the record's reads with it. */
  async function read(entity: Entity, record: Json) {
    world.upstream.reply((response, request) => {
      const endpoint = operationFor(request);
      if (endpoint !== undefined && entity.lists.some((list) => list === endpoint))
        return json({ items: [record], count: 1 })(response, request);
      const isOwn = endpoint?.method === 'GET' && entity.endpoints.some((one) => one === endpoint);
      return (isOwn ? json(record) : minimalResponses)(response, request);
    });
    const id = idOf(entity.name as Parameters<typeof idOf>[0]);
    const document = `{ node(id: "${id}") { ... on ${entity.name} ${everyField(entity.name)} } }`;
    const { data, errors = [] } = await world.gateway.execute(document);
    const type = schema.getType(entity.name) as GraphQLObjectType;
    return { nulls: nullsIn(data.node, type), failed: errors.map(({ path = [] }) => path.slice(1).join('.')), errors };
  }

  it.each(Object.values(nodes) as Entity[])('is promised by the fields that show it: $name', async (entity) => {
    const { properties = {}, required = [] } = recordSchema(entity);
    const whole = withOwnId(entity, fullSampleOf({ type: 'object', properties }) as Json);
    const before = await read(entity, whole);
    expect(before.failed).toEqual([]);
    for (const name of Object.keys(properties)) {
      if (['id', 'object'].includes(name) || entity.idOf({ ...whole, [name]: undefined }) !== entity.idOf(whole))
        continue;
      const { [name]: ____, ...without } = whole;
      const { nulls, failed, errors } = await read(entity, without);
      const missing = [...nulls].filter(([path]) => !before.nulls.has(path));
      const isRequired = required.includes(name) && !allowsNull(properties[name] ?? {});
      for (const [path, field] of missing) {
        expect([name, path, promisedLevels(field)?.includes(0) ?? false]).toEqual([name, path, isRequired]);
        expect([name, path, failed.includes(path)]).toEqual([name, path, isRequired]);
      }
      for (const { extensions } of errors) expect(extensions.code).toBe('UPSTREAM_CONTRACT');
    }
  });

  /** The paths of all nulls in a value, with their fields. */
  function nullsIn(value: Json | null, type: GraphQLObjectType, above = ''): Map<string, SchemaField> {
    const found = new Map<string, SchemaField>();
    for (const [name, inner] of Object.entries(value ?? {})) {
      const field = type.getFields()[name] as SchemaField;
      const named = getNamedType(field.type);
      if (inner === null) found.set(`${above}${name}`, field);
      else if (isObjectType(named) && typeof inner === 'object' && !Array.isArray(inner))
        for (const [path, one] of nullsIn(inner as Json, named, `${above}${name}.`)) found.set(path, one);
    }
    return found;
  }
});

function allowsNull({ anyOf = [], type }: JsonSchema): boolean {
  return type === 'null' || anyOf.some(allowsNull);
}

/** A value of a schema with all of its properties. */
function fullSampleOf(schema: JsonSchema & { items?: JsonSchema; $ref?: string }): unknown {
  const { anyOf, enum: values, type, properties = {} } = schema;
  if (schema.$ref !== undefined) return undefined;
  if (schema.const !== undefined) return schema.const;
  if (anyOf !== undefined) return fullSampleOf(anyOf[0] as JsonSchema);
  if (values !== undefined) return values[0];
  if (type === 'object') {
    return Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, fullSampleOf(inner)]));
  }
  return type === 'integer' ? 1 : sampleOf(schema);
}

/** The record with the id that the global id of `idOf` names. */
function withOwnId({ name, keyShapes }: Entity, record: Json): Json {
  const last = keyShapes[0]?.at(-1) ?? '';
  const id = last.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const user = (inner: unknown) => ({ ...(inner as Json), id });
  if (name === 'OpenApiSpec') return { ...record, slug: id };
  if (name === 'Member') return { ...record, user: user(record.user) };
  if (name !== 'TeamMember') return { ...record, id };
  const organization = record.organization as Json;
  return { ...record, organization: { ...organization, user: user(organization.user) } };
}
