import { describe, expect, it } from 'vitest';
import { environmentWarnings } from '../../../src/cli/settings/environment-warnings.ts';

describe('a variable of the environment', () => {
  it.each([
    ['UPSTREM_URL', 'UPSTREAM_URL'],
    ['UPSTRAEM_URL', 'UPSTREAM_URL'],
    ['upstream_url', 'UPSTREAM_URL'],
    ['TRUSTED_DOCUMENT', 'TRUSTED_DOCUMENTS'],
    ['RATE_LIMIT_REQUEST', 'RATE_LIMIT_REQUESTS'],
    ['DOCGRAPH_PORT', 'PORT'],
    ['DOCGRAPH_MAX_CALL', 'MAX_CALLS'],
    ['UPSTREAM_URL_FILE', 'UPSTREAM_URL'],
    ['UPSTREAM_TOKENS_FILE', 'UPSTREAM_TOKEN_FILE'],
  ])('that is nearly a setting gets a warning: %s', (name, meant) => {
    expect(environmentWarnings({ [name]: 'x' })).toEqual([
      `The variable ${name} is no setting, and has no effect. Did you mean ${meant}?`,
    ]);
  });

  it.each([
    ['UPSTREAM_URL', 'https://api.example.com'],
    ['UPSTREAM_TOKEN_FILE', 'token'],
    ['https_proxy', 'http://proxy'],
    ['POST', '1'],
    ['CACHE_FILE', '/tmp/cache'],
    ['ALL_PROXY', 'socks5://proxy'],
    ['OTEL_BLRP_SCHEDULE_DELAY', '1000'],
    ['UPSTREM_URL', ''],
    ['DOCGRAPH_PORT', 'tcp://10.0.0.1:4000'],
    ['DOCGRAPH_SERVICE_HOST', '10.0.0.1'],
    ['NODE_ENV', 'production'],
    ['NODE_ENV', 'staging'],
  ])('that is a setting, or of another program, gets none: %s=%s', (name, value) => {
    expect(environmentWarnings({ [name]: value })).toEqual([]);
  });

  it.each(['prod', 'Production', 'PRODUCTION'])('gets a warning that means production, and says %s', (value) => {
    expect(environmentWarnings({ NODE_ENV: value })).toEqual([
      `NODE_ENV is ${value}: the defaults for production need "production".`,
    ]);
  });
});
