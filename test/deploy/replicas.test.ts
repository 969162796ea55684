import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readSettings, settings } from '../../src/server/settings/settings.ts';
import { composeFolder, composeMistakes, readCompose } from '../support/deploy/compose-file.ts';
import { hasNginx } from '../support/services/nginx.ts';

const { compose, services } = readCompose('replicas.yaml');

describe('the compose file of replicas', () => {
  it('has the fields of the specification, and no others', () => {
    expect(composeMistakes(compose)).toEqual([]);
  });

  it('sets settings that the gateway has and accepts, with a secret that must be given', () => {
    const { UPSTREAM_URL = '', CACHE_SECRET = '', ...others } = services.gateway?.environment ?? {};
    const names: string[] = Object.values(settings).map(({ name }) => name);
    expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([]);
    expect(CACHE_SECRET).toMatch(/^\$\{CACHE_SECRET:\?.+\}$/);
    const [, upstream = ''] = /^\$\{UPSTREAM_URL:-(.+)\}$/.exec(UPSTREAM_URL) ?? [];
    const given = { ...others, UPSTREAM_URL: upstream, CACHE_SECRET: 'x'.repeat(64), NODE_ENV: 'production' };
    expect(readSettings(given)).toMatchObject({ cache: 'redis', trustedProxies: 1 });
  });

  it('publishes nginx alone', () => {
    expect(Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`))).toEqual([
      'nginx 4000:8080',
    ]);
  });

  it.skipIf(!hasNginx)('has a configuration that nginx accepts', () => {
    const prefix = `${process.cwd()}/${composeFolder}/`;
    const { stderr, status } = spawnSync(
      '/usr/sbin/nginx',
      ['-t', '-c', `${prefix}nginx.conf`, '-e', 'stderr', '-g', 'pid /dev/null;'],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('syntax is ok');
    expect(status).toBe(0);
  });
});
