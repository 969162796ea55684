import { readFileSync } from 'node:fs';
import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { readCompose } from '../support/deploy/compose-file.ts';
import { builtCommand, type Running, stop } from '../support/processes/command.ts';
import { freePort } from '../support/processes/free-port.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';

const { running } = builtCommand();
const [, ofImage = ''] = /^ENV (.*)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
const variablesOfImage = Object.fromEntries(ofImage.split(' ').map((pair) => pair.split('=')));

let redis: TestRedis | undefined;
const processes: Running[] = [];
afterEach(async () => {
  for (const one of processes.splice(0).reverse()) await stop(one);
  await redis?.remove();
});

async function start(args: string[], environment: Record<string, string>, last: RegExp): Promise<Running> {
  const process = await running(args, environment, last);
  processes.push(process);
  return process;
}

interface Given {
  /** Variables of whoever runs compose. */
  variables: Readonly<Record<string, string>>;
  replicas: number;
}

/** Starts the services of a file as processes of this machine, with their commands and variables, and other ports. */
async function startServices(file: string, { variables, replicas }: Given) {
  const { services } = readCompose(file);
  const sandboxPort = await freePort();
  redis = await TestRedis.start(...(services.redis?.command.slice(1) ?? []));
  const here: Record<string, string> = {
    4001: `${sandboxPort}`,
    9464: `${await freePort()}`,
    'redis://redis:6379': redis.url,
    'http://sandbox:4001': `http://127.0.0.1:${sandboxPort}`,
  };
  const command = services.sandbox?.command.slice(2) ?? [];
  await start(
    command.map((word) => here[word] ?? word),
    {},
    /^outsider .*\n/m,
  );
  const environment = Object.entries(services.gateway?.environment ?? {}).map(([name, text]) => {
    const value = text.replace(/^\$\{(\w+):.(.*)\}$/, (_, variable, otherwise) => variables[variable] ?? otherwise);
    return [name, here[value] ?? value];
  });
  const settings = { ...variablesOfImage, ...Object.fromEntries(environment) };
  const urls: string[] = [];
  for (let i = 0; i < replicas; i++) {
    const { log } = await start(['serve'], settings, /"msg":"started"/);
    urls.push(String(log().find(({ msg }) => msg === 'started')?.graphql));
  }
  return { urls, sandboxUrl: here['http://sandbox:4001'], metricsUrl: `http://127.0.0.1:${here[9464]}/metrics` };
}

const authorization = `Bearer ${sandboxTokens.admin}`;

async function titlesAt(url: string) {
  const { body } = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: '{"query":"{ organizations(first: 1) { nodes { title } } }"}',
  });
  return await body.json();
}

const titles = { data: { organizations: { nodes: [{ title: expect.any(String) }] } } };
const keysInRedis = () => redis?.use((client) => client.keys('*'));

describe.skipIf(skipsRedis)('the services of', { timeout: 120_000 }, () => {
  it('compose.yaml work together', async () => {
    const { urls, sandboxUrl, metricsUrl } = await startServices('compose.yaml', { variables: {}, replicas: 1 });
    for (const url of urls) expect(await titlesAt(url)).toEqual(titles);
    expect(await keysInRedis()).not.toEqual([]);
    expect(await (await fetch(metricsUrl)).text()).toContain('docgraph_requests_total');
    // The gateway's name of the sandbox.
    const { statusCode } = await request(`${sandboxUrl}/v1/orgs`, { headers: { host: 'sandbox:4001', authorization } });
    expect(statusCode).toBe(200);
  });

  it('replicas.yaml work together', async () => {
    const variables = { CACHE_SECRET: 'a-secret-of-at-least-32-characters' };
    const { urls } = await startServices('replicas.yaml', { variables, replicas: 2 });
    for (const url of urls) expect(await titlesAt(url)).toEqual(titles);
    expect(await keysInRedis()).not.toEqual([]);
  });
});
