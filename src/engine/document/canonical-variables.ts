import type { Variables } from './document-facts.ts';

/** Deeper values have no canonical form. */
const maxDepth = 200;

/**
 * The canonical text of coerced variables, for keys: it is the same for the same values, in whatever order objects hold them, and
 * differs otherwise, also between an absent variable and null. Undefined where a value is no JSON, as custom scalars may make it, or
 * is nested too deeply. Never throws.
 */
export function canonicalVariables(variables: Variables): string | undefined {
  const parts: string[] = [];
  return write(variables, parts, maxDepth) ? parts.join('') : undefined;
}

/** Whether a value has a canonical form, which is added to the parts. */
function write(value: unknown, parts: string[], depth: number): boolean {
  if (typeof value === 'object' && value !== null) return depth > 0 && writeContainer(value, parts, depth - 1);
  const text = scalarText(value);
  if (text === undefined) return false;
  parts.push(text);
  return true;
}

function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return Object.is(value, -0) ? '-0' : String(value);
    case 'boolean':
      return String(value);
    case 'undefined':
      return 'undefined';
    default:
      return value === null ? 'null' : undefined;
  }
}

function writeContainer(value: object, parts: string[], depth: number): boolean {
  if (Array.isArray(value)) {
    parts.push('[');
    for (const item of value) {
      if (!write(item, parts, depth)) return false;
      parts.push(',');
    }
    parts.push(']');
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && writeObject(value, parts, depth);
}

function writeObject(value: object, parts: string[], depth: number): boolean {
  parts.push('{');
  for (const name of Object.keys(value).sort()) {
    parts.push(JSON.stringify(name), ':');
    if (!write((value as Readonly<Record<string, unknown>>)[name], parts, depth)) return false;
    parts.push(',');
  }
  parts.push('}');
  return true;
}
