import { z } from 'zod';

/** The optional fields of the schemas of some results, and the values of their closed and open sets. */
export interface FieldCoverage {
  /** Records a result, which must match the schema. `name` names the schema in the answers below. */
  record(name: string, schema: z.ZodType, value: unknown): void;
  /** Names of the optional fields that no result had. */
  neverPresent(): string[];
  /** Names of the optional fields that some results had, and others had not. */
  varying(): string[];
  /** Values of sets, as `name=value`, that no result had. */
  missingValues(): string[];
}

interface Field {
  name: string;
  present: boolean;
  absent: boolean;
}

/** A schema that is part of several others counts once, under the first name. */
export function createFieldCoverage(): FieldCoverage {
  const fields = new Map<z.ZodType, Map<string, Field>>();
  const sets = new Map<z.ZodType, { name: string; wanted: readonly string[]; seen: Set<unknown> }>();

  function visit(name: string, schema: z.ZodType, value: unknown): void {
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
      if (value != null) visit(name, schema.unwrap() as z.ZodType, value);
    } else if (schema instanceof z.ZodArray) {
      for (const item of value as unknown[]) visit(name, schema.element as z.ZodType, item);
    } else if (schema instanceof z.ZodObject) {
      visitObject(name, schema, value as Record<string, unknown>);
    } else {
      visitValue(name, schema, value);
    }
  }

  function visitObject(name: string, schema: z.ZodObject, value: Record<string, unknown>): void {
    const own = fields.get(schema) ?? new Map<string, Field>();
    fields.set(schema, own);
    for (const [key, field] of Object.entries(schema.shape) as [string, z.ZodType][]) {
      const full = `${name}.${key}`;
      if (field instanceof z.ZodOptional) {
        const known = own.get(key) ?? { name: full, present: false, absent: false };
        own.set(key, known);
        if (value[key] === undefined) known.absent = true;
        else known.present = true;
      }
      if (value[key] !== undefined) visit(full, field, value[key]);
    }
  }

  function visitValue(name: string, schema: z.ZodType, value: unknown): void {
    const wanted = schema instanceof z.ZodEnum ? schema.options.map(String) : schema.meta()?.known;
    if (!Array.isArray(wanted)) return;
    const set = sets.get(schema) ?? { name, wanted, seen: new Set() };
    sets.set(schema, set);
    set.seen.add(value);
  }

  const all = () => [...fields.values()].flatMap((own) => [...own.values()]);
  return {
    record: visit,
    neverPresent: () => all().flatMap(({ name, present }) => (present ? [] : [name])),
    varying: () => all().flatMap(({ name, present, absent }) => (present && absent ? [name] : [])),
    missingValues: () =>
      [...sets.values()].flatMap(({ name, wanted, seen }) =>
        wanted.filter((value) => !seen.has(value)).map((value) => `${name}=${value}`),
      ),
  };
}
