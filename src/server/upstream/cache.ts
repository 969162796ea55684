import {
  decodeId,
  type Entity,
  type InvalidRecord,
  type InvalidRecords,
  type KeptTimes,
  type ResponseCacheOptions,
  type SharedCacheOptions,
  type Upstream,
} from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { headersThatIdentifyNobody } from '../http/tracing-headers.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * How REST responses are kept, as the settings say. `callHeaders`: names of headers that the gateway itself adds to calls; they are
 * no part of a client's identity.
 */
export function cacheOptions(
  settings: Settings,
  callHeaders: readonly string[],
  shared: SharedCacheOptions | undefined,
): ResponseCacheOptions | undefined {
  if (settings.cache === 'off') return undefined;
  const unkeyed = new Set([...headersThatIdentifyNobody, ...callHeaders.map((name) => name.toLowerCase())]);
  return {
    ...keptTimes(settings),
    stale: staleTimes(settings),
    maxBytes: settings.cacheMaxBytes,
    isKeyed: (header) => !unkeyed.has(header),
    shared,
  };
}

/** How long responses are kept, where they are. */
export function keptTimes({ cacheTtl: ttlMs, cacheTtls: ttlMsOf }: Settings): KeptTimes {
  return { ttlMs, ttlMsOf };
}

/** Undefined where no response is used after it has expired. */
function staleTimes({ cacheStaleWhileRevalidate, cacheStaleIfError }: Settings): ResponseCacheOptions['stale'] {
  if (cacheStaleWhileRevalidate === 0 && cacheStaleIfError === 0) return undefined;
  return { whileRevalidateMs: cacheStaleWhileRevalidate, ifErrorMs: cacheStaleIfError };
}

/**
 * Invalidates the records, or everything. Rejects with a TypeError for an unknown type, and then invalidates nothing. Resolves to
 * whether all processes that share what they keep are told; false where they will be as soon as that is possible.
 */
export async function invalidate(upstream: Upstream, records: InvalidRecords): Promise<boolean> {
  if (records === undefined) return (await upstream.invalidateEverything()) !== false;
  return await invalidateEntities(upstream, entitiesOf(records));
}

/** The same in all processes. Rejects with a TypeError for an unknown type. */
export async function invalidateEverywhere(
  upstream: Upstream,
  records: InvalidRecords,
  invalidateOthers: ((records: InvalidRecords, isStoreTold: boolean) => Promise<void>) | undefined,
): Promise<void> {
  const isStoreTold = await invalidate(upstream, records);
  await invalidateOthers?.(records, isStoreTold);
}

/**
 * Invalidates what this process keeps, after a write that has ended in another one; what both share is invalidated already. Throws a
 * TypeError for an unknown type, and then invalidates nothing.
 */
export function writeEndedElsewhere(upstream: Upstream, records: InvalidRecords): void {
  if (records === undefined || upstream.sharedStore !== undefined) upstream.invalidateReads();
  else void invalidateEntities(upstream, entitiesOf(records));
}

async function invalidateEntities(upstream: Upstream, entities: ReturnType<typeof entitiesOf>): Promise<boolean> {
  const told = await Promise.all(entities.map(({ entity, id }) => upstream.invalidateRecord(entity, id)));
  return !told.includes(false);
}

/** The entities of records with their REST ids. Throws a TypeError for an unknown type, and for what is no id. */
export function entitiesOf(records: readonly InvalidRecord[]) {
  return records.map(({ type, id }) => {
    const entity = restContract.entityNamed(type);
    if (entity === undefined)
      throw new TypeError(`Cannot invalidate a ${String(type).slice(0, 100)}: no record has that type.`);
    if (typeof id !== 'string' || id === '') throw new TypeError(`Cannot invalidate a ${type} without an id.`);
    return { entity, id: restIdOf(entity, id) };
  });
}

/** The REST id of a record, whose id may be its global one. */
function restIdOf(entity: Entity, id: string): string {
  const decoded = decodeId(restContract, id);
  return decoded?.type === entity ? (Object.values(decoded.key).at(-1) as string) : id;
}
