import { HookRunner } from './observation/hooks.ts';
import { RequestLog } from './observation/logs/request-log.ts';
import { SlowOperationLog } from './observation/logs/slow-operation-log.ts';
import type { GatewayMetrics } from './observation/metrics/gateway-metrics.ts';
import { Observers } from './observation/observers.ts';
import type { Tracing } from './observation/tracing/create.ts';
import type { ResolvedOptions } from './options.ts';
import type { Settings } from './settings/settings.ts';

/** All that observes requests. */
export function createObservers(
  { settings, logger, hooks }: ResolvedOptions,
  tracing: Tracing | undefined,
  metrics: GatewayMetrics | undefined,
): Observers {
  const optional = [
    settings.slowOperationMs > 0 ? new SlowOperationLog(settings, logger) : undefined,
    tracing,
    metrics?.requests,
  ].filter((observer) => observer !== undefined);
  return new Observers([new RequestLog(logger, settings), new HookRunner(hooks, logger), ...optional], logger);
}

/** Whether metrics are read anywhere. */
export function hasMetrics({ metrics, metricsPort, adminPort }: Settings): boolean {
  return metrics || metricsPort !== undefined || adminPort !== undefined;
}
