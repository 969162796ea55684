export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

/** Limits of texts and numbers. */
export interface Limits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/**
 * One level of a JSON schema, in one form for the contract and for OpenAPI documents; `Schema` is what the levels below are
 * written in.
 */
export interface Shape<Schema> extends Limits {
  /** Undefined where every type is allowed. */
  readonly types: ReadonlySet<JsonType> | undefined;
  /** A closed set of values, without null. */
  readonly values?: readonly unknown[];
  /** Values of a set that is open. */
  readonly known?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly properties: ReadonlyMap<string, Property<Schema>>;
  /** Whether further properties are expected, which the schema does not name. */
  readonly isLoose: boolean;
  /** Schema of the properties that are not named. */
  readonly additional?: Schema;
  readonly items?: Schema;
}

export interface Property<Schema> {
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** Makes one schema of several. */
export type Combine<Schema> = (schemas: readonly Schema[]) => Schema;

export function isNullable({ types }: Shape<unknown>): boolean {
  return types?.has('null') ?? true;
}

/** The types without null, and without `integer` where every number is allowed; undefined for every type. */
export function typesOf({ types }: Shape<unknown>): readonly JsonType[] | undefined {
  if (types === undefined) return undefined;
  return [...types].filter((type) => type !== 'null' && !(type === 'integer' && types.has('number')));
}

/** Whether each type of `inner` is one of `outer`; undefined stands for every type. */
export function includesTypes(outer: readonly JsonType[] | undefined, inner: readonly JsonType[] | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined) return false;
  return inner.every((type) => outer.includes(type) || (type === 'integer' && outer.includes('number')));
}

/** The shape of a value that has one of several shapes. A property that one of them lacks is optional. */
export function join<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>): Shape<Schema> {
  const [first] = shapes;
  if (first === undefined) return anything;
  if (shapes.length === 1) return first;
  const objects = shapes.filter(({ types }) => types === undefined || types.has('object'));
  const names = new Set(objects.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map<string, Property<Schema>>();
  for (const name of names) {
    const found = objects.flatMap((shape) => shape.properties.get(name) ?? []);
    const isRequired = found.length === objects.length && found.every((property) => property.isRequired);
    properties.set(name, { schema: combineDistinct(found, combine), isRequired });
  }
  return {
    types: shapes.some(({ types }) => types === undefined)
      ? undefined
      : new Set(shapes.flatMap(({ types }) => [...(types ?? [])])),
    ...joinTexts(shapes),
    properties,
    isLoose: objects.some(({ isLoose }) => isLoose),
    ...partsOf(shapes, combine),
  };
}

/** The shape of a value that has all of several shapes. */
export function intersect<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>): Shape<Schema> {
  const [first] = shapes;
  if (first === undefined) return anything;
  if (shapes.length === 1) return first;
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map<string, Property<Schema>>();
  for (const name of names) {
    const found = shapes.flatMap((shape) => shape.properties.get(name) ?? []);
    properties.set(name, {
      schema: combineDistinct(found, combine),
      isRequired: found.some(({ isRequired }) => isRequired),
    });
  }
  return {
    ...Object.assign({}, ...shapes.map(scalarPartsOf)),
    types: commonTypes(shapes),
    ...commonValues(shapes),
    ...strictest(shapes),
    properties,
    isLoose: shapes.some(({ isLoose }) => isLoose),
    ...partsOf(shapes, combine),
  };
}

export const anything: Shape<never> = { types: undefined, properties: new Map(), isLoose: false };

function combineDistinct<Schema>(found: readonly Property<Schema>[], combine: Combine<Schema>): Schema {
  const schemas = [...new Set(found.map(({ schema }) => schema))];
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : combine(schemas);
}

function partsOf<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>) {
  const items = [...new Set(shapes.flatMap((shape) => shape.items ?? []))];
  const additional = [...new Set(shapes.flatMap((shape) => shape.additional ?? []))];
  return {
    ...(items.length > 0 && { items: items.length === 1 ? (items[0] as Schema) : combine(items) }),
    ...(additional.length > 0 && {
      additional: additional.length === 1 ? (additional[0] as Schema) : combine(additional),
    }),
  };
}

/** A set of values is closed if each alternative is null or has one. Formats and limits count only where there is one text. */
function joinTexts(shapes: readonly Shape<unknown>[]): Partial<Shape<never>> {
  const valued = shapes.filter(({ types }) => types === undefined || [...types].some((type) => type !== 'null'));
  const [only] = valued;
  if (valued.length === 1 && only !== undefined) return scalarPartsOf(only);
  const isClosed = valued.length > 0 && valued.every(({ values }) => values !== undefined);
  const known = valued.flatMap((shape) => [...(shape.known ?? []), ...(shape.values ?? [])]);
  if (isClosed) return { values: [...new Set(valued.flatMap(({ values }) => values ?? []))] };
  return known.length > 0 ? { known: [...new Set(known)] } : {};
}

function scalarPartsOf({ types: _, properties: _p, isLoose: _l, additional: _a, items: _i, ...parts }: Shape<unknown>) {
  return parts;
}

function commonTypes(shapes: readonly Shape<unknown>[]): ReadonlySet<JsonType> | undefined {
  const sets = shapes.flatMap(({ types }) => (types === undefined ? [] : [types]));
  const [first, ...others] = sets;
  if (first === undefined) return undefined;
  const has = (types: ReadonlySet<JsonType>, type: JsonType) =>
    types.has(type) || (type === 'integer' && types.has('number'));
  const all = [...first, ...others.flatMap((types) => [...types])];
  return new Set(all.filter((type) => sets.every((types) => has(types, type))));
}

function commonValues(shapes: readonly Shape<unknown>[]): { values?: readonly unknown[] } {
  const sets = shapes.flatMap(({ values }) => (values === undefined ? [] : [values]));
  const [first, ...others] = sets;
  return first === undefined ? {} : { values: first.filter((value) => others.every((other) => other.includes(value))) };
}

function strictest(shapes: readonly Shape<unknown>[]): Limits {
  const pick = (name: keyof Limits, choose: (...all: number[]) => number) => {
    const all = shapes.flatMap((shape) => shape[name] ?? []);
    return all.length === 0 ? {} : { [name]: choose(...all) };
  };
  return {
    ...pick('minLength', Math.max),
    ...pick('maxLength', Math.min),
    ...pick('minimum', Math.max),
    ...pick('maximum', Math.min),
  };
}
