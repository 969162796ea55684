import type { FieldArguments } from './field-view.ts';

/** The arguments for one call of an embedder's function, which may change them. What is no plain object or list is not copied. */
export function freshArguments(args: FieldArguments): FieldArguments {
  return copyOf(args) as FieldArguments;
}

/** Whether `freshArguments` copies all that a function could change. */
export function isCopied(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isCopied);
  return isPlainObject(value) && Object.values(value).every(isCopied);
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlainObject(value)) return value;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const name of Object.keys(value)) {
    Object.defineProperty(copy, name, { value: copyOf(value[name]), ...ordinary });
  }
  return copy;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A property as an assignment makes it, also where it is named `__proto__`. */
const ordinary = { writable: true, enumerable: true, configurable: true };
