import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { flagOf, readSettings, SettingsError, settings } from '../../src/server/settings.ts';

type Texts = Record<string, string>;

/** The lines that say what is wrong with settings. */
function mistakes(environment: Texts, flags: Texts = {}): readonly string[] {
  try {
    readSettings(environment, flags);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}

describe('settings', () => {
  it('have defaults that run on the sandbox', () => {
    expect(readSettings({})).toMatchObject({
      upstreamTimeout: 10_000,
      upstreamConnections: 64,
      upstreamMaxBytes: 33_554_432,
      forwardHeaders: [],
      host: '127.0.0.1',
      port: 4000,
      workers: 1,
      logLevel: 'info',
      maxBodyBytes: 1_048_576,
      shutdownTimeout: 10_000,
      sandboxScale: 1,
    });
    expect(readSettings({}).upstreamUrl).toBeUndefined();
    expect(readSettings({}).upstreamToken).toBeUndefined();
  });

  it('come from the environment', () => {
    const environment = {
      UPSTREAM_URL: 'https://api.example.com/docs/',
      UPSTREAM_TOKEN: 'a-token',
      UPSTREAM_TIMEOUT: '250',
      FORWARD_HEADERS: ' X-Tenant ,accept-language,, ',
      HOST: '0.0.0.0',
      PORT: '0',
      LOG_LEVEL: 'silent',
      SOMETHING_ELSE: 'of no interest',
    };
    expect(readSettings(environment)).toMatchObject({
      upstreamUrl: new URL('https://api.example.com/docs/'),
      upstreamToken: 'a-token',
      upstreamTimeout: 250,
      forwardHeaders: ['x-tenant', 'accept-language'],
      host: '0.0.0.0',
      port: 0,
      logLevel: 'silent',
    });
  });

  it('come from flags first', () => {
    const environment = { PORT: '4001', LOG_LEVEL: 'nonsense', HOST: 'localhost' };
    expect(readSettings(environment, { port: '4002', logLevel: 'warn' })).toMatchObject({
      port: 4002,
      logLevel: 'warn',
      host: 'localhost',
    });
  });

  it('that are empty count as unset', () => {
    expect(readSettings({ PORT: '', UPSTREAM_URL: '', UPSTREAM_TOKEN: '' })).toEqual(readSettings({}));
    expect(readSettings({ PORT: '4001' }, { port: '' })).toMatchObject({ port: 4001 });
  });

  it('take as many workers as there are cores, where they are to', () => {
    expect(readSettings({ WORKERS: '3' }).workers).toBe(3);
    expect(readSettings({ WORKERS: 'auto' }).workers).toBe(Math.min(availableParallelism(), 64));
  });

  it('have a flag each, the name in kebab-case', () => {
    expect(flagOf(settings.upstreamUrl)).toBe('--upstream-url');
    const flags = Object.values(settings).map(flagOf);
    expect(new Set(flags).size).toBe(flags.length);
  });
});

describe('a mistake in a setting', () => {
  const number = (name: string, from: number, to: number, given: string) =>
    `${name} must be a whole number from ${from} to ${to}, not "${given}".`;
  const workers = 'WORKERS must be a whole number from 1 to 64, or auto, not';
  const address = 'must be an http or https address without credentials, query or fragment';
  const names = 'must be names of headers, without those that the gateway sets itself or that belong to one connection';

  it.each([
    ['PORT', '65536', number('PORT', 0, 65_535, '65536')],
    ['PORT', '-1', number('PORT', 0, 65_535, '-1')],
    ['PORT', '4000.5', number('PORT', 0, 65_535, '4000.5')],
    ['PORT', '0x10', number('PORT', 0, 65_535, '0x10')],
    ['PORT', 'http', number('PORT', 0, 65_535, 'http')],
    ['WORKERS', '0', `${workers} "0".`],
    ['WORKERS', '65', `${workers} "65".`],
    ['WORKERS', 'all', `${workers} "all".`],
    ['UPSTREAM_TIMEOUT', '0', number('UPSTREAM_TIMEOUT', 1, 600_000, '0')],
    ['UPSTREAM_CONNECTIONS', '0', number('UPSTREAM_CONNECTIONS', 1, 1024, '0')],
    ['UPSTREAM_URL', 'example.com', `UPSTREAM_URL ${address}, not "example.com".`],
    ['UPSTREAM_URL', 'ftp://example.com', `UPSTREAM_URL ${address}, not "ftp://example.com".`],
    ['UPSTREAM_URL', 'http://example.com?a=b', `UPSTREAM_URL ${address}, not "http://example.com?a=b".`],
    ['UPSTREAM_URL', 'http://user:password@example.com', `UPSTREAM_URL ${address}.`],
    ['UPSTREAM_TOKEN', 'two words', 'UPSTREAM_TOKEN must be one word of printable characters.'],
    ['UPSTREAM_TOKEN', 'line\n', 'UPSTREAM_TOKEN must be one word of printable characters.'],
    ['FORWARD_HEADERS', 'x-ok,Authorization', `FORWARD_HEADERS ${names}, not "x-ok,Authorization".`],
    ['FORWARD_HEADERS', 'transfer-encoding', `FORWARD_HEADERS ${names}, not "transfer-encoding".`],
    ['FORWARD_HEADERS', 'x y', `FORWARD_HEADERS ${names}, not "x y".`],
  ])('%s=%j is told in one line', (name, value, line) => {
    expect(mistakes({ [name]: value })).toEqual([line]);
  });

  it('names the level that can be chosen', () => {
    expect(mistakes({ LOG_LEVEL: 'loud' })).toEqual([expect.stringMatching(/^LOG_LEVEL .*"info".*, not "loud"\.$/)]);
  });

  it('is told of the flag, where it came from one', () => {
    expect(mistakes({ PORT: 'y' }, { port: 'x' })).toEqual([number('--port', 0, 65_535, 'x')]);
  });

  it('does not hide another', () => {
    expect(mistakes({ PORT: 'x', UPSTREAM_TIMEOUT: 'y', NODE_ENV: 'production' }, { host: '' })).toEqual([
      number('UPSTREAM_TIMEOUT', 1, 600_000, 'y'),
      number('PORT', 0, 65_535, 'x'),
      expect.stringMatching(/^UPSTREAM_URL must be set/),
    ]);
  });
});

describe('in production', () => {
  const missing = 'UPSTREAM_URL must be set where NODE_ENV is production: the sandbox is no place for real data.';

  it('the sandbox is refused', () => {
    expect(mistakes({ NODE_ENV: 'production' })).toEqual([missing]);
    expect(mistakes({ NODE_ENV: 'production', UPSTREAM_URL: '' })).toEqual([missing]);
    expect(mistakes({ NODE_ENV: 'development' })).toEqual([]);
  });

  it('a service is needed, from the environment or a flag', () => {
    const environment = { NODE_ENV: 'production' };
    expect(mistakes({ ...environment, UPSTREAM_URL: 'https://api.example.com' })).toEqual([]);
    expect(mistakes(environment, { upstreamUrl: 'https://api.example.com' })).toEqual([]);
  });

  it('a wrong address is one mistake, not two', () => {
    expect(mistakes({ NODE_ENV: 'production', UPSTREAM_URL: 'nowhere' })).toHaveLength(1);
  });
});
