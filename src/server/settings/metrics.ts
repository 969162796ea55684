import { z } from 'zod';
import { boolean, setting, wholeNumber } from './setting.ts';

/** Where metrics are served, in the text format of Prometheus. */
export const metricsSettings = {
  metrics: setting(
    'false',
    'Whether `/metrics` is served on `PORT`. It is not for the public: `METRICS_PORT` serves it apart.',
    boolean,
  ),
  metricsPort: setting(
    undefined,
    'Port of its own for `/metrics`, and for probes at `/healthz` and `/readyz`; 0 picks a free port. With several workers, the primary process listens on it.',
    wholeNumber(0, 65_535),
  ),
  metricsHost: setting(
    undefined,
    'Address to listen on for `METRICS_PORT`; by default that of `HOST`.',
    z.string().min(1),
  ),
  metricsOperations: setting(
    '100',
    'Maximum number of operation names in metrics. Clients choose them; further ones are counted as `other`.',
    wholeNumber(0, 10_000),
  ),
};
