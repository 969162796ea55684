import type { FieldArguments } from './field-view.ts';

/** The arguments for one call of an embedder's function, which may change them. What is no plain object or list is not copied. */
export function freshArguments(args: FieldArguments): FieldArguments {
  return copyOf(args) as FieldArguments;
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const copy = Object.create(prototype);
  for (const name of Object.keys(value)) {
    Object.defineProperty(copy, name, { value: copyOf((value as Record<string, unknown>)[name]), ...ordinary });
  }
  return copy;
}

/** A property as an assignment makes it, also where it is named `__proto__`. */
const ordinary = { writable: true, enumerable: true, configurable: true };
