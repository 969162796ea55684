import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { type Entity, readsOf } from '../../engine/contract/entity.ts';
import { type ListOperation, type Operation, type Page, pathParams } from '../../engine/contract/operation.ts';
import type { Context } from '../../engine/data/context.ts';
import { Reference } from '../../engine/data/reference.ts';
import { definitionOf } from '../../engine/fields/field-definitions.ts';
import type { FieldSpec } from '../../engine/fields/spec.ts';
import { connectionFrom, type Items } from '../../engine/relay/connection.ts';
import { coreOf } from '../contract/contract-shape.ts';
import { recordSchemaOf } from '../contract/record-schemas.ts';
import { type OnRead, TracedSamples } from './traced-sample.ts';

/** Which fields of the graph depend on which parts of the REST contract. Fields are coordinates: `Space.title`. */
export interface GraphIndex {
  /** The fields that may call an operation. */
  fieldsCalling(operation: Operation): readonly string[];
  /** The fields that read a property of a result; `schema` is the contract's schema of the object that has the property. */
  fieldsReading(schema: z.ZodType, property: string): readonly string[];
}

/**
 * Finds out what each field of the schema calls, and what it reads: every field is resolved once over samples of the
 * contract's results that report which of their properties are read. Nothing is called.
 */
export async function indexGraph(schema: GraphQLSchema, entities: readonly Entity[]): Promise<GraphIndex> {
  const indexer = new Indexer();
  for (const type of [schema.getQueryType(), schema.getMutationType()]) if (type) await indexer.visit(type, {});
  for (const entity of entities) {
    const type = schema.getType(entity.name);
    if (isObjectType(type)) await indexer.visit(type, indexer.sampleReference(entity));
  }
  return indexer;
}

class Indexer implements GraphIndex {
  readonly #callers = new Map<Operation, Set<string>>();
  readonly #readers = new Map<z.ZodType, Map<string, Set<string>>>();
  readonly #visited = new Set<string>();
  readonly #onRead: OnRead = (schema, property) => this.#addReader(schema, property);
  readonly #samples = new TracedSamples(this.#onRead);
  readonly #minimalSamples = new TracedSamples(this.#onRead, { isMinimal: true });
  /** The field that is being resolved. */
  #field = '';

  fieldsCalling(operation: Operation): readonly string[] {
    return [...(this.#callers.get(operation) ?? [])];
  }

  fieldsReading(schema: z.ZodType, property: string): readonly string[] {
    return [...(this.#readers.get(schema)?.get(property) ?? [])];
  }

  /** A reference to a sample of an entity's record. */
  sampleReference(entity: Entity): Reference {
    const source = readsOf(entity)[0] as Operation;
    const base = keyOf(entity.operations[0]);
    return Reference.of(entity, base, this.#samples.of(recordSchemaOf(entity)) as object, source);
  }

  /** Resolves all fields of a type on a value, and those below them. */
  async visit(type: GraphQLObjectType, value: unknown): Promise<void> {
    const parent = this.#samples.retraced(value);
    for (const field of Object.values(type.getFields())) {
      const spec = definitionOf(field)?.spec;
      if (spec === undefined) continue;
      const coordinate = `${type.name}.${field.name}`;
      for (const operation of spec.operations) addTo(this.#callers, operation, coordinate);
      this.#field = coordinate;
      const results = await this.#resolve(spec, parent, field.name);
      const inner = getNamedType(field.type);
      if (!isObjectType(inner) || this.#visited.has(coordinate)) continue;
      this.#visited.add(coordinate);
      for (const result of results) {
        const one: unknown = Array.isArray(result) ? result[0] : result;
        // The fields of records are resolved once for all places.
        const isRecord = one instanceof Reference && one.entity.name === inner.name;
        if (one != null && !isRecord) await this.visit(inner, one);
      }
    }
  }

  async #resolve(spec: FieldSpec, parent: unknown, name: string): Promise<readonly unknown[]> {
    switch (spec.kind) {
      case 'key':
        this.#readId(parent as Reference);
        return [];
      case 'record':
        return [spec.read((parent as Reference).record as object, parent as Reference)];
      case 'property':
        return [(parent as Readonly<Record<string, unknown>>)[spec.name]];
      case 'function':
        return [await (spec.resolve as (...args: unknown[]) => unknown)(parent, {}, context)];
      case 'derived':
        return [await spec.resolve(parent as Reference, {}, context)];
      case 'toOne':
        if (spec.from !== 'key') spec.refer(parent, {}, name);
        return [];
      case 'owner':
        spec.fromOwn((parent as Reference).record as object);
        for (const operation of spec.operations) spec.fromOwner(this.#sampleResult(operation) as object);
        return [];
      case 'value':
        if (parent instanceof Reference) spec.fromParentRecord?.(parent);
        return spec.operations.map((operation) => spec.toValue(this.#sampleResult(operation), parent, {}));
      case 'action': {
        const payload = spec.toPayload(this.#sampleResult(spec.operation), keyOf(spec.operation), { input: {} });
        return [payload];
      }
      case 'connection':
        return spec.operations.map((operation) =>
          this.#connection(operation as ListOperation, {
            toNode: (item) =>
              spec.toNode(item, { operation: operation as ListOperation, path: keyOf(operation), query: {} }),
            includes: spec.includes,
          }),
        );
      case 'embeddedConnection': {
        const { record } = parent as Reference;
        spec.items?.(record as object);
        spec.path?.(record as object);
        const toNode = (item: unknown) => {
          spec.belongs(item, keyOf(spec.list));
          return null;
        };
        return [this.#connection(spec.list, { toNode })];
      }
      case 'lookup':
      case 'nodes':
        return [];
    }
  }

  /** Some records have their id in one of several properties. */
  #readId({ entity, record }: Reference): void {
    if (record !== undefined) entity.idOf(record);
    entity.idOf(this.#minimalSamples.of(recordSchemaOf(entity)) as object);
  }

  #connection(operation: ListOperation, items: Items<unknown, unknown>): unknown {
    const page = this.#sampleResult(operation) as Page<unknown>;
    const list = { url: '', maxPages: 1, read: () => Promise.resolve(page) };
    return connectionFrom(page, list, { first: 1, start: undefined }, items);
  }

  #sampleResult({ result }: Operation): unknown {
    return result === undefined ? undefined : this.#samples.of(result);
  }

  #addReader(schema: z.ZodType, property: string): void {
    const core = coreOf(schema);
    let readers = this.#readers.get(core);
    if (readers === undefined) {
      readers = new Map();
      this.#readers.set(core, readers);
    }
    addTo(readers, property, this.#field);
  }
}

/** What resolvers get of a request: a record at hand needs none of it. */
const context = {} as Context;

function keyOf({ path }: Operation): Record<string, string> {
  return Object.fromEntries(pathParams(path).map((name) => [name, `sample-${name}`]));
}

function addTo<Key>(map: Map<Key, Set<string>>, key: Key, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
