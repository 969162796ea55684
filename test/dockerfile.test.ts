import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { brokenRules } from './support/dockerfile-rules.ts';
import { startWorld } from './support/gateway.ts';

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

  it('breaks no rule of hadolint', () => {
    expect(brokenRules(dockerfile)).toEqual([]);
  });

  it.each([
    ['DL3000', 'WORKDIR /app', 'WORKDIR app'],
    ['DL3002', 'USER 1000:1000', 'USER root'],
    ['DL3002', 'USER 1000:1000', ''],
    ['DL3003', 'RUN npm run build', 'RUN cd /app && npm run build'],
    ['DL3004', 'RUN npm run build', 'RUN sudo npm run build'],
    ['DL3006', /FROM \S+/, 'FROM node'],
    ['DL3007', /FROM \S+/, 'FROM node:latest'],
    ['DL3008', 'RUN npm run build', 'RUN apt-get -y install curl'],
    ['DL3012', 'EXPOSE 4000', 'HEALTHCHECK NONE'],
    ['DL3016', 'npm ci', 'npm install'],
    ['DL3020', 'COPY .', 'ADD .'],
    ['DL3021', 'package-lock.json ./', 'package-lock.json .'],
    ['DL3022', '--from=build', '--from=builder'],
    ['DL3024', /$/, '\nFROM node:20 AS build'],
    ['DL3025', 'CMD ["node", "--max-semi-space-size=64", "dist/cli.js", "serve"]', 'CMD node dist/cli.js serve'],
    ['DL3045', 'WORKDIR /app', ''],
    ['DL3049', /LABEL .*title/, 'LABEL name'],
    ['DL3057', 'HEALTHCHECK', 'ENV'],
    ['DL3059', 'RUN npm run build', 'RUN npm run build\nRUN npm test'],
    ['DL4000', 'EXPOSE 4000', 'MAINTAINER me'],
    ['DL4003', 'EXPOSE 4000', 'CMD ["node"]'],
    ['DL4004', 'EXPOSE 4000', 'ENTRYPOINT ["node"]\nENTRYPOINT ["node"]'],
    ['DL4006', 'RUN npm run build', 'RUN npm run build | tee log'],
  ])('would break %s with %s replaced', (rule, text, replacement) => {
    expect(brokenRules(dockerfile.replace(text, replacement)).join('\n')).toContain(rule);
  });
});
