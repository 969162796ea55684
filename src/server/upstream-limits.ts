import type { UpstreamLimits } from '../engine/http/upstream.ts';
import type { Settings } from './settings.ts';

/** The limits of the upstream as the settings give them. */
export function upstreamLimits(settings: Settings): UpstreamLimits {
  return {
    timeoutMs: settings.upstreamTimeout,
    requestTimeoutMs: settings.requestTimeout,
    maxRetries: settings.upstreamRetries,
    connections: settings.upstreamConnections,
    maxQueue: settings.upstreamQueue,
    breakerThreshold: settings.circuitBreaker,
    maxCalls: settings.maxCalls,
    maxListPages: settings.maxListPages,
    maxResponseBytes: settings.upstreamMaxBytes,
    maxRequestBytes: settings.maxRequestBytes,
    maxTotalBytes: settings.maxTotalBytes,
  };
}
