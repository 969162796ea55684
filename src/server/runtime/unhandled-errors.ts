import type { Logger } from 'pino';
import { GatewayError } from '../../engine/engine.ts';

/** At most one line in this time, in milliseconds. */
const intervalMs = 1000;

/**
 * For rejections that nothing handles: whether one is the failure of a call or of a field, which concerns one request alone, so that the
 * process can go on. It is logged, at most once per second. Any other one may have left the process in any state.
 */
export function failsOneRequest(logger: Pick<Logger, 'error'>): (error: unknown) => boolean {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (!(error instanceof GatewayError)) return false;
    const now = performance.now();
    if (now - loggedAt < intervalMs) return true;
    loggedAt = now;
    logger.error({ code: error.code, error: error.message }, 'an error of a request was not handled: please report it');
    return true;
  };
}
