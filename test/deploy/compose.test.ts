import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings, settings } from '../../src/server/settings/settings.ts';
import { composeFolder, composeMistakes, readCompose } from '../support/deploy/compose-file.ts';

const { compose, services } = readCompose('compose.yaml');

describe('the compose file', () => {
  it('has the fields of the specification, and no others', () => {
    expect(composeMistakes(compose)).toEqual([]);
  });

  it.each([
    ['an unknown field', { ...services.gateway, helthcheck: {} }],
    ['a wrong type', { ...services.gateway, read_only: [] }],
  ])('would be rejected for %s', (_, gateway) => {
    expect(composeMistakes({ services: { ...services, gateway } })).not.toEqual([]);
    expect(composeMistakes({ services })).toEqual([]);
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
    for (const file of files) expect(existsSync(join(composeFolder, file.split(':')[0] ?? ''))).toBe(true);
  });
});
