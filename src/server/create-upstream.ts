import { Upstream, type UpstreamRoute } from '../engine/engine.ts';
import { entities } from '../resources/contract.ts';
import { organizations } from '../resources/organizations/contract.ts';
import { ContractDrift } from './observation/drift/contract-drift.ts';
import type { GatewayMetrics } from './observation/metrics/gateway-metrics.ts';
import type { Observers } from './observation/observers.ts';
import type { ResolvedOptions } from './options.ts';
import { cacheOptions } from './upstream/cache.ts';
import type { SharedCache } from './upstream/shared-cache/create.ts';
import { upstreamLimits } from './upstream/upstream-limits.ts';

interface UpstreamParts {
  observers: Observers;
  sharedCache: SharedCache | undefined;
  drift: ContractDrift | undefined;
  metrics: GatewayMetrics | undefined;
}

/** The REST service, with its log lines. */
export function createUpstream(
  { settings, upstreamUrl, onWriteEnded, logger }: ResolvedOptions,
  route: UpstreamRoute,
  { observers, sharedCache, drift, metrics }: UpstreamParts,
): Upstream {
  return new Upstream({
    url: upstreamUrl,
    route,
    ...upstreamLimits(settings),
    sharing: settings.shareCalls,
    cache: cacheOptions(settings, observers.callHeaders, sharedCache?.options),
    probePath: `${organizations.list.path}?limit=1`,
    onWriteEnded,
    responses: drift,
    onBackgroundRead: metrics?.recordCall,
    onFailure: (failure) =>
      logger.warn(
        failure,
        failure.code === undefined ? 'the REST service failed' : 'the REST service cannot be reached',
      ),
    onEjectionChange: ({ isEjected, ...usage }) => {
      if (isEjected) logger.warn(usage, 'an address of the REST service gets no calls: they fail there in a row');
      else logger.info(usage, 'an address of the REST service gets calls again');
    },
    onCircuitChange: (isOpen) => {
      if (isOpen) logger.error('the REST service is down: calls fail at once until it responds again');
      else logger.info('the REST service responds again');
    },
  });
}

/** Undefined where responses are not compared with the contract. */
export function createDrift({
  settings: { contractCheckInterval },
  logger,
}: ResolvedOptions): ContractDrift | undefined {
  if (contractCheckInterval === 0) return undefined;
  return new ContractDrift(contractCheckInterval, Object.values(entities), logger);
}
