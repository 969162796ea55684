import { z } from 'zod';
import { addressWithPassword, boolean, duration, setting, wholeNumber } from './setting.ts';

const redisUrl = addressWithPassword.refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^rediss?:\/\/[^/?#]+(?:\/\d*)?$/.test(url.href);
}, 'must be an address such as redis://localhost:6379, or redis://localhost:6379/1 for a database of its own');

/** How much one client may use over time. */
export const rateLimitSettings = {
  rateLimitRequests: setting(
    '0',
    'Maximum number of requests of one identity per window; 0 turns it off.',
    wholeNumber(0, 1_000_000_000),
  ),
  rateLimitCalls: setting(
    '0',
    'Maximum number of REST calls for one identity per window; 0 turns it off.',
    wholeNumber(0, 1_000_000_000),
  ),
  rateLimitAddress: setting(
    '0',
    'Maximum number of requests of one client address per window; 0 turns it off.',
    wholeNumber(0, 1_000_000_000),
  ),
  rateLimitWindow: setting(
    '60000',
    'Length of the window of rate limits, in milliseconds.',
    duration(1000, 86_400_000),
  ),
  trustedProxies: setting(
    '0',
    'Number of proxies in front of the gateway whose `X-Forwarded-For` tells the address of a client.',
    wholeNumber(0, 10),
  ),
  redisUrl: setting(
    undefined,
    'Redis in which several processes share rate limits, persisted queries and, with `CACHE=redis`, responses. If unset, each process has its own.',
    redisUrl,
  ),
  redisCluster: setting(
    'false',
    'Whether `REDIS_URL` names a node of a Redis Cluster, from which the others are found.',
    boolean,
  ),
  redisCaFile: setting(
    undefined,
    'File with certificates (PEM) that may sign that of a Redis at `rediss://`, in addition to those that Node trusts and to `NODE_EXTRA_CA_CERTS`.',
    z.string().min(1),
  ),
};

/** What is wrong with these settings together. */
export function redisMistakes({ redisUrl, redisCluster, redisCaFile }: Readonly<Record<string, unknown>>): string[] {
  const mistakes: string[] = [];
  const address = String(redisUrl ?? '');
  if (redisCaFile !== undefined && !/^rediss:/i.test(address))
    mistakes.push('REDIS_CA_FILE has no effect: REDIS_URL is not a rediss:// address.');
  if (redisCluster === true && redisUrl === undefined) mistakes.push('REDIS_CLUSTER needs REDIS_URL.');
  if (redisCluster === true && /\/[1-9]\d*$/.test(address))
    mistakes.push('REDIS_URL must not name a database if REDIS_CLUSTER is true: a cluster has only the first one.');
  return mistakes;
}
