import type { Variables } from './document-facts.ts';

/** Deeper values have no canonical form. */
const maxDepth = 200;

/**
 * The canonical text of coerced variables, for keys: it is the same for the same values, in whatever order objects hold them, and
 * differs otherwise, also between an absent variable and null. Undefined where a value is no JSON, as custom scalars may make it, or
 * is nested too deeply. Never throws.
 */
export function canonicalVariables(variables: Variables): string | undefined {
  return textOf(variables, maxDepth);
}

/** Undefined for a value without a canonical form. */
function textOf(value: unknown, depth: number): string | undefined {
  if (typeof value === 'object' && value !== null) return depth > 0 ? containerText(value, depth - 1) : undefined;
  return scalarText(value);
}

/** With its length a text needs no escapes. */
function scalarText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return `${value.length}"${value}`;
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

function containerText(value: object, depth: number): string | undefined {
  if (Array.isArray(value)) return listText(value, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? objectText(value, depth) : undefined;
}

function listText(list: readonly unknown[], depth: number): string | undefined {
  let text = '[';
  for (const item of list) {
    const itemText = textOf(item, depth);
    if (itemText === undefined) return undefined;
    text += `${itemText},`;
  }
  return `${text}]`;
}

function objectText(object: object, depth: number): string | undefined {
  const names = Object.keys(object);
  if (names.length > 1) names.sort();
  let text = '{';
  for (const name of names) {
    const valueText = textOf((object as Readonly<Record<string, unknown>>)[name], depth);
    if (valueText === undefined) return undefined;
    text += `${name.length}"${name}:${valueText},`;
  }
  return `${text}}`;
}
