import { connections } from '../generated/client.ts';
import { type ConnectionOptions, mergePages, readConnection, type StoredConnection } from './pages.ts';

/** A field policy of Apollo Client for a connection. */
export interface ConnectionPolicy {
  readonly keyArgs: string[] | false;
  read(existing: StoredConnection | null | undefined, options: ConnectionOptions): StoredConnection | null | undefined;
  merge(
    existing: StoredConnection | null | undefined,
    incoming: StoredConnection | null,
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

/** `typePolicies` of Apollo Client's cache: pages of every connection by its filters, and users by their REST id. */
export const typePolicies: Record<string, { keyFields?: string[]; fields?: Record<string, ConnectionPolicy> }> =
  /* @__PURE__ */ (() => ({
    ...Object.fromEntries(Object.entries(connections).map(([type, fields]) => [type, { fields: policies(fields) }])),
    User: { keyFields: ['restId'] },
  }))();

function policies(fields: Readonly<Record<string, readonly string[]>>): Record<string, ConnectionPolicy> {
  return Object.fromEntries(Object.entries(fields).map(([name, filters]) => [name, connectionPolicy(filters)]));
}
