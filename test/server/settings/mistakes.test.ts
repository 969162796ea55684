import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError, type SettingValue, settingsFrom } from '../../../src/server/settings/settings.ts';

type Values = Record<string, SettingValue>;

/** The error lines for settings; none if they are valid. */
function mistakes(environment: Values, flags: Values = {}): readonly string[] {
  try {
    readSettings(environment, flags);
  } catch (error) {
    if (error instanceof SettingsError) return error.lines;
    throw error;
  }
  return [];
}

describe('a mistake in a setting', () => {
  const number = (name: string, from: number, to: number, given: string) =>
    `${name} must be a whole number from ${from} to ${to}, not "${given}".`;
  const duration = (name: string, from: number, to: number, given: string) =>
    `${name} must be a whole number from ${from} to ${to} in milliseconds, or one with a unit (ms, s, m, h), not "${given}".`;
  const size = (name: string, from: number, to: number, given: string) =>
    `${name} must be a whole number from ${from} to ${to} in bytes, or one with a unit (B, KiB, MiB, GiB), not "${given}".`;
  const workers = 'WORKERS must be a whole number from 1 to 64, or auto, not';
  const address = 'must be an http or https address without credentials, query or fragment';
  const reserved = 'without headers that the gateway sets or that belong to one connection';
  const pairs = `must be a list such as x-api-version=2,x-tenant=docs, ${reserved}`;
  const names = `must be a comma-separated list of header names, ${reserved}`;
  const latin1 = 'must not have characters beyond Latin-1, which HTTP headers cannot hold';
  const redis =
    'must be an address such as redis://localhost:6379, or redis://localhost:6379/1 for a database of its own';
  const origins =
    'must be a comma-separated list of origins such as https://app.example.com, without a path, or * alone';

  const graphqlPath = 'must be a path such as /api/graphql, without a slash at its end';
  const takenPath = 'must not be a path on which the gateway serves something else';
  const hosts =
    'must be a comma-separated list of host names without ports, such as graph.example.com or *.example.com';
  const long = 'x'.repeat(2000);

  it.each([
    ['PORT', '65536', number('PORT', 0, 65_535, '65536')],
    ['PORT', '-1', number('PORT', 0, 65_535, '-1')],
    ['PORT', '4000.5', number('PORT', 0, 65_535, '4000.5')],
    ['PORT', '0x10', number('PORT', 0, 65_535, '0x10')],
    ['PORT', -1, number('PORT', 0, 65_535, '-1')],
    ['PORT', 0.5, number('PORT', 0, 65_535, '0.5')],
    ['PORT', Number.NaN, number('PORT', 0, 65_535, 'NaN')],
    ['PORT', true, number('PORT', 0, 65_535, 'true')],
    ['PORT', 'http', number('PORT', 0, 65_535, 'http')],
    ['WORKERS', '0', `${workers} "0".`],
    ['WORKERS', '65', `${workers} "65".`],
    ['WORKERS', 'all', `${workers} "all".`],
    ['UPSTREAM_TIMEOUT', '0', duration('UPSTREAM_TIMEOUT', 1, 600_000, '0')],
    ['UPSTREAM_TIMEOUT', '11m', duration('UPSTREAM_TIMEOUT', 1, 600_000, '11m')],
    ['UPSTREAM_TIMEOUT', '1.5s', duration('UPSTREAM_TIMEOUT', 1, 600_000, '1.5s')],
    ['UPSTREAM_TIMEOUT', '10 s', duration('UPSTREAM_TIMEOUT', 1, 600_000, '10 s')],
    ['UPSTREAM_TIMEOUT', 's', duration('UPSTREAM_TIMEOUT', 1, 600_000, 's')],
    ['UPSTREAM_TIMEOUT', '1MiB', duration('UPSTREAM_TIMEOUT', 1, 600_000, '1MiB')],
    ['MAX_BODY_BYTES', '1MB', size('MAX_BODY_BYTES', 1024, 104_857_600, '1MB')],
    ['MAX_BODY_BYTES', '101MiB', size('MAX_BODY_BYTES', 1024, 104_857_600, '101MiB')],
    ['UPSTREAM_HEADERS', 'authorization=secret', `UPSTREAM_HEADERS ${pairs}.`],
    ['UPSTREAM_HEADERS', 'a b=1', `UPSTREAM_HEADERS ${pairs}.`],
    ['UPSTREAM_HEADERS', 'x-a=%0a', `UPSTREAM_HEADERS ${pairs}.`],
    ['UPSTREAM_HEADERS', 'x-a', `UPSTREAM_HEADERS ${pairs}.`],
    ['UPSTREAM_HEADERS', '=1', `UPSTREAM_HEADERS ${pairs}.`],
    ['UPSTREAM_HEADERS', `x-a=${'1'.repeat(3997)}`, 'UPSTREAM_HEADERS must have at most 4000 characters.'],
    ['UPSTREAM_HEADERS', 'x-a=%E2%82%AC', `UPSTREAM_HEADERS ${latin1}.`],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-a=€', `OTEL_EXPORTER_OTLP_HEADERS ${latin1}.`],
    ['COMPRESSION', '1', 'COMPRESSION must be true or false, not "1".'],
    ['CACHE', 'on', 'CACHE must be off, memory or redis, not "on".'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not "grpc".'],
    ['CACHE_TTLS', 'nope.get=5s', 'CACHE_TTLS has no read "nope.get".'],
    ['CACHE_TTLS', 'space.get=5s', 'CACHE_TTLS has no read "space.get". Did you mean spaces.get?'],
    ['LOG_SAMPLE', '1e1', 'LOG_SAMPLE must be a number from 0 to 1, not "1e1".'],
    ['LOG_SAMPLE', '1.5', 'LOG_SAMPLE must be a number from 0 to 1, not "1.5".'],
    ['LOG_SAMPLE', '-0.5', 'LOG_SAMPLE must be a number from 0 to 1, not "-0.5".'],
    ['LOG_SAMPLE', '0x1', 'LOG_SAMPLE must be a number from 0 to 1, not "0x1".'],
    ['UPSTREAM_CONNECTIONS', '0', number('UPSTREAM_CONNECTIONS', 1, 1024, '0')],
    ['UPSTREAM_URL', 'example.com', `UPSTREAM_URL ${address}, not "example.com".`],
    ['UPSTREAM_URL', 'ftp://example.com', `UPSTREAM_URL ${address}, not "ftp://example.com".`],
    ['UPSTREAM_URL', 'ftp://example.com:80/a', `UPSTREAM_URL ${address}, not "ftp://example.com:80/a".`],
    ['UPSTREAM_URL', 'http://127.0.0.1:1?token=hunter2', `UPSTREAM_URL ${address}.`],
    ['UPSTREAM_URL', 'http://127.0.0.1:1/#hunter2', `UPSTREAM_URL ${address}.`],
    ['UPSTREAM_URL', 'http://user:hunter2', `UPSTREAM_URL ${address}.`],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'htp://h?key=hunter2',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address without credentials or fragment.',
    ],
    [
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'https://user:hunter2@collector.example',
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be an http or https address without credentials or fragment.',
    ],
    ['CORS_ORIGINS', 'https://app.example.com?key=hunter2', `CORS_ORIGINS ${origins}.`],
    ['UPSTREAM_URL', 'http://user:password@example.com', `UPSTREAM_URL ${address}.`],
    ['REDIS_URL', 'http://h?password=p', `REDIS_URL ${redis}.`],
    ['REDIS_URL', 'redis://:password@h/abc', `REDIS_URL ${redis}.`],
    ['REDIS_URL', 'redis://h?password=p', `REDIS_URL ${redis}.`],
    ['REDIS_URL', 'redis:///run/redis.sock', `REDIS_URL ${redis}.`],
    ['REDIS_URL', 'redis://:50%off@h', 'REDIS_URL must have %25 for each % in its user and its password.'],
    ['HTTPS_PROXY', 'http://u:50%off@h', 'HTTPS_PROXY must have %25 for each % in its user and its password.'],
    ['HTTP_PROXY', 'http://50%:off@h', 'HTTP_PROXY must have %25 for each % in its user and its password.'],
    ['REDIS_URL', 'tcp://:password@h', `REDIS_URL ${redis}.`],
    ['UPSTREAM_TOKEN', 'two words', 'UPSTREAM_TOKEN must be printable ASCII characters without spaces.'],
    ['UPSTREAM_TOKEN', 'line\n', 'UPSTREAM_TOKEN must be printable ASCII characters without spaces.'],
    ['CORS_ORIGINS', 'https://user:password@app.example.com', `CORS_ORIGINS ${origins}.`],
    ['CORS_CREDENTIALS', 'true', 'CORS_CREDENTIALS needs origins in CORS_ORIGINS.'],
    [
      'JWT_JWKS_URL',
      'https://id.example.com/jwks',
      'JWT_JWKS_URL needs JWT_ISSUER or JWT_AUDIENCE: its keys may sign tokens for other services, too.',
    ],
    ['JWT_ISSUER', 'https://id.example.com', 'JWT_ISSUER needs JWT_JWKS_URL: without it, tokens are not verified.'],
    ['JWT_AUDIENCE', 'docs', 'JWT_AUDIENCE needs JWT_JWKS_URL: without it, tokens are not verified.'],
    [
      'JWT_ALGORITHMS',
      'HS256',
      'JWT_ALGORITHMS must be a comma-separated list of RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519, not "HS256".',
    ],
    ['FORWARD_HEADERS', 'x-ok,Authorization', `FORWARD_HEADERS ${names}, not "x-ok,Authorization".`],
    ['FORWARD_HEADERS', 'transfer-encoding', `FORWARD_HEADERS ${names}, not "transfer-encoding".`],
    ['FORWARD_HEADERS', 'x y', `FORWARD_HEADERS ${names}, not "x y".`],
    ['BASE_PATH', 'docs', 'BASE_PATH must be a path such as /docs-graph, not "docs".'],
    ['GRAPHQL_PATH', '/api/', `GRAPHQL_PATH ${graphqlPath}, not "/api/".`],
    ['GRAPHQL_PATH', '/metrics', `GRAPHQL_PATH ${takenPath}, not "/metrics".`],
    ['ALLOWED_HOSTS', 'a.example.com:443', `ALLOWED_HOSTS ${hosts}, not "a.example.com:443".`],
    ['ALLOWED_HOSTS', 'a.*.example.com', `ALLOWED_HOSTS ${hosts}, not "a.*.example.com".`],
    ['CACHE_INVALIDATION_SECRET', 'x'.repeat(1025), 'CACHE_INVALIDATION_SECRET must have at most 1024 characters.'],
    ['OTEL_SERVICE_NAME', long, `OTEL_SERVICE_NAME must have at most 256 characters, not "${'x'.repeat(200)}…".`],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      `http://h?${long}`,
      'OTEL_EXPORTER_OTLP_ENDPOINT must have at most 2000 characters.',
    ],
  ])('%s=%j gives one line', (name, value, line) => {
    expect(mistakes({ [name]: value })).toEqual([line]);
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://app.example.com:443',
    'https://App.example.com',
    'https://*.example.com',
    'ftp://app.example.com',
    'null',
    '*,https://app.example.com',
  ])('CORS_ORIGINS=%s gives one line', (given) => {
    expect(mistakes({ CORS_ORIGINS: given })).toEqual([`CORS_ORIGINS ${origins}, not "${given}".`]);
  });

  it('verify tokens only where all clients have one of their own', () => {
    const given = { JWT_JWKS_URL: 'https://id.example.com/jwks', JWT_ISSUER: 'https://id.example.com' };
    expect(mistakes({ ...given, UPSTREAM_TOKEN: 'secret' })).toEqual([
      'JWT_JWKS_URL and UPSTREAM_TOKEN exclude each other: clients without a token would use that one.',
    ]);
  });

  it('have no part of Redis that has no effect at its address', () => {
    const given = { REDIS_CLUSTER: 'true', REDIS_CA_FILE: 'ca.pem' };
    const unused = 'REDIS_CA_FILE has no effect: REDIS_URL is not a rediss:// address.';
    expect(mistakes(given)).toEqual([unused, 'REDIS_CLUSTER needs REDIS_URL.']);
    expect(mistakes({ ...given, REDIS_URL: 'redis://:password@a/1' })).toEqual([
      unused,
      'REDIS_URL must not name a database if REDIS_CLUSTER is true: a cluster has only the first one.',
    ]);
    for (const url of ['rediss://a', 'rediss://a:6380/', 'rediss://a/0', 'REDISS://user@[::1]:6380'])
      expect(mistakes({ ...given, REDIS_URL: url })).toEqual([]);
  });

  it('name no manifest that is not read, unless that is meant', () => {
    const TRUSTED_DOCUMENTS_PATH = 'manifests/';
    expect(mistakes({ TRUSTED_DOCUMENTS_PATH })).toEqual([
      'TRUSTED_DOCUMENTS_PATH needs TRUSTED_DOCUMENTS: report or enforce, or off to leave it without effect.',
    ]);
    for (const mode of ['off', 'report', 'enforce'])
      expect(mistakes({ TRUSTED_DOCUMENTS_PATH, TRUSTED_DOCUMENTS: mode })).toEqual([]);
  });

  it('show no more of a value than a line has', () => {
    expect(mistakes({ CACHE: 'x'.repeat(5000) })).toEqual([
      `CACHE must be off, memory or redis, not "${'x'.repeat(200)}…".`,
    ]);
  });

  it('compare no results of graphql-js with themselves', () => {
    expect(mistakes({ SHADOW_SHARE: '0.1' })).toEqual([]);
    expect(mistakes({ SHADOW_SHARE: '0.1', EXECUTOR: 'graphql-js' })).toEqual([
      'SHADOW_SHARE compares with results of EXECUTOR=compiled: it cannot be set with EXECUTOR=graphql-js.',
    ]);
  });

  it('name no header twice', () => {
    const both = { FORWARD_HEADERS: 'x-tenant, x-other', UPSTREAM_HEADERS: 'X-Tenant=a' };
    expect(mistakes(both)).toEqual(['FORWARD_HEADERS and UPSTREAM_HEADERS both name x-tenant: remove it from one.']);
  });

  it('is to allow all origins where they have to be listed', () => {
    const all = { CORS_ORIGINS: '*' };
    expect(mistakes(all)).toEqual([]);
    expect(mistakes({ ...all, CORS_CREDENTIALS: 'true' })).toEqual([
      'CORS_ORIGINS must list origins, not *, with CORS_CREDENTIALS.',
    ]);
    expect(mistakes({ ...all, UPSTREAM_TOKEN: 't' })).toEqual([
      'CORS_ORIGINS must list origins, not *, with UPSTREAM_TOKEN: every site could use the token.',
    ]);
    const listed = { CORS_ORIGINS: 'https://app.example.com, http://localhost:5173', CORS_CREDENTIALS: 'true' };
    expect(mistakes({ ...listed, UPSTREAM_TOKEN: 't' })).toEqual([]);
    expect(readSettings(listed).corsOrigins).toEqual(['https://app.example.com', 'http://localhost:5173']);
  });

  it('names the valid log levels', () => {
    expect(mistakes({ LOG_LEVEL: 'loud' })).toEqual([
      expect.stringMatching(/^LOG_LEVEL .*, info, .* or silent, not "loud"\.$/),
    ]);
  });

  it('names the flag if the value comes from a flag', () => {
    expect(mistakes({ PORT: 'y' }, { port: 'x' })).toEqual([number('--port', 0, 65_535, 'x')]);
  });

  it('names the configuration file if the value comes from it', () => {
    const file = { path: 'docgraph.config.json', values: { port: 'x' } };
    const line = number('port in docgraph.config.json', 0, 65_535, 'x');
    expect(() => settingsFrom({ environment: {}, file })).toThrow(new SettingsError([line]));
  });

  it('does not hide another mistake', () => {
    expect(mistakes({ PORT: 'x', UPSTREAM_TIMEOUT: 'y', NODE_ENV: 'production' }, { host: '' })).toEqual([
      duration('UPSTREAM_TIMEOUT', 1, 600_000, 'y'),
      number('PORT', 0, 65_535, 'x'),
      expect.stringMatching(/^UPSTREAM_URL must be set/),
    ]);
  });
});

describe('in production', () => {
  const missing = 'UPSTREAM_URL must be set if NODE_ENV is production: the embedded sandbox is for development.';

  it('the embedded sandbox is rejected', () => {
    expect(mistakes({ NODE_ENV: 'production' })).toEqual([missing]);
    expect(mistakes({ NODE_ENV: 'production', UPSTREAM_URL: '' })).toEqual([missing]);
    expect(mistakes({ NODE_ENV: 'development' })).toEqual([]);
  });

  it('UPSTREAM_URL is accepted from the environment or a flag', () => {
    const environment = { NODE_ENV: 'production' };
    expect(mistakes({ ...environment, UPSTREAM_URL: 'https://api.example.com' })).toEqual([]);
    expect(mistakes(environment, { upstreamUrl: 'https://api.example.com' })).toEqual([]);
  });

  it('some settings have another default', () => {
    expect(readSettings({ UPSTREAM_URL: 'https://api.example.com' }).shutdownDelay).toBe(0);
    expect(readSettings({ UPSTREAM_URL: 'https://api.example.com', NODE_ENV: 'production' }).shutdownDelay).toBe(5000);
  });

  it('an invalid address is one mistake, not two', () => {
    expect(mistakes({ NODE_ENV: 'production', UPSTREAM_URL: 'nowhere' })).toHaveLength(1);
  });
});
