import { z } from 'zod';
import { type Entity, readsOf } from '../contract/entity.ts';
import type { Endpoint } from '../contract/model.ts';

/** How deep records of a kind that contains itself are searched. */
const maxRecursion = 50;

/** What was found in a response so far. */
interface Found {
  readonly records: object[];
  recursion: number;
  isComplete: boolean;
}

/** Adds the records that a value holds. */
type Finder = (value: unknown, found: Found) => void;

/** The records in a response; undefined where it is nested so deep that there may be others. */
export type RecordSearch = (result: unknown) => readonly object[] | undefined;

/**
 * Finds the records of one kind where the endpoint's schema may hold them: in lists, and inside other records. Where the schema leaves
 * fields open, records are found by the kind that they state. Undefined where no such record can be in a response.
 */
export function recordSearch(endpoint: Endpoint, entity: Entity): RecordSearch | undefined {
  const find = endpoint.result && new SchemaSearch(entity).finderOf(endpoint.result);
  if (find === undefined) return undefined;
  return (result) => {
    const found: Found = { records: [], recursion: 0, isComplete: true };
    find(result, found);
    return found.isComplete ? found.records : undefined;
  };
}

/** A search of schemas for the records of one kind: by their schema, or by the kind that they state. */
class SchemaSearch {
  readonly #records: ReadonlySet<z.ZodType>;
  readonly #kindField: string;
  readonly #kinds: ReadonlySet<unknown>;
  /** The objects whose finders are being made. */
  readonly #open = new Map<z.ZodType, { finder: Finder | undefined }>();

  constructor(entity: Entity) {
    this.#records = new Set(readsOf(entity).flatMap(({ item, result }) => item ?? result ?? []));
    this.#kindField = entity.contract.dialect.record.kind;
    this.#kinds = new Set([...this.#records].flatMap((record) => this.#kindsOf(record)));
  }

  /** Undefined for a schema that no such record can be in. */
  finderOf(schema: z.ZodType): Finder | undefined {
    if (!this.#reaches(schema, new Set())) return undefined;
    if (isOpen(schema)) return this.#findByKind;
    if (schema instanceof z.ZodObject) return this.#finderOfObject(schema);
    const finders = innerSchemas(schema).map((inner) => this.finderOf(inner));
    return inEach(finders, schema instanceof z.ZodArray || schema instanceof z.ZodRecord);
  }

  #finderOfObject(schema: z.ZodObject): Finder {
    const known = this.#open.get(schema);
    if (known !== undefined) return (value, found) => recurse(known.finder, value, found);
    const holder: { finder: Finder | undefined } = { finder: undefined };
    this.#open.set(schema, holder);
    const fields = Object.entries<z.ZodType>(schema.shape).map(([name, field]) => inField(name, this.finderOf(field)));
    this.#open.delete(schema);
    const { catchall } = schema.def;
    const others = catchall && isOpen(catchall as z.ZodType) ? inOthers(schema.shape, this.#findByKind) : undefined;
    const finder = inEach([this.#isRecord(schema) ? addRecord : undefined, others, ...fields], false);
    holder.finder = finder;
    return finder;
  }

  /** Finds the records in a value that has no schema. */
  readonly #findByKind: Finder = (value, found) => {
    if (!isObject(value)) return;
    if (this.#kinds.has((value as Readonly<Record<string, unknown>>)[this.#kindField])) found.records.push(value);
    for (const inner of Object.values(value)) recurse(this.#findByKind, inner, found);
  };

  /** Whether a value of a schema may hold a record. `visited`: schemas that are searched already. */
  #reaches(schema: z.ZodType, visited: Set<z.ZodType>): boolean {
    if (visited.has(schema)) return false;
    visited.add(schema);
    return (
      isOpen(schema) || this.#isRecord(schema) || innerSchemas(schema).some((inner) => this.#reaches(inner, visited))
    );
  }

  #isRecord(schema: z.ZodType): boolean {
    return this.#records.has(schema) || this.#kindsOf(schema).some((kind) => this.#kinds.has(kind));
  }

  /** What a record's field for its kind may say. */
  #kindsOf(schema: z.ZodType): readonly unknown[] {
    if (!(schema instanceof z.ZodObject)) return [];
    const field: unknown = schema.shape[this.#kindField];
    const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
    const known = inner instanceof z.ZodType ? inner.meta()?.known : undefined;
    return Array.isArray(known) ? known : [];
  }
}

/** The schemas of the values that a value of a schema consists of, or is one of. */
function innerSchemas(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodObject) {
    const { catchall } = schema.def;
    return [...Object.values<z.ZodType>(schema.shape), ...(catchall === undefined ? [] : [catchall as z.ZodType])];
  }
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType];
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType];
  if (schema instanceof z.ZodUnion) return schema.options as readonly z.ZodType[];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodLazy) {
    return [schema.unwrap() as z.ZodType];
  }
  return [];
}

/** Whether a schema takes any value. */
function isOpen(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUnknown || schema instanceof z.ZodAny;
}

function addRecord(value: unknown, { records }: Found): void {
  if (isObject(value)) records.push(value);
}

function recurse(find: Finder | undefined, value: unknown, found: Found): void {
  if (value == null) return;
  if (found.recursion === maxRecursion) {
    found.isComplete = false;
    return;
  }
  found.recursion++;
  find?.(value, found);
  found.recursion--;
}

function inField(name: string, find: Finder | undefined): Finder | undefined {
  return (
    find && ((value, found) => find((value as Readonly<Record<string, unknown>> | null | undefined)?.[name], found))
  );
}

/** Applies a finder to the fields that an object has besides those of its schema. */
function inOthers(shape: object, find: Finder): Finder {
  return (value, found) => {
    if (!isObject(value)) return;
    for (const [name, inner] of Object.entries(value)) if (!Object.hasOwn(shape, name)) find(inner, found);
  };
}

/** Applies finders to a value, or to each value in it. */
function inEach(finders: readonly (Finder | undefined)[], isContainer: boolean): Finder {
  const present = finders.filter((find) => find !== undefined);
  return (value, found) => {
    for (const find of present) {
      if (!isContainer) find(value, found);
      else if (isObject(value)) for (const inner of Object.values(value)) find(inner, found);
    }
  };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
