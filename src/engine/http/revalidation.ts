import type { CachedResponse } from '../cache/cached-response.ts';
import { cachingHeadersOf } from '../cache/caching-headers.ts';
import { conditionsOf, updatedHeaders } from '../cache/validators.ts';
import type { RawHeaders } from './raw-headers.ts';

/** The headers of a read that asks whether a kept response is still the same: names and values in turn. */
export function conditionalHeaders(headers: string[], { validators }: CachedResponse): string[] {
  return validators === undefined ? headers : [...headers, ...conditionsOf(validators)];
}

/** Whether the headers of a response with status 304 are about a kept response. */
export function isConfirmedBy(headers: RawHeaders, { validators }: CachedResponse): boolean {
  return validators !== undefined && updatedHeaders(validators, cachingHeadersOf(headers)) !== undefined;
}
