import { type Annotations, anything, type Conditions, type JsonType, type Limits, type Shape } from './shape.ts';

/** Makes one schema of several. */
export type Combine<Schema> = (schemas: readonly Schema[]) => Schema;

/** The shape of a value that has one of several shapes. A property that one of them lacks is optional. */
export function join<Schema>(alternatives: readonly Shape<Schema>[], combine: Combine<Schema>): Shape<Schema> {
  const shapes = [...new Set(alternatives)];
  const [first] = shapes;
  if (first === undefined) return anything;
  if (shapes.length === 1) return first;
  const objects = shapes.filter(({ types }) => types === undefined || types.has('object'));
  const all = new Set(objects.flatMap(({ required }) => [...required]));
  const required = new Set([...all].filter((name) => objects.every((shape) => shape.required.has(name))));
  return {
    types: shapes.some(({ types }) => types === undefined)
      ? undefined
      : new Set(shapes.flatMap(({ types }) => [...(types ?? [])])),
    ...joinTexts(shapes),
    ...choiceOf(objects, required),
    ...joinAnnotations(valuedOf(shapes)),
    properties: combineProperties(objects, combine),
    required,
    isLoose: objects.some(({ isLoose }) => isLoose),
    isClosed: objects.length > 0 && objects.every(({ isClosed }) => isClosed === true),
    ...partsOf(shapes, combine),
  };
}

/** The shape of a value that has all of several shapes. */
export function intersect<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>): Shape<Schema> {
  const [first] = shapes;
  if (first === undefined) return anything;
  if (shapes.length === 1) return first;
  return {
    ...Object.assign({}, ...shapes.map(scalarPartsOf)),
    types: commonTypes(shapes),
    ...commonValues(shapes),
    ...strictest(shapes),
    ...allConditions(shapes),
    properties: combineProperties(shapes, combine),
    required: new Set(shapes.flatMap(({ required }) => [...required])),
    isLoose: shapes.some(({ isLoose }) => isLoose),
    isClosed: shapes.some(({ isClosed }) => isClosed === true),
    ...partsOf(shapes, combine),
  };
}

function combineProperties<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>): Map<string, Schema> {
  const names = new Set(shapes.flatMap(({ properties }) => [...properties.keys()]));
  const properties = new Map<string, Schema>();
  for (const name of names) {
    const schemas = shapes.flatMap((shape) =>
      shape.properties.has(name) ? [shape.properties.get(name) as Schema] : [],
    );
    properties.set(name, combineDistinct(schemas, combine));
  }
  return properties;
}

function combineDistinct<Schema>(all: readonly Schema[], combine: Combine<Schema>): Schema {
  const schemas = [...new Set(all)];
  return schemas.length === 1 ? (schemas[0] as Schema) : combine(schemas);
}

function partsOf<Schema>(shapes: readonly Shape<Schema>[], combine: Combine<Schema>) {
  const items = shapes.flatMap((shape) => shape.items ?? []);
  const additional = shapes.flatMap((shape) => shape.additional ?? []);
  return {
    ...(items.length > 0 && { items: combineDistinct(items, combine) }),
    ...(additional.length > 0 && { additional: combineDistinct(additional, combine) }),
  };
}

/** Alternatives that require different properties. */
function choiceOf(objects: readonly Shape<unknown>[], common: ReadonlySet<string>): Conditions {
  const isChoice = objects.length > 1 && objects.every(({ required }) => required.size > common.size);
  return isChoice ? { choices: [objects.map(({ required }) => required)] } : {};
}

/** All but those of null alone. */
function valuedOf(shapes: readonly Shape<unknown>[]): readonly Shape<unknown>[] {
  return shapes.filter(({ types }) => types === undefined || [...types].some((type) => type !== 'null'));
}

function joinAnnotations(shapes: readonly Shape<unknown>[]): Annotations {
  return {
    isReadOnly: shapes.every(({ isReadOnly }) => isReadOnly === true),
    isWriteOnly: shapes.every(({ isWriteOnly }) => isWriteOnly === true),
    isDeprecated: shapes.every(({ isDeprecated }) => isDeprecated === true),
  };
}

/** A set of values is closed if each alternative is null or has one. Formats count only where there is one text. */
function joinTexts(shapes: readonly Shape<unknown>[]): Partial<Shape<never>> {
  const valued = valuedOf(shapes);
  const [only] = valued;
  if (valued.length === 1 && only !== undefined) return scalarPartsOf(only);
  const isClosed = valued.length > 0 && valued.every(({ values }) => values !== undefined);
  const known = valued.flatMap((shape) => [...(shape.known ?? []), ...(shape.values ?? [])]);
  if (isClosed) return { values: [...new Set(valued.flatMap(({ values }) => values ?? []))] };
  return { ...loosest(valued), ...(known.length > 0 && { known: [...new Set(known)] }) };
}

/** What a shape says beyond its types, its properties and its parts. */
function scalarPartsOf(shape: Shape<unknown>) {
  const {
    types: _,
    properties: _p,
    required: _r,
    isLoose: _l,
    isClosed: _c,
    additional: _a,
    items: _i,
    ...parts
  } = shape;
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

/** Each limit with the type that it is of, and whether it is a lower one. */
const limits: readonly (readonly [name: keyof Limits, type: JsonType, isLower: boolean])[] = [
  ['minLength', 'string', true],
  ['maxLength', 'string', false],
  ['minimum', 'number', true],
  ['maximum', 'number', false],
  ['exclusiveMinimum', 'number', true],
  ['exclusiveMaximum', 'number', false],
  ['minItems', 'array', true],
  ['maxItems', 'array', false],
  ['minProperties', 'object', true],
  ['maxProperties', 'object', false],
];

function strictest(shapes: readonly Shape<unknown>[]): Limits {
  const entries = limits.flatMap(([name, , isLower]) => {
    const all = shapes.flatMap((shape) => shape[name] ?? []);
    return all.length === 0 ? [] : [[name, isLower ? Math.max(...all) : Math.min(...all)]];
  });
  return Object.fromEntries(entries);
}

/** The limits that all alternatives of their type have. */
function loosest(shapes: readonly Shape<unknown>[]): Limits {
  const entries = limits.flatMap(([name, type, isLower]) => {
    const ofType = shapes.filter(({ types }) => types === undefined || hasType(types, type));
    const all = ofType.flatMap((shape) => shape[name] ?? []);
    if (all.length === 0 || all.length < ofType.length) return [];
    return [[name, isLower ? Math.min(...all) : Math.max(...all)]];
  });
  return Object.fromEntries(entries);
}

function hasType(types: ReadonlySet<JsonType>, type: JsonType): boolean {
  return types.has(type) || (type === 'number' && types.has('integer'));
}

/** Each condition of each shape holds, and what one of them says of the value. */
function allConditions(shapes: readonly Shape<unknown>[]): Conditions & Annotations {
  return {
    multiplesOf: shapes.flatMap(({ multiplesOf = [] }) => multiplesOf),
    dependents: shapes.flatMap(({ dependents = [] }) => dependents),
    choices: shapes.flatMap(({ choices = [] }) => choices),
    keywords: [...new Set(shapes.flatMap(({ keywords = [] }) => keywords))],
    isUnique: shapes.some(({ isUnique }) => isUnique === true),
    isReadOnly: shapes.some(({ isReadOnly }) => isReadOnly === true),
    isWriteOnly: shapes.some(({ isWriteOnly }) => isWriteOnly === true),
    isDeprecated: shapes.some(({ isDeprecated }) => isDeprecated === true),
  };
}
