import { type Endpoint, type KeptTimes, keptMsOf, type Plan, type PlannedCall } from '../../engine/engine.ts';
import { endpoints } from '../../resources/contract.ts';

/** What the response cache may do for a call of a plan. */
export interface PlannedCaching {
  /** How long its response is kept at most, in milliseconds; the service may shorten it. 0 where it is not kept. */
  readonly maxAge: number;
  readonly reason?: string;
}

/** A call of a plan with what the cache may do for it. */
export interface CachedPlannedCall extends PlannedCall {
  readonly cache: PlannedCaching;
  readonly next: CachedPlannedCall[];
}

const byId: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));

/** A plan that says of each call whether its response may be kept, and for how long. */
export function withCaching(plan: Plan, times: KeptTimes): Plan {
  return { ...plan, tree: plan.tree.map((call) => callWithCaching(call, times)) };
}

function callWithCaching(call: PlannedCall, times: KeptTimes): CachedPlannedCall {
  const { operation, or = [], next } = call;
  const each = [operation, ...or].map((id) => cachingOf(id, times));
  // Where one of several operations is called, the one that is kept for the shortest time counts.
  const [cache = unknown] = each.sort((a, b) => a.maxAge - b.maxAge);
  return { ...call, cache, next: next.map((one) => callWithCaching(one, times)) };
}

const unknown: PlannedCaching = { maxAge: 0, reason: 'The operation is not known.' };

function cachingOf(id: string, times: KeptTimes): PlannedCaching {
  const endpoint = byId.get(id);
  if (endpoint === undefined) return unknown;
  const maxAge = keptMsOf(endpoint, times);
  return maxAge > 0 ? { maxAge } : { maxAge, reason: reasonFor(endpoint, times) };
}

function reasonFor({ id, method, result }: Endpoint, { ttlMsOf }: KeptTimes): string {
  if (method !== 'GET') return 'It is a write.';
  if (result === undefined) return 'Its response has no JSON.';
  if (ttlMsOf?.get(id) === 0) return 'CACHE_TTLS says so.';
  return 'By default: short-lived, changing by itself, or hardly read twice.';
}
