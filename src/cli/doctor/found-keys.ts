import type { z } from 'zod';
import {
  type Endpoint,
  type Entity,
  type JsonObject,
  type Key,
  keyIn,
  pathParams,
  segmentProblem,
} from '../../engine/engine.ts';
import { recordSchemaOf } from '../contract/record-schemas.ts';

/** Finds the keys of records in responses: an object of an entity's schema is one of its records, wherever it is. */
export class KeyFinder {
  readonly #entities = new Map<z.ZodType, Entity[]>();
  /** Path parameters that identify no record, like an e-mail domain: by the name of a list that has values for them. */
  readonly #listed = new Map<string, string>();

  constructor(entities: readonly Entity[], endpoints: readonly Endpoint[]) {
    for (const entity of entities) {
      // A revision is read by the key of its content.
      if (!entity.hasGlobalId) continue;
      const schema = recordSchemaOf(entity);
      this.#entities.set(schema, [...(this.#entities.get(schema) ?? []), entity]);
    }
    const ofRecords = new Set(entities.flatMap(({ keyShapes }) => keyShapes.flat()));
    const params = endpoints.flatMap(({ path }) => pathParams(path));
    for (const param of params) if (!ofRecords.has(param)) this.#listed.set(`${param}s`, param);
  }

  /** The keys that an object of a response tells; `path` are the parameters of the call. */
  keysIn(schema: z.ZodType, value: JsonObject, path: Key): Key[] {
    return [...this.#recordKeys(schema, value, path), ...this.#listedKeys(value)];
  }

  /** What is wrong with the id of a record for the gateway, as a sentence; undefined where nothing is, or for no record. */
  idProblem(schema: z.ZodType, value: JsonObject, path: Key): string | undefined {
    const entity = this.#entityOf(schema, value, path);
    const id: unknown = entity?.idOf(value);
    // Its type is checked with the other fields.
    if (entity === undefined || typeof id !== 'string') return undefined;
    const problem = segmentProblem(id);
    if (problem !== undefined) return `It is no id for a path: it ${problem}.`;
    return entity.isAlias(id) ? 'It has the form of another name of a record.' : undefined;
  }

  #recordKeys(schema: z.ZodType, value: JsonObject, path: Key): Key[] {
    const entity = this.#entityOf(schema, value, path);
    const key = entity && keyIn(entity, path, value);
    return key === undefined ? [] : [key];
  }

  #entityOf(schema: z.ZodType, value: JsonObject, path: Key): Entity | undefined {
    const entities = (this.#entities.get(schema) ?? []).filter((entity) => parentsIn(entity, path) !== undefined);
    const depthOf = (entity: Entity) => parentsIn(entity, path) ?? 0;
    // Comments on a space and on a change request have one schema: the longer path tells which.
    const [entity] = entities.sort((a, b) => depthOf(b) - depthOf(a));
    return entity?.includes(value) ? entity : undefined;
  }

  #listedKeys(value: JsonObject): Key[] {
    return Object.entries(value).flatMap(([name, list]) => {
      const param = this.#listed.get(name);
      if (param === undefined || !Array.isArray(list)) return [];
      return list.filter(isSegment).map((one): Key => ({ [param]: one }));
    });
  }
}

/** How many parents the longest key of an entity has whose parents are all in a path; undefined for none. */
function parentsIn({ keyShapes }: Entity, path: Key): number | undefined {
  const counts = keyShapes
    .map((shape) => shape.slice(0, -1))
    .filter((parents) => parents.every((name) => name in path))
    .map(({ length }) => length);
  return counts.length === 0 ? undefined : Math.max(...counts);
}

const isSegment = (value: unknown): value is string => typeof value === 'string' && segmentProblem(value) === undefined;
