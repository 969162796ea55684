import { z } from 'zod';
import { boolean, duration, setting, size } from './setting.ts';

/** The cache of REST responses. */
export const cacheSettings = {
  cache: setting(
    'CACHE',
    'off',
    'Where REST responses are kept across requests: `off` keeps none, `memory` keeps them in each process.',
    z.enum(['off', 'memory']),
  ),
  cacheResults: setting(
    'CACHE_RESULTS',
    'true',
    'Whether the cache also keeps the results of whole queries that were made of kept responses alone.',
    boolean,
  ),
  cacheTtl: setting(
    'CACHE_TTL',
    '30000',
    'Longest time that a REST response is kept, in milliseconds; the service may shorten it.',
    duration(1, 86_400_000),
  ),
  cacheClientMaxAge: setting(
    'CACHE_CLIENT_MAX_AGE',
    '0',
    'Longest time that a client may use a kept result of a GET without asking again, in milliseconds; writes do not reach it there. 0: it asks each time.',
    duration(0, 86_400_000),
  ),
  cacheMaxBytes: setting(
    'CACHE_MAX_BYTES',
    '67108864',
    'Maximum size of all REST responses and results that a process keeps, in bytes.',
    size(65_536, 1_099_511_627_776),
  ),
};
