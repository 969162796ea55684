import { z } from 'zod';
import { setting, wholeNumber } from './setting.ts';

/** The port for operators. */
export const adminSettings = {
  adminPort: setting(
    undefined,
    'Port of its own for operators: status, health, metrics, reload, log level and invalidation of the cache; 0 picks a free port. With several workers, the primary process listens on it.',
    wholeNumber(0, 65_535),
  ),
  adminHost: setting(
    '127.0.0.1',
    'Address to listen on for `ADMIN_PORT`. Requests to it need no credentials, so it must not be reachable by others.',
    z.string().min(1),
  ),
};
