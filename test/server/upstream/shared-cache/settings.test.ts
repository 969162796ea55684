import { describe, expect, it } from 'vitest';
import { readSettings, visibleValue } from '../../../../src/server/settings/settings.ts';

const secret = 'a secret of more than thirty-two characters';
const environment = { CACHE: 'redis', REDIS_URL: 'redis://localhost:6379', CACHE_SECRET: secret };

describe('CACHE=redis', () => {
  it('has a secret and a Redis, and a deadline of its own', () => {
    expect(readSettings(environment)).toMatchObject({ cache: 'redis', cacheSecret: secret, cacheRedisTimeout: 50 });
  });

  it.each([
    [{ CACHE_SECRET: '' }, 'CACHE_SECRET, or CACHE_SECRET_FILE, must be set if CACHE is redis'],
    [{ CACHE_SECRET: 'x'.repeat(31) }, 'CACHE_SECRET must have at least 32 characters.'],
    [{ REDIS_URL: '' }, 'REDIS_URL must be set if CACHE is redis.'],
  ])('is rejected with %o', (changed, message) => {
    expect(() => readSettings({ ...environment, ...changed })).toThrow(message);
  });

  it('needs no secret where the cache is not shared', () => {
    expect(readSettings({ CACHE: 'memory' }).cacheSecret).toBeUndefined();
  });

  it('never shows the secret', () => {
    expect(visibleValue('cacheSecret', secret)).toBe('(secret)');
    expect(() => readSettings({ ...environment, CACHE_SECRET: 'too-short' })).not.toThrow('too-short');
  });
});
