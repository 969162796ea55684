import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { User } from '../../../src/resources/shared/contract.ts';
import { renamed } from '../resources/renames.ts';

/** A deep copy without null and undefined: GraphQL returns null for fields that REST omits. */
export function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(entries.map(([name, inner]) => [name, present(inner)]));
}

/** The enum name of a REST value: `share-link` becomes `SHARE_LINK`. */
export function enumName(value: string | null | undefined): string | undefined {
  return value?.toUpperCase().replaceAll('-', '_');
}

/** The global id of a record: base64url of `Type:key/key`. */
export function globalIdOf(type: string, ...keys: string[]): string {
  return Buffer.from(`${type}:${keys.map(encodeURIComponent).join('/')}`).toString('base64url');
}

/** The selection of all fields of a user. */
export const userSelection = '{ restId displayName email photoUrl urls { location } }';

export function expectedUser(user: User | undefined) {
  if (user === undefined) return undefined;
  const { object: _, id, ...same } = user;
  return { restId: id, ...renamed(same) };
}

/** The query parameters of the calls to an operation, in call order; a repeated name has an array of values. */
export function queriesOf(calls: readonly CallRecord[], { id }: Endpoint): Record<string, string | string[]>[] {
  return calls.filter(({ operation }) => operation === id).map(({ path }) => queryOf(path));
}

function queryOf(path: string): Record<string, string | string[]> {
  const params = new URLSearchParams(path.split('?')[1] ?? '');
  const names = [...new Set(params.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] as string) : values];
    }),
  );
}

/** The paths that were called more than once: one request must not have any. */
export function repeatedCalls(calls: readonly CallRecord[]): string[] {
  const paths = calls.map(({ method, path }) => `${method} ${path}`);
  return paths.filter((path, i) => paths.indexOf(path) !== i);
}

/** A type with its article, as in messages. */
export function named(type: string): string {
  return `${['Organization', 'OpenApiSpec', 'OpenApiSpecVersion'].includes(type) ? 'an' : 'a'} ${type}`;
}
