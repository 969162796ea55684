import { anything, intersect, isJsonObject, type JsonObject, join, type Shape } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';
import { Combinations } from './combinations.ts';
import { listOf, ownShape, saysMore } from './own-shape.ts';
import type { References } from './references.ts';

/** A schema of an OpenAPI document as it is written: an object, or a boolean. */
export type RawSchema = unknown;

/** Most levels of `allOf`, `oneOf` and `anyOf` in one another. */
const maxNesting = 100;

const maxSchemas = 500_000;

/** Reads the schemas of an OpenAPI document of version 3.0 or 3.1, one level at a time. */
export class SchemaReader {
  readonly #references: References;
  readonly #combinations = new Combinations();
  readonly #shapes = new WeakMap<object, Shape<RawSchema>>();
  readonly #open = new Set<object>();
  #count = 0;

  constructor(references: References) {
    this.#references = references;
  }

  /** The shape of a schema. Throws a usage error for a schema that is too complex, or that consists of itself. */
  shapeOf(schema: RawSchema): Shape<RawSchema> {
    const target = this.#references.resolve(schema);
    if (!isJsonObject(target)) return anything;
    const known = this.#shapes.get(target);
    if (known !== undefined) return known;
    this.#count += 1;
    if (this.#count > maxSchemas) throw usageError(`The document has more than ${maxSchemas} schemas.`);
    if (this.#open.has(target)) throw usageError('A schema of the document consists of itself.');
    if (this.#open.size >= maxNesting) {
      throw usageError(`A schema of the document combines others over more than ${maxNesting} levels.`);
    }
    this.#open.add(target);
    const shape = this.#read(target);
    this.#open.delete(target);
    this.#shapes.set(target, shape);
    return shape;
  }

  /** The object that a schema refers to, which stands for it: two schemas with the same target are the same. */
  targetOf(schema: RawSchema): RawSchema {
    return this.#references.resolve(schema);
  }

  #read(schema: JsonObject): Shape<RawSchema> {
    const { $ref, allOf, oneOf, anyOf, ...own } = schema;
    const parts = [
      ...(typeof $ref === 'string' ? [this.shapeOf({ $ref })] : []),
      ...listOf(allOf).map((part) => this.shapeOf(part)),
      ...[oneOf, anyOf].flatMap((options) =>
        listOf(options).length === 0
          ? []
          : [
              join(
                listOf(options).map((part) => this.shapeOf(part)),
                this.#anyOf,
              ),
            ],
      ),
    ];
    const shape = intersect(parts.length === 0 || saysMore(own) ? [...parts, ownShape(own)] : parts, this.#allOf);
    // Many documents of version 3.0 write it beside a reference.
    return own.nullable === true && shape.types ? { ...shape, types: new Set([...shape.types, 'null']) } : shape;
  }

  readonly #anyOf = (schemas: readonly RawSchema[]): RawSchema => this.#combinations.anyOf(this.#targetsOf(schemas));
  readonly #allOf = (schemas: readonly RawSchema[]): RawSchema => this.#combinations.allOf(this.#targetsOf(schemas));

  /** Schemas that refer to the same one are one. */
  #targetsOf(schemas: readonly RawSchema[]): RawSchema[] {
    return schemas.map((schema) => this.targetOf(schema));
  }
}
