import type { UpstreamLimits } from '../../engine/engine.ts';
import type { Settings } from '../settings/settings.ts';

/** The limits of the upstream as the settings give them. */
export function upstreamLimits(settings: Settings): UpstreamLimits {
  return {
    timeoutMs: settings.upstreamTimeout,
    requestTimeoutMs: settings.requestTimeout,
    maxRetries: settings.upstreamRetries,
    connections: settings.upstreamConnections,
    connectionAgeMs: settings.upstreamConnectionAge,
    maxQueue: settings.upstreamQueue,
    ejectionThreshold: settings.outlierEjection,
    breakerThreshold: settings.circuitBreaker,
    // Where an operation may plan fewer calls, it may not make more.
    maxCalls: Math.min(settings.maxCalls, settings.maxPlannedCalls || Number.POSITIVE_INFINITY),
    maxListPages: settings.maxListPages,
    maxResponseBytes: settings.upstreamMaxResponseBytes,
    maxRequestBytes: settings.maxRequestUpstreamBytes,
    maxTotalBytes: settings.maxUpstreamBytes,
  };
}
