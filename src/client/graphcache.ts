import { connections, typesBesideNodes } from '../generated/client.ts';
import { joinPages } from './graphcache-pages.ts';

type Key = () => null;

/** `keys` of urql's graphcache: a type that is no `Node` is a part of the record that contains it. */
export const graphcacheKeys: Record<string, Key> = /* @__PURE__ */ (() =>
  Object.fromEntries(typesBesideNodes.map((name) => [name, () => null])))();

/** `resolvers` of urql's graphcache that join the pages of every connection. Lists with other filters are other lists. */
export function graphcacheResolvers(): Record<string, Record<string, typeof joinPages>> {
  const ofType = (fields: readonly string[]) => Object.fromEntries(fields.map((name) => [name, joinPages]));
  return Object.fromEntries(Object.entries(connections).map(([type, fields]) => [type, ofType(Object.keys(fields))]));
}
