import type { z } from 'zod';
import { type Entity, identifiedEntity, type Key, keyIn } from '../../engine/contract/entity.ts';
import type { JsonObject } from '../../engine/contract/json.ts';
import { type Operation, pathParams } from '../../engine/contract/operation.ts';
import { segmentProblem } from '../../engine/contract/path-segment.ts';
import { recordSchemaOf } from '../contract/record-schemas.ts';

/** Finds the keys of records in responses: an object of an entity's schema is one of its records, wherever it is. */
export class KeyFinder {
  readonly #entities = new Map<z.ZodType, Entity[]>();
  /** Path parameters that identify no record, like an e-mail domain: by the name of a list that has values for them. */
  readonly #listed = new Map<string, string>();

  constructor(entities: readonly Entity[], operations: readonly Operation[]) {
    for (const entity of entities) {
      // A revision is read by the key of its content.
      if (identifiedEntity(entity.name) === undefined) continue;
      const schema = recordSchemaOf(entity);
      this.#entities.set(schema, [...(this.#entities.get(schema) ?? []), entity]);
    }
    const ofRecords = new Set(entities.flatMap(({ keyShapes }) => keyShapes.flat()));
    const params = operations.flatMap(({ path }) => pathParams(path));
    for (const param of params) if (!ofRecords.has(param)) this.#listed.set(`${param}s`, param);
  }

  /** The keys that an object of a response tells; `path` are the parameters of the call. */
  keysIn(schema: z.ZodType, value: JsonObject, path: Key): Key[] {
    return [...this.#recordKeys(schema, value, path), ...this.#listedKeys(value)];
  }

  #recordKeys(schema: z.ZodType, value: JsonObject, path: Key): Key[] {
    const entities = (this.#entities.get(schema) ?? []).filter((entity) => parentsIn(entity, path) !== undefined);
    const depthOf = (entity: Entity) => parentsIn(entity, path) ?? 0;
    // Comments on a space and on a change request have one schema: the longer path tells which.
    const [entity] = entities.sort((a, b) => depthOf(b) - depthOf(a));
    if (entity === undefined || !entity.includes(value)) return [];
    const key = keyIn(entity, path, value);
    return key === undefined ? [] : [key];
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
