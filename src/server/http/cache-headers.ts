import { notCached } from './http-errors.ts';
import type { GraphQLResponse } from './http-messages.ts';

/** A response that no cache may store, unless a plugin says that it may. */
export function withCacheHeaders<R extends GraphQLResponse>(response: R, varyHeader: string): R {
  const { vary, 'cache-control': cacheControl = notCached['cache-control'], ...others } = response.headers;
  const all = vary === undefined ? varyHeader : `${vary}, ${varyHeader}`;
  return { ...response, headers: { ...others, 'cache-control': cacheControl, vary: all } };
}
