import { connections } from '../generated/client.ts';
import { type Connection, type ConnectionOptions, mergePages, readConnection, type StoredConnection } from './pages.ts';

/** A field policy of Apollo Client for a connection. */
export interface ConnectionPolicy {
  readonly keyArgs: string[] | false;
  read(existing: StoredConnection | null | undefined, options: ConnectionOptions): Connection | null | undefined;
  merge(
    existing: StoredConnection | null | undefined,
    incoming: Connection | null,
    options: ConnectionOptions,
  ): StoredConnection | null;
}

/**
 * A field policy that joins the pages of a connection. Lists with other values of `keyArgs` are other lists; `first` and `after` are
 * no such arguments.
 */
export function connectionPolicy(keyArgs: readonly string[]): ConnectionPolicy {
  return { keyArgs: keyArgs.length === 0 ? false : [...keyArgs], read: readConnection, merge: mergePages };
}

/** What is used of the context that Apollo Client gives to functions for keys. */
interface KeyContext {
  readField(name: string): unknown;
}

/** A type policy of Apollo Client. */
export interface TypePolicy {
  /** The fields of the cache id; false for an object that stays a part of the record that contains it. */
  keyFields?(object: object, context: KeyContext): string[] | false;
  readonly fields?: Record<string, ConnectionPolicy>;
}

/** `typePolicies` of Apollo Client's cache: pages of every connection by its filters, and users by their REST id, where a query selects it. */
export const typePolicies: Record<string, TypePolicy> = /* @__PURE__ */ (() => ({
  ...Object.fromEntries(Object.entries(connections).map(([type, fields]) => [type, { fields: policies(fields) }])),
  User: { keyFields: userKey },
  // There is one, whatever of it each query selects.
  Viewer: { keyFields: () => [] },
}))();

/** Apollo Client fails to write an object that lacks a field of its key. */
function userKey(_object: object, { readField }: KeyContext): string[] | false {
  return typeof readField('restId') === 'string' ? ['restId'] : false;
}

function policies(fields: Readonly<Record<string, readonly string[]>>): Record<string, ConnectionPolicy> {
  return Object.fromEntries(Object.entries(fields).map(([name, filters]) => [name, connectionPolicy(filters)]));
}
