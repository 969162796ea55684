import type { Logger } from 'pino';
import { GatewayError, LineInterval } from '../../engine/engine.ts';

/**
 * For rejections that nothing handles: whether one is the failure of a call or of a field, which concerns one request alone, so that the
 * process can go on. It is logged, at most once per second. Any other one may have left the process in any state.
 */
export function failsOneRequest(logger: Pick<Logger, 'error'>): (error: unknown) => boolean {
  const lines = new LineInterval();
  return (error) => {
    if (!(error instanceof GatewayError)) return false;
    if (lines.next() === undefined) return true;
    logger.error({ code: error.code, error: error.message }, 'an error of a request was not handled: please report it');
    return true;
  };
}
