import { roundedMsText } from '../../engine/engine.ts';
import type { GraphQLResponse } from '../http/http-messages.ts';
import type { RequestState } from '../request/request-state.ts';

/** Adds a `Server-Timing` header, which the tools of browsers show: times and counts, and no name that a client or the service chooses. */
export function withServerTiming<Response extends GraphQLResponse>(response: Response, state: RequestState): Response {
  return { ...response, headers: { ...response.headers, 'server-timing': serverTiming(state) } };
}

function serverTiming({ startedAt, plan, statistics, isKept, isShared }: RequestState): string {
  const { made, cached, stale, revalidated, slowest, slowestMs } = statistics;
  const metrics = [`total;dur=${roundedMsText(performance.now() - startedAt)}`];
  if (plan !== undefined) metrics.push(`plan;dur=${roundedMsText(plan.endedAt - plan.startedAt)}`);
  metrics.push(`calls;desc="${made}"`);
  if (slowest !== undefined) metrics.push(`slowest;dur=${roundedMsText(slowestMs)};desc="${slowest.id}"`);
  if (cached > 0) metrics.push(`cached;desc="${cached}"`);
  if (stale > 0) metrics.push(`stale;desc="${stale}"`);
  if (revalidated > 0) metrics.push(`revalidated;desc="${revalidated}"`);
  if (isKept) metrics.push('kept');
  if (isShared) metrics.push('shared');
  return metrics.join(', ');
}
