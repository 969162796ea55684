import { z } from 'zod';
import { memoize } from '../contract/memoize.ts';
import { join } from './combine-shapes.ts';
import { anything, type JsonType, type Shape } from './shape.ts';

/** The shape of one level of a schema of the contract. Throws a TypeError for a kind of schema that the contract does not use. */
export const contractShape = memoize((schema: z.ZodType): Shape<z.ZodType> => {
  if (schema instanceof z.ZodOptional) return wrapped(schema.unwrap() as z.ZodType, schema);
  if (schema instanceof z.ZodNullable) {
    const inner = wrapped(schema.unwrap() as z.ZodType, schema);
    return { ...inner, types: inner.types && new Set([...inner.types, 'null'] as const) };
  }
  if (schema instanceof z.ZodObject) return objectShape(schema);
  if (schema instanceof z.ZodRecord) {
    return { ...ofType('object'), isLoose: true, additional: schema.valueType as z.ZodType };
  }
  if (schema instanceof z.ZodArray) return { ...ofType('array'), items: schema.element as z.ZodType };
  if (schema instanceof z.ZodUnion) return join((schema.options as z.ZodType[]).map(contractShape), z.union);
  return leafShape(schema);
});

/** The innermost schema, without `optional` and `nullable`: the object that two places of the contract share. */
export function coreOf(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? coreOf(schema.unwrap() as z.ZodType)
    : schema;
}

function wrapped(inner: z.ZodType, outer: z.ZodType): Shape<z.ZodType> {
  const value = outer.meta()?.default;
  return { ...contractShape(inner), ...(value !== undefined && { default: value }) };
}

function ofType(...types: JsonType[]): Shape<z.ZodType> {
  return { ...anything, types: new Set(types) };
}

function objectShape(schema: z.ZodObject): Shape<z.ZodType> {
  const entries = Object.entries<z.ZodType>(schema.shape);
  const required = entries.filter(([, property]) => !property.isOptional()).map(([name]) => name);
  return {
    ...ofType('object'),
    properties: new Map(entries),
    required: new Set(required),
    isLoose: schema.def.catchall instanceof z.ZodUnknown,
  };
}

/** What JSON Schema says of a text, a number, or any value. */
interface Leaf {
  type?: JsonType;
  enum?: unknown[];
  const?: unknown;
  known?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

function leafShape(schema: z.ZodType): Shape<z.ZodType> {
  const { type, enum: list, const: only, ...leaf } = z.toJSONSchema(schema) as Leaf;
  const { known, format, pattern, minLength, maxLength, minimum, maximum } = leaf;
  const values = list ?? (only === undefined ? undefined : [only]);
  const types = type === undefined ? undefined : new Set([type]);
  return {
    ...anything,
    types,
    isLoose: type === undefined,
    ...(values && { values }),
    ...(known && { known }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(isLimit(minimum) && { minimum }),
    ...(isLimit(maximum) && { maximum }),
  };
}

/** Whole numbers of zod are limited to those that JavaScript can represent, which is no limit of the contract. */
function isLimit(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
}
