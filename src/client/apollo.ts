import type { FieldNode } from 'graphql';
import { connections, partLists, typesBesideNodes } from '../generated/client.ts';
import { type Connection, type ConnectionOptions, mergePages, readConnection, type StoredConnection } from './pages.ts';
import { fieldKey } from './selection.ts';
import { selectionKey, valuesOf } from './selection-key.ts';

/** A field policy of Apollo Client for a connection. */
export interface ConnectionPolicy {
  keyArgs(args: Readonly<Record<string, unknown>> | null, context: KeyContext): string[] | string;
  read(existing: StoredConnection | null | undefined, options: ConnectionOptions): Connection | null | undefined;
  merge(
    existing: StoredConnection | null | undefined,
    incoming: Connection | null,
    options: ConnectionOptions,
  ): StoredConnection;
}

/** What is used of what Apollo Client tells a function of `keyArgs`. */
interface KeyContext {
  readonly fieldName: string;
  readonly field: FieldNode | null;
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
}

/** A field policy of Apollo Client for a list of parts, which replaces the list. */
export interface PartListPolicy {
  keyArgs(args: unknown, context: KeyContext): string;
  readonly merge: false;
}

/**
 * A field policy that joins the pages of a connection. Lists with other values of `keyArgs` are other lists; `first` and `after` are
 * no such arguments. A list under an alias is another one, too: one query may have several of them with other pages.
 */
export function connectionPolicy(keyArgs: readonly string[]): ConnectionPolicy {
  return { keyArgs: (args, context) => listKey(keyArgs, args, context), read: readConnection, merge: mergePages };
}

function listKey(
  names: readonly string[],
  args: Readonly<Record<string, unknown>> | null,
  { fieldName, field }: KeyContext,
): string[] | string {
  const given = names.filter((name) => args?.[name] !== null);
  if (!field?.alias) return names.length === 0 ? fieldName : given;
  const filters = given.map((name) => [name, args?.[name]]);
  return `${fieldName}@${field.alias.value}:${JSON.stringify(Object.fromEntries(filters))}`;
}

/** The cache cannot tell the items of such a list apart: each selection has a list of its own. */
const partListPolicy: PartListPolicy = {
  keyArgs(_args, { fieldName, field, variables = {} }) {
    if (!field) return fieldName;
    const selection = selectionKey(field, variables);
    // A fragment has the same name in all queries, but its arguments may have other values.
    const values = selection.includes('...*') ? JSON.stringify(valuesOf(field, variables)) : '';
    return `${fieldKey(field, variables)}:${selection}${values}`;
  },
  merge: false,
};

/** What is used of the options that Apollo Client gives to functions that merge objects. */
interface PartOptions {
  readField(name: string, from: object | undefined): unknown;
  mergeObjects(existing: object, incoming: object): object;
  readonly existingData?: unknown;
}

/** A type policy of Apollo Client. */
export interface TypePolicy {
  /** The fields of the cache id; false for an object that stays a part of the record that contains it. */
  keyFields?: false | (() => string[]);
  merge?(existing: object | null | undefined, incoming: object | null, options: PartOptions): object | null;
  readonly fields?: Record<string, ConnectionPolicy | PartListPolicy>;
}

/** `typePolicies` of Apollo Client's cache: pages of every connection by its filters, and the parts of records. */
export const typePolicies: Record<string, TypePolicy> = /* @__PURE__ */ (() => {
  const types = new Set([...typesBesideNodes.filter(isPart), ...Object.keys(connections), ...Object.keys(partLists)]);
  const all = [...types].map((name) => [name, { ...partPolicy(name), fields: fieldPolicies(name) }]);
  // There is one, whatever of it each query selects.
  return { ...Object.fromEntries(all), Viewer: { keyFields: () => [] } };
})();

function partPolicy(type: string): TypePolicy {
  return typesBesideNodes.includes(type) && isPart(type) ? { keyFields: false, merge: mergePart } : {};
}

function fieldPolicies(type: string): Record<string, ConnectionPolicy | PartListPolicy> {
  const lists = Object.entries(connections[type] ?? {}).map(([name, filters]) => [name, connectionPolicy(filters)]);
  const ofParts = (partLists[type] ?? []).map((name) => [name, partListPolicy]);
  return Object.fromEntries([...lists, ...ofParts]);
}

/** The policies of connections put their pages in order, and payloads are read once. */
function isPart(name: string): boolean {
  return !/(?:Connection|Edge|PageInfo|Payload)$/.test(name);
}

/** What identifies users, of whom each query may select another field. */
const identifying = ['restId', 'email', 'displayName'];

/** Parts that have been joined, with what the last query selected of them. */
const selected = new WeakMap<object, object>();

/** Joins what queries have selected of a part of a record. Of another user, nothing stays. */
function mergePart(existing: object | null | undefined, incoming: object | null, options: PartOptions): object | null {
  const known = existing ?? (options.existingData as object | null | undefined);
  if (!known || !incoming || '__ref' in known) return incoming;
  if (isOther(known, incoming, options)) return asSelected(incoming);
  const joined = options.mergeObjects(known, incoming);
  selected.set(joined, incoming);
  return joined;
}

/** Apollo Client has joined the parts of a part before it joins the part itself. */
function asSelected(part: object): object {
  const fields = Object.entries(part).map(([name, value]) => {
    const ofPart = typeof value === 'object' && value !== null ? selected.get(value) : undefined;
    return [name, ofPart ? asSelected(ofPart) : value];
  });
  return Object.fromEntries(fields);
}

function isOther(known: object, incoming: object, { readField }: PartOptions): boolean {
  const name = identifying.find((field) =>
    [known, incoming].every((part) => typeof readField(field, part) === 'string'),
  );
  return name !== undefined && readField(name, known) !== readField(name, incoming);
}
