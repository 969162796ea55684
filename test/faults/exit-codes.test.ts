import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExitCode, exitCodes } from '../../src/cli/exit.ts';
import { openApiOf } from '../support/drift/openapi.ts';
import { builtCommand, killRemaining } from '../support/processes/command.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const { success, found, usage, unable } = exitCodes;
const { start, spawn } = builtCommand();

/** A port at which nothing listens. */
const nowhere = 'http://127.0.0.1:1';

const missingDocuments = { TRUSTED_DOCUMENTS: 'report', TRUSTED_DOCUMENTS_PATH: 'missing.json' };
const sharedCache = { CACHE: 'redis', CACHE_SECRET: 'x'.repeat(32), REDIS_URL: 'redis://127.0.0.1:1' };

/** A row for each command and code that it can end with; `{…}` stands for what the test has started or written. */
const rows: [code: ExitCode, command: string, environment?: Record<string, string>][] = [
  [success, 'help'],
  [success, '--version'],
  [usage, '--prot 1'],
  [usage, 'serv'],
  [success, 'serve --help'],
  [usage, 'serve --workers none'],
  [usage, 'serve', { UPSTREAM_CA_FILE: 'missing.pem', UPSTREAM_URL: 'https://127.0.0.1' }],
  [usage, 'serve --workers 2', { REDIS_CA_FILE: 'missing.pem', REDIS_URL: 'rediss://127.0.0.1:1' }],
  [unable, 'serve --port {takenPort}'],
  [success, 'config'],
  [usage, 'config', { MAX_CALLS: 'many' }],
  [usage, 'config --config missing.json'],
  [usage, 'sandbox --scale 0'],
  [unable, 'sandbox --port {takenPort}'],
  [success, 'schema'],
  [usage, 'schema --for 2015'],
  [usage, 'schema --for 2018 --nullability strict'],
  [success, 'check {folder}/good.graphql'],
  [found, 'check {folder}/bad.graphql'],
  [usage, 'check missing.graphql'],
  [found, 'doctor --upstream {departing} --token t --max-calls 3'],
  [usage, 'doctor --upstream {departing}'],
  [unable, `doctor --upstream ${nowhere} --token t`],
  [success, 'drift {folder}/same.json'],
  [found, 'drift {folder}/changed.json'],
  [usage, 'drift missing.json'],
  [success, 'query {folder}/good.graphql'],
  [found, 'query -e {__typename,none}'],
  [usage, 'query missing.graphql'],
  [usage, 'query -e {__typename}', { MAX_CALLS: 'many' }],
  [usage, 'query -e {__typename}', { UPSTREAM_CA_FILE: 'missing.pem' }],
  [usage, 'query -e {__typename}', missingDocuments],
  [unable, `query -e {__typename} --url ${nowhere}`],
  [unable, 'query -e {__typename} --url {departing}'],
  [success, 'plan {folder}/good.graphql'],
  [found, 'plan {folder}/good.graphql --max-calls 0'],
  [usage, 'plan -e {__typename} --max-calls few'],
  [usage, 'plan -e {__typename}', { ...missingDocuments, ...sharedCache }],
  [unable, `plan -e {__typename} --url ${nowhere}`],
  [success, 'to-curl -e {__typename}'],
  [found, 'to-curl -e {'],
  [usage, 'to-curl -e {__typename} --url ftp://a'],
  [unable, `to-curl --rest -e {__typename} --url ${nowhere}`],
  [success, 'from-rest /v1/orgs'],
  [found, 'from-rest /v1/nothing'],
  [usage, 'from-rest --file missing.sh'],
  [success, 'completion bash'],
  [usage, 'completion tcsh'],
];

let folder: string;
let upstream: FaultUpstream;
let taken: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exit-codes-'));
  const document = openApiOf('composed');
  const paths = Object.fromEntries(Object.entries(document.paths).slice(1));
  const files = {
    'good.graphql': '{ organizations(first: 1) { nodes { title } } }',
    'bad.graphql': '{ none }',
    'same.json': JSON.stringify(document),
    'changed.json': JSON.stringify({ ...document, paths }),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  upstream = await startFaultUpstream();
  upstream.reply(json({ items: 'none' }));
  taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  killRemaining();
  taken.close();
  await upstream.close();
  await rm(folder, { recursive: true });
});

function argumentsIn(command: string): string[] {
  const { port } = taken.address() as { port: number };
  const filled = command
    .replace('{takenPort}', String(port))
    .replace('{folder}', folder)
    .replace('{departing}', upstream.url);
  return filled.split(' ');
}

/** Starts a command whose standard output goes to a file system that is full. */
async function startOnFullDisk(args: string[]) {
  const full = await open('/dev/full', 'w');
  const child = spawn(args, {}, ['ignore', full.fd, 'pipe']);
  await full.close();
  return { child, exit: once(child, 'exit'), stderr: text(child.stderr as Readable) };
}

describe.concurrent('the exit code', () => {
  it.each(rows)('is %i for docgraph %s', async (code, command, environment = {}) => {
    const { exit, stderr } = start(argumentsIn(command), { LOG_LEVEL: 'silent', UPSTREAM_TOKEN: '', ...environment });
    expect({ ...(await exit), stderr: await stderr }).toEqual({
      ...{ code, signal: null },
      // Each code but that of success has its reason.
      stderr:
        code === success || /^(check|doctor|drift)/.test(command) ? expect.any(String) : expect.stringMatching(/\w/),
    });
  });

  it.each(['schema', 'config', 'completion bash', '--help', 'to-curl -e {__typename}'])(
    'is that of a command that could not do its work where its output cannot be written: %s',
    async (command) => {
      const { stderr, exit } = await startOnFullDisk(argumentsIn(command));
      expect(await stderr).toBe('The output cannot be written: ENOSPC: no space left on device, write.\n');
      expect(await exit).toEqual([unable, null]);
    },
  );

  it('is that of a shutdown for a gateway whose log cannot be written', async () => {
    const { child, stderr, exit } = await startOnFullDisk(['serve']);
    await once(child.stderr as Readable, 'data');
    child.kill('SIGTERM');
    expect(await exit).toEqual([success, null]);
    expect(await stderr).not.toContain('cannot be written');
  });

  it('is tested for every command', async () => {
    const { stdout } = start(['help']);
    const names = [...(await stdout).matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
    const tested = new Set(rows.map(([, command]) => command.split(' ')[0]));
    expect(names).toContain('serve');
    expect(names.filter((name) => !tested.has(name))).toEqual([]);
  });
});
