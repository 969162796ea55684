import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { flagOf, readSettings, settings } from '../../../src/server/settings/settings.ts';

describe('settings', () => {
  it('have defaults that use the embedded sandbox', () => {
    expect(readSettings({})).toMatchObject({
      upstreamTimeout: 10_000,
      upstreamConnections: 96,
      upstreamConnectionAge: 60_000,
      upstreamMaxResponseBytes: 8_388_608,
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

  it('are read from the environment', () => {
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

  it.each(['0', '1', '.5', '0.25', '1e-3', '1E-7', '2.5e-1'])('read the part %s', (text) => {
    expect(readSettings({ LOG_SAMPLE: text }).logSample).toBe(Number(text));
  });

  it.each([
    ['500ms', 500],
    ['10s', 10_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
  ])('read the duration %s', (text, ms) => {
    expect(readSettings({ REQUEST_TIMEOUT: text }).requestTimeout).toBe(ms);
  });

  it.each([
    ['2048B', 2048],
    ['64KiB', 65_536],
    ['8MiB', 8_388_608],
    ['1GiB', 1_073_741_824],
  ])('read the size %s', (text, bytes) => {
    expect(readSettings({ UPSTREAM_MAX_RESPONSE_BYTES: text }).upstreamMaxResponseBytes).toBe(bytes);
  });

  it.each(['/a/../b', '/..', '/./a', '/a/.'])('reject the path %s, which clients resolve', (path) => {
    const mistake = (name: string) => `${name} must not have the segments "." and "..", not "${path}".`;
    expect(() => readSettings({ BASE_PATH: path, GRAPHQL_PATH: path })).toThrow(
      `${mistake('BASE_PATH')}\n${mistake('GRAPHQL_PATH')}`,
    );
    expect(readSettings({ BASE_PATH: '/.a/b..' }).basePath).toBe('/.a/b..');
  });

  it('are read from flags first', () => {
    const environment = { PORT: '4001', LOG_LEVEL: 'nonsense', HOST: 'localhost' };
    expect(readSettings(environment, { port: '4002', logLevel: 'warn' })).toMatchObject({
      port: 4002,
      logLevel: 'warn',
      host: 'localhost',
    });
  });

  it('that are empty strings count as unset', () => {
    expect(readSettings({ PORT: '', UPSTREAM_URL: '', UPSTREAM_TOKEN: '' })).toEqual(readSettings({}));
    expect(readSettings({ PORT: '4001' }, { port: '' })).toMatchObject({ port: 4001 });
  });

  it('may have other characters than ASCII: those of Latin-1 in headers, and all in attributes', () => {
    const { upstreamHeaders } = readSettings({ UPSTREAM_HEADERS: 'x-a=%C3%A9%20ü, ' });
    expect(upstreamHeaders).toEqual({ 'x-a': 'é ü' });
    const { otelResourceAttributes } = readSettings({ OTEL_RESOURCE_ATTRIBUTES: 'team=%E2%82%AC' });
    expect(otelResourceAttributes).toEqual({ team: '€' });
  });

  it.each([
    ['1.0', 1],
    ['.25', 0.25],
  ])('read the part of all %s', (text, value) => {
    expect(readSettings({ LOG_SAMPLE: text, SHADOW_SHARE: text })).toMatchObject({
      logSample: value,
      shadowShare: value,
    });
  });

  it('give one worker per core for auto', () => {
    expect(readSettings({ WORKERS: '3' }).workers).toBe(3);
    expect(readSettings({ WORKERS: 'auto' }).workers).toBe(Math.min(availableParallelism(), 64));
  });

  it('may be numbers and booleans', () => {
    expect(readSettings({ PORT: 0 }).port).toBe(0);
    expect(readSettings({ PORT: 4001, SHUTDOWN_TIMEOUT: 0, SHARE_CALLS: false })).toMatchObject({
      port: 4001,
      shutdownTimeout: 0,
      shareCalls: false,
    });
    expect(readSettings({ PORT: 4001, SHARE_CALLS: false }, { port: 0, shareCalls: true })).toMatchObject({
      port: 0,
      shareCalls: true,
    });
  });

  it.each([
    ['https://api.example.com/v1', 'https://api.example.com/'],
    ['https://api.example.com/v1/', 'https://api.example.com/'],
    ['https://api.example.com/docs/v1', 'https://api.example.com/docs'],
    ['https://api.example.com/docs/v10', 'https://api.example.com/docs/v10'],
    ['https://api.example.com/v1/docs', 'https://api.example.com/v1/docs'],
    ['https://v1', 'https://v1/'],
  ])('strip /v1 from the end of UPSTREAM_URL: %s', (value, url) => {
    expect(readSettings({ UPSTREAM_URL: value }).upstreamUrl?.href).toBe(url);
  });

  it('each have a flag, the name in kebab-case', () => {
    expect(flagOf(settings.upstreamUrl)).toBe('--upstream-url');
    const flags = Object.values(settings).map(flagOf);
    expect(new Set(flags).size).toBe(flags.length);
  });
});
