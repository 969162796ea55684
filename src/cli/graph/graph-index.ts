import { type GraphQLObjectType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import type { z } from 'zod';
import {
  arrivalOf,
  type Context,
  connectionFrom,
  coreOf,
  definitionOf,
  type Endpoint,
  type Entity,
  type Items,
  type ListEndpoint,
  type Page,
  Reference,
  readsOf,
  type SampleSource,
} from '../../engine/engine.ts';
import { recordSchemaOf } from '../contract/record-schemas.ts';
import { type OnRead, TracedSamples } from './traced-sample.ts';

/** Which fields of the graph depend on which parts of the REST contract. Fields are coordinates: `Space.title`. */
export interface GraphIndex {
  fieldsCalling(endpoint: Endpoint): readonly string[];
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

class Indexer implements GraphIndex, SampleSource {
  /** What resolvers get of a request: a record at hand needs none of it, and the user is known. */
  readonly context = { userId: 'sample-user' } as Context;
  readonly #callers = new Map<Endpoint, Set<string>>();
  readonly #readers = new Map<z.ZodType, Map<string, Set<string>>>();
  readonly #visited = new Set<string>();
  readonly #onRead: OnRead = (schema, property) => this.#addReader(schema, property);
  readonly #samples = new TracedSamples(this.#onRead);
  readonly #minimalSamples = new TracedSamples(this.#onRead, { isMinimal: true });
  /** The field that is being resolved. */
  #field = '';

  fieldsCalling(endpoint: Endpoint): readonly string[] {
    return [...(this.#callers.get(endpoint) ?? [])];
  }

  fieldsReading(schema: z.ZodType, property: string): readonly string[] {
    return [...(this.#readers.get(schema)?.get(property) ?? [])];
  }

  sampleReference(entity: Entity): Reference {
    const source = readsOf(entity)[0] as Endpoint;
    const base = this.path(entity.endpoints[0]);
    return Reference.of(entity, base, this.#samples.of(recordSchemaOf(entity)) as object, source);
  }

  /** Resolves all fields of a type on a value, and those below them. */
  async visit(type: GraphQLObjectType, value: unknown): Promise<void> {
    const parent = this.#samples.retraced(value);
    for (const field of Object.values(type.getFields())) {
      const kind = definitionOf(field)?.kind;
      if (kind === undefined) continue;
      const coordinate = `${type.name}.${field.name}`;
      for (const endpoint of kind.endpoints) addTo(this.#callers, endpoint, coordinate);
      this.#field = coordinate;
      const results = await kind.sample(parent, this, field.name);
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

  /** Some records have their id in one of several properties. */
  readId({ entity, record }: Reference): void {
    if (record !== undefined) entity.idOf(record);
    entity.idOf(this.#minimalSamples.of(recordSchemaOf(entity)) as object);
  }

  path({ pathParams }: Endpoint): Record<string, string> {
    return Object.fromEntries(pathParams.map((name) => [name, `sample-${name}`]));
  }

  connection(endpoint: ListEndpoint, items: Items<unknown, unknown>): unknown {
    const page = this.result(endpoint) as Page<unknown>;
    const read = () => Promise.resolve(arrivalOf(page));
    const list = { url: '', format: endpoint.contract.pageFormat, maxPages: 1, read };
    return connectionFrom(page, list, { first: 1, start: undefined }, items);
  }

  result({ result }: Endpoint): unknown {
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

function addTo<Key>(map: Map<Key, Set<string>>, key: Key, value: string): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, new Set([value]));
  else values.add(value);
}
