import { z } from 'zod';
import { endpoints } from '../../resources/contract.ts';
import { nearest } from './nearest.ts';
import { boolean, choice, duration, setting, size } from './setting.ts';

const time = duration(0, 86_400_000);

/** Most texts that a list is read for: one for each operation, and some more. */
const maxPairs = 1000;

/** `operation=time` pairs, such as `spaces.get=5s,teams.list=0`. */
const cacheTtls = z.string().transform((text, context): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  for (const pair of text.split(',', maxPairs)) {
    if (pair.trim() === '') continue;
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(pair) ?? [];
    const parsed = time.safeParse(value);
    const message = mistakeIn(name, parsed.success);
    if (message !== undefined || !parsed.success) {
      context.addIssue({ code: 'custom', message: message ?? '' });
      return z.NEVER;
    }
    times.set(name, parsed.data);
  }
  return times;
});

function mistakeIn(name: string, isTime: boolean): string | undefined {
  if (name === '') return 'must be a list such as spaces.get=5s,teams.list=0';
  if (!reads().has(name)) return `has no read ${JSON.stringify(name.slice(0, 100))}.${suggestionFor(name)}`;
  return isTime ? undefined : `must have a time from 0 to 24h for ${name}, such as ${name}=5s; 0 keeps none`;
}

/** The ids of the operations whose responses could be kept. */
function reads(): ReadonlySet<string> {
  return new Set(
    endpoints.filter(({ method, result }) => method === 'GET' && result !== undefined).map(({ id }) => id),
  );
}

function suggestionFor(name: string): string {
  const short = name.slice(0, 100);
  const meant = nearest(short, reads(), 1 + short.length / 3);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

export const cacheSettings = {
  cache: setting(
    'off',
    'Where REST responses are kept across requests: `off` keeps none, `memory` keeps them in each process, `redis` shares them in `REDIS_URL`.',
    choice(['off', 'memory', 'redis']),
  ),
  cacheResults: setting(
    'true',
    'Whether the cache also keeps the results of whole queries that were made of kept responses alone.',
    boolean,
  ),
  cacheTtl: setting(
    '30000',
    'Longest time that a REST response is kept, in milliseconds; the service may shorten it.',
    duration(1, 86_400_000),
  ),
  cacheTtls: setting(
    '',
    'The same for single operations, in place of `CACHE_TTL`: `spaces.get=5s,teams.list=0`; 0 keeps none.',
    cacheTtls,
  ),
  cacheStaleWhileRevalidate: setting(
    '0',
    'Longest time that an expired response is used while it is read anew in the background, in milliseconds; the service may shorten it. 0: never.',
    duration(0, 86_400_000),
  ),
  cacheStaleIfError: setting(
    '0',
    'Longest time that an expired response is used where the service fails, in milliseconds; the service may shorten it. 0: never.',
    duration(0, 86_400_000),
  ),
  cacheClientMaxAge: setting(
    '0',
    'Longest time that a client may use a kept result of a GET without asking again, in milliseconds; writes do not reach it there. 0: it asks each time.',
    duration(0, 86_400_000),
  ),
  cacheMaxBytes: setting(
    '67108864',
    'Maximum size of all REST responses and results that a process keeps in its memory, in bytes. If unset, less where the heap is small.',
    size(65_536, 1_099_511_627_776),
  ),
  cacheSecret: setting(
    undefined,
    'Secret for `CACHE=redis`, the same for all gateways that share it, of at least 32 characters. Keys in Redis are made with it, and responses are encrypted.',
    z.string().min(32, 'must have at least 32 characters'),
  ),
  cacheRedisTimeout: setting(
    '50',
    'Maximum time that a request waits for the cache in Redis, in milliseconds.',
    duration(1, 10_000),
  ),
  cacheStrictWrites: setting(
    'false',
    'Whether a write is rejected, before it is sent, while the cache in Redis cannot be told of it.',
    boolean,
  ),
};

/** Mistakes in how settings of the cache go together. */
export function cacheMistakes({ cache, cacheSecret, redisUrl }: Readonly<Record<string, unknown>>): string[] {
  if (cache !== 'redis') return [];
  const mistakes: string[] = [];
  if (redisUrl === undefined) mistakes.push('REDIS_URL must be set if CACHE is redis.');
  if (cacheSecret === undefined)
    mistakes.push(
      'CACHE_SECRET, or CACHE_SECRET_FILE, must be set if CACHE is redis: the same in all gateways, at least 32 characters.',
    );
  return mistakes;
}
