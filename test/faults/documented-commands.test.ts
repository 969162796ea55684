import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { blocksIn, blocksOf } from '../docs/pages.ts';
import { openApiOf } from '../support/drift/openapi.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { apolloManifest, temporaryFolders } from '../support/gateways/manifests.ts';
import { builtCommand, isAlive, until } from '../support/processes/command.ts';
import { freePort } from '../support/processes/free-port.ts';
import { TestAuthority } from '../support/services/certificates.ts';

const { path: command } = builtCommand();
const run = promisify(execFile);
const folderWith = temporaryFolders();

/** The lines that are not executed here, and why. */
const notExecuted: readonly (readonly [RegExp, string])[] = [
  [/\bdocker\b/, 'They need a Docker daemon; test/dockerfile.test.ts and test/deploy check what they build.'],
  [/^kubectl /, 'They need kubectl and a cluster; test/deploy checks the manifests.'],
  [/npx vitest run|npm (run )?test\b|npm --prefix /, 'They run tests, as .ci/run does.'],
  [/^npm (ci|install \.\/docgraph-\*\.tgz)$/, 'They install packages, as .ci/run and .ci/package do.'],
  [/^npm run (bench|dev)/, 'They take minutes, or go on until they are stopped.'],
];

const isExecuted = (line: string) => !notExecuted.some(([pattern]) => pattern.test(line));

const exampleReadmes = ['README', 'dashboard/README', 'nextjs-bff/README', 'operations/README'].map(
  (name) => `examples/${name}.md`,
);

/** The blocks of commands. A line that follows a backslash goes on. */
const blocks = blocksIn('sh').map(({ page, text }) => ({ page, lines: text.trim().split(/(?<!\\)\n/) }));
const executed = blocks
  .map(({ page, lines }) => ({ page, lines: lines.filter(isExecuted) }))
  .filter(({ lines }) => lines.length > 0)
  .map(({ page, lines }) => ({ page, lines, first: lines[0] ?? '' }));

const invalidationSecret = 'a-secret-of-the-documentation';
const sites =
  'query Sites($organizationId: ID!) { organization(id: $organizationId) { sites(first: 5) { nodes { title } } } }';
const ports = ['4000', '4001', '8080', '9464', '9470'];

/** What must run before a block that begins so. */
const preludes: readonly (readonly [string, string])[] = [
  [
    'mv web.json.new',
    'TRUSTED_DOCUMENTS=enforce TRUSTED_DOCUMENTS_PATH=manifests/ docgraph serve\npid=$(tail -n 1 pids)',
  ],
];

const authority = new TestAuthority();
let world: TestWorld;
let ids: { organizationId: string; spaceId: string };

beforeAll(async () => {
  authority.sign('client');
  world = await startWorld({}, { CACHE: 'memory', CACHE_INVALIDATION_SECRET: invalidationSecret });
  const { data } = await world.execute(
    '{ organizations(first: 1) { nodes { restId sites(first: 1) { nodes { siteSpaces(first: 1) { nodes { space { restId } } } } } } } }',
  );
  const [organization] = data.organizations.nodes;
  ids = { organizationId: organization.restId, spaceId: organization.sites.nodes[0].siteSpaces.nodes[0].space.restId };
});
afterAll(async () => {
  authority.remove();
  await world.close();
});

/** A folder with the files that the commands name, and the programs that they call. */
async function folderOf(page: string): Promise<string> {
  const manifest = apolloManifest(sites);
  const [review, rename] = blocksIn('graphql').filter((block) => block.page === 'docs/tutorial.md');
  const [configuration] = blocksIn('js').filter(({ text }) => text.includes('webhook:'));
  const folder = await folderWith({
    'review.graphql': review?.text ?? '',
    'rename.graphql': rename?.text ?? '',
    'sites.graphql': sites,
    'variables.json': ids,
    'call.sh': "curl 'https://rest.example/v1/orgs?limit=2'",
    'production.json': { logLevel: 'warn' },
    'persisted-documents.json': manifest,
    'openapi.json': openApiOf('inline'),
    'web.json.new': manifest,
    secret: 'a-secret-of-at-least-32-characters',
    pids: '',
    ...(page === 'docs/caching.md' && {
      'docgraph.config.js': configuration?.text ?? '',
      'package.json': { type: 'module' },
    }),
  });
  for (const name of ['manifests', 'src', 'programs', 'node_modules']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'manifests/web.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'src/sites.graphql'), sites);
  await symlink(resolve('.'), join(folder, 'node_modules/docgraph'));
  const docgraph = `exec "${process.execPath}" "${resolve('test/support/processes/documented-command.mjs')}" "$@"`;
  await program(join(folder, 'programs/docgraph'), docgraph);
  await program(join(folder, 'programs/curl'), 'exec /usr/bin/curl --silent --show-error --fail-with-body "$@"');
  return folder;
}

async function program(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

/** The script of a block, with what is there in the test in place of what the documentation names. */
async function scriptOf(lines: readonly string[], folder: string): Promise<string> {
  const [, prelude = ''] = preludes.find(([start]) => lines[0]?.startsWith(start)) ?? [];
  let script = [prelude, ...lines].map(substituted).join('\n');
  if (!/docgraph (serve|sandbox)/.test(script))
    script = script.replaceAll(/http:\/\/(localhost|127.0.0.1):4000/g, world.url);
  // Where a client calls the gateway, this listens on the port that the client names.
  script = `set -e\nexport PORT=${script.includes(':4000') ? '4000' : '0'}\n${script}`;
  for (const port of ports) script = script.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), `${await freePort()}`);
  return script.replaceAll('/run/secrets/cache', join(folder, 'secret')).replaceAll('/etc/docgraph', authority.folder);
}

function substituted(line: string): string {
  return line
    .replace(/^npm ci && /, '')
    .replace('npm start', 'docgraph serve')
    .replaceAll('npx docgraph', 'docgraph')
    .replace(/docgraph$/, 'docgraph serve')
    .replace(/docgraph sandbox$/, '$& --port 0')
    .replace('https://api.example.com', world.sandboxUrl)
    .replace(/UPSTREAM_TOKEN=\S+/, 'UPSTREAM_TOKEN=sandbox-admin')
    .replace('=org_1', `=${ids.organizationId}`)
    .replace('/space_1', `/${ids.spaceId}`);
}

/** Ends the servers that a block has started. */
async function stopServers(folder: string): Promise<void> {
  const pids = (await readFile(join(folder, 'pids'), 'utf8')).split('\n').filter(Boolean).map(Number);
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  await until(() => !pids.some(isAlive));
}

describe.concurrent('the commands of the documentation', { timeout: 120_000 }, () => {
  it.each(executed)('work: $page $first', async ({ page, lines }) => {
    const folder = await folderOf(page);
    const { NODE_ENV: _, UPSTREAM_URL: __, ...inherited } = process.env;
    const env = {
      ...inherited,
      PATH: `${join(folder, 'programs')}:${inherited.PATH}`,
      FOLDER: folder,
      COMMAND: command,
      GATEWAY: world.url,
      TOKEN: sandboxTokens.admin,
      CACHE_INVALIDATION_SECRET: invalidationSecret,
    };
    try {
      await run('sh', ['-c', await scriptOf(lines, folder)], { cwd: folder, env });
    } finally {
      await stopServers(folder);
    }
  });

  it('of the examples are those of the first steps, and those that the tests of the examples execute', () => {
    const lines = exampleReadmes.flatMap(blocksOf).flatMap(({ text }) => text.trim().split('\n'));
    expect([...new Set(lines)]).toEqual([
      'npm ci && npm start',
      'npm ci && npm run dev',
      'npm ci',
      'npm run dev',
      'npm run build',
      'SESSION_SECRET=$(openssl rand -hex 32) npm start',
    ]);
  });

  it('are valid in a shell', async () => {
    for (const { lines } of blocks) await run('sh', ['-n', '-c', lines.join('\n')]);
  });

  it.each(notExecuted)('are not executed where they match %s: %s', (pattern) => {
    expect(blocks.flatMap(({ lines }) => lines).filter((line) => pattern.test(line))).not.toEqual([]);
  });
});
