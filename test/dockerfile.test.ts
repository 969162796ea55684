import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startWorld } from './support/gateways/gateway.ts';
import { shippedFlags } from './support/processes/shipped-flags.ts';

const dockerfile = readFileSync('Dockerfile', 'utf8');

describe('the image', () => {
  it('has one base, with its version and digest', () => {
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases).size).toBe(1);
    expect(bases[0]).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  });

  it('runs as an unprivileged user, and installs nothing', () => {
    const [, final = ''] = dockerfile.split(/^FROM .*$/m).slice(1);
    // By its number: Kubernetes cannot tell who a name is.
    expect(final).toMatch(/^USER 1000:1000$/m);
    expect(final).not.toMatch(/^RUN|node_modules \./m);
  });

  it('starts Node with the flags of npm start', () => {
    const [, command = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...shippedFlags, 'dist/cli.js', 'serve']);
  });

  it('is healthy while the gateway responds', async () => {
    const [, command = '[]'] = /^HEALTHCHECK .*\n {2}CMD (.*)$/m.exec(dockerfile) ?? [];
    const [program, ...args] = JSON.parse(command) as string[];
    const world = await startWorld({}, { BASE_PATH: '/docs' });
    const env = { PORT: new URL(world.url).port, BASE_PATH: '/docs/' };
    const check = () => promisify(execFile)(program === 'node' ? process.execPath : '', args, { env });
    await check();
    await world.close();
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });
});
