import type { Endpoint } from '../contract/model.ts';

export interface KeptTimes {
  /** Longest time that a response is kept, and the time where the service says nothing, in milliseconds. */
  readonly ttlMs: number;
  /** The same for some endpoints, by their ids; 0 keeps none. */
  readonly ttlMsOf?: ReadonlyMap<string, number> | undefined;
}

/** Longest time that a response of an endpoint is kept, in milliseconds; 0 where none is. */
export function keptMsOf(endpoint: Endpoint, { ttlMs, ttlMsOf }: KeptTimes): number {
  const { id, method, result, caching } = endpoint;
  if (method !== 'GET' || result === undefined) return 0;
  return ttlMsOf?.get(id) ?? Math.min(ttlMs, caching?.maxAgeMs ?? ttlMs);
}

/** Whether any write invalidates the responses of an endpoint: they depend on more than its path and its body name. */
export function dependsOnAnyWrite({ caching }: Endpoint): boolean {
  return caching?.isDerived === true || caching?.maxAgeMs === 0;
}
