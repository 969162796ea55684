import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { blocksIn } from '../docs/pages.ts';
import { killRemaining } from '../support/processes/command.ts';
import { commandInFolder } from '../support/processes/command-in-folder.ts';

const { file, run } = commandInFolder();
afterAll(killRemaining);

/** The entries that `docgraph config --json` prints for some settings. */
async function settingsOf(names: string[], args: string[] = [], environment: Record<string, string> = {}) {
  const { code, stdout, lines } = await run(['config', '--json', ...args], environment);
  expect({ code, lines }).toEqual({ code: 0, lines: [''] });
  const { configFile, settings } = JSON.parse(stdout);
  return { configFile, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
}

describe('docgraph config', () => {
  it('prints settings of several names as their variables have them', async () => {
    const [CACHE_TTLS, attributes] = ['sites.list=0,spaces.get=60', 'service.name=docs,team=web'];
    const { stdout } = await run(['config'], { CACHE_TTLS, OTEL_RESOURCE_ATTRIBUTES: attributes });
    expect(stdout).toMatch(/^CACHE_TTLS +sites\.list=0,spaces\.get=60 +environment$/m);
    expect(stdout).toMatch(/^OTEL_RESOURCE_ATTRIBUTES +service\.name=docs,team=web +environment$/m);
  });

  it('ends where a configuration module has left a timer open', async () => {
    await writeFile(file('docgraph.config.mjs'), 'setInterval(() => {}, 1000); export default { port: 4100 };');
    expect(await settingsOf(['PORT'])).toMatchObject({ PORT: { value: 4100, source: 'file' } });
    const { stdout, code } = await run(['query', '--compact', '-e', '{ __typename }']);
    expect({ stdout, code }).toEqual({ stdout: '{"data":{"__typename":"Query"}}\n', code: 0 });
    const invalid = await run(['config', '--port', '-1']);
    expect({ stdout: invalid.stdout, code: invalid.code }).toEqual({ stdout: '', code: 2 });
  });

  it('prints each value and its source, in order of precedence', async () => {
    await writeFile(
      file('docgraph.config.json'),
      JSON.stringify({ port: 4100, host: '0.0.0.0', logLevel: 'warn', corsOrigins: ['https://a.example'], workers: 1 }),
    );
    const names = [
      'PORT',
      'HOST',
      'LOG_LEVEL',
      'CORS_ORIGINS',
      'MAX_CALLS',
      'MAX_CONNECTIONS',
      'UPSTREAM_URL',
      'UPSTREAM_HEADERS',
    ];
    const shown = await settingsOf(names, ['--port', '4300'], { PORT: '4200', HOST: '::1', LOG_LEVEL: '' });
    expect(shown).toEqual({
      configFile: 'docgraph.config.json',
      PORT: { value: 4300, source: 'flag' },
      HOST: { value: '::1', source: 'environment' },
      LOG_LEVEL: { value: 'warn', source: 'file' },
      CORS_ORIGINS: { value: ['https://a.example'], source: 'file' },
      MAX_CALLS: { value: 1000, source: 'default' },
      MAX_CONNECTIONS: { value: expect.any(Number), source: 'process' },
      UPSTREAM_URL: { value: null, source: 'default' },
      UPSTREAM_HEADERS: { value: null, source: 'default' },
    });
  });

  it('prints a table, and no secret', async () => {
    await writeFile(file('token'), 'secret-1\n');
    await writeFile(file('other.json'), '{ "redisUrl": "redis://:secret-2@localhost:6379", "rateLimitRequests": 10 }');
    const { code, stdout } = await run(['config', '--config', 'other.json'], { UPSTREAM_TOKEN_FILE: 'token' });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Configuration file: other\.json\n\nSETTING +VALUE +SOURCE\n/);
    expect(stdout).toMatch(/^UPSTREAM_TOKEN +\(secret\) +environment$/m);
    expect(stdout).toMatch(/^REDIS_URL +\(secret\) +file$/m);
    expect(stdout).toMatch(/^RATE_LIMIT_REQUESTS +10 +file$/m);
    expect(stdout).toMatch(/^PORT +4000 +default$/m);
    expect(stdout).not.toContain('secret-');
    expect((await run(['config'])).stdout).toMatch(/^No configuration file\.\n/);
  });

  it('names each mistake with its place', async () => {
    await writeFile(
      file('docgraph.config.json'),
      '{ "port": "x", "logLevel": "loud", "upstreamToken": "secret\\u0000" }',
    );
    const { code, stdout, lines } = await run(['config'], { LOG_LEVEL: 'info' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(lines).toEqual([
      expect.stringMatching(/^upstreamToken in docgraph\.config\.json [^,]+\.$/),
      'port in docgraph.config.json must be a whole number from 0 to 65535, not "x".',
    ]);
  });

  it('warns of variables that nothing reads, without their values', async () => {
    const { code, lines } = await run(['config', '--json'], { UPSTREAM_TOKN: 'secret-1', PORT: '4100' });
    expect({ code, lines }).toEqual({
      code: 0,
      lines: ['The variable UPSTREAM_TOKN is no setting, and has no effect. Did you mean UPSTREAM_TOKEN?'],
    });
  });

  it.each([
    [{ UPSTREAM_SOCKET: '/run/rest.sock' }, 'UPSTREAM_SOCKET needs UPSTREAM_URL.'],
    [
      { UPSTREAM_URL: 'http://rest.example', UPSTREAM_CA_FILE: '/ca.pem' },
      'UPSTREAM_CA_FILE has no effect: UPSTREAM_URL is not an https address.',
    ],
  ])('rejects what has no effect at the address of the service, as serve does: %j', async (environment, line) => {
    const rejected = { code: 2, lines: [line] };
    expect(await run(['config'], environment)).toMatchObject(rejected);
    expect(await run(['serve', '--log-level', 'silent'], environment)).toMatchObject(rejected);
  });

  it.each([
    [
      {
        UPSTREAM_URL: 'https://rest.example',
        UPSTREAM_CA_FILE: 'ca.pem',
        REDIS_CA_FILE: 'redis.pem',
        REDIS_URL: 'rediss://a',
      },
      ['UPSTREAM_CA_FILE: ca.pem does not exist.', 'REDIS_CA_FILE: redis.pem does not exist.'],
    ],
    [{ TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_PATH: 'none' }, ['none does not exist.']],
    [{ PORT: '4600', ADMIN_PORT: '4600' }, ['PORT and ADMIN_PORT are both 4600: set one of them to another port.']],
    [
      { METRICS_PORT: '4600', METRICS_HOST: '0.0.0.0', ADMIN_PORT: '4600' },
      ['METRICS_PORT and ADMIN_PORT are both 4600: set one of them to another port.'],
    ],
  ])('rejects files and ports with which serve does not start, as serve does: %j', async (environment, lines) => {
    expect(await run(['config'], environment)).toEqual({ code: 2, stdout: '', lines });
    expect(await run(['serve', '--log-level', 'silent'], environment)).toEqual({ code: 2, stdout: '', lines });
  });

  it.each<Record<string, string>>([
    { ADMIN_PORT: '4000' },
    { PORT: '4600', ADMIN_PORT: '4600', HOST: '::1' },
    { PORT: '4600', ADMIN_PORT: '4600', HOST: '0.0.0.0', ADMIN_HOST: '::1' },
    { PORT: '0', METRICS_PORT: '0', ADMIN_PORT: '0' },
  ])('accepts ports with which serve starts: %j', async (environment) => {
    expect(await run(['config'], environment)).toMatchObject({ code: 0, lines: [''] });
  });

  it('rejects two files of a folder, and takes the one that is named', async () => {
    await writeFile(file('docgraph.config.json'), '{ "port": 1 }');
    await writeFile(file('docgraph.config.mjs'), 'export default { port: 2 };');
    expect(await run(['config'])).toMatchObject({
      code: 2,
      lines: ['There are docgraph.config.mjs and docgraph.config.json: keep one, or name one with --config.'],
    });
    expect(await settingsOf(['PORT'], ['--config', 'docgraph.config.mjs'])).toMatchObject({ PORT: { value: 2 } });
  });

  it('rejects a link that leads nowhere, as serve does', async () => {
    await symlink('nowhere', file('docgraph.config.json'));
    const rejected = { code: 2, lines: ['docgraph.config.json is a link that leads nowhere.'] };
    expect(await run(['config'])).toMatchObject(rejected);
    expect(await run(['serve'])).toMatchObject(rejected);
  });

  it('rejects a file that waits for what never comes, as serve does', async () => {
    await writeFile(file('docgraph.config.mjs'), 'await new Promise(() => {});\nexport default {};');
    const rejected = { code: 2, lines: ['docgraph.config.mjs cannot be loaded: its top-level await never ends.'] };
    expect(await run(['config'])).toMatchObject(rejected);
    expect(await run(['serve'])).toMatchObject(rejected);
  });

  it.each([
    [
      'import { join } from "node:path";\nexport default { host: join("a") };',
      'Cannot use import statement outside a module',
    ],
    ['export default {};', "Unexpected token 'export'"],
    ['await 0;', 'await is only valid in async functions and the top level bodies of modules'],
  ])('says how to name an ES module in a package of CommonJS: %s', async (code, message) => {
    await writeFile(file('package.json'), '{ "type": "commonjs" }');
    await writeFile(file('docgraph.config.js'), code);
    const rejected = await run(['config']);
    const reason = 'Rename it to docgraph.config.mjs: by its package.json, it is no ES module.';
    expect(rejected.code).toBe(2);
    expect(rejected.lines.at(-1)).toBe(`docgraph.config.js cannot be loaded: ${message}. ${reason}`);
    await writeFile(file('docgraph.config.js'), 'JSON.parse("{");');
    expect((await run(['config'])).lines.at(-1)).not.toContain('Rename');
  });

  it('reads what a compiler makes of an ES module for CommonJS', async () => {
    const isModule = 'Object.defineProperty(exports, "__esModule", { value: true });';
    await writeFile(file('package.json'), '{ "type": "commonjs" }');
    await writeFile(file('docgraph.config.js'), `${isModule}\nexports.default = { port: 4100 };`);
    expect(await settingsOf(['PORT'])).toMatchObject({ PORT: { value: 4100, source: 'file' } });
  });

  it('reads a module of CommonJS', async () => {
    await writeFile(file('docgraph.config.cjs'), 'module.exports = { port: 4100 };');
    const shown = await settingsOf(['PORT']);
    expect(shown).toEqual({ configFile: 'docgraph.config.cjs', PORT: { value: 4100, source: 'file' } });
  });

  it('reads TypeScript where Node runs it, and says what to do otherwise', async () => {
    await writeFile(file('docgraph.config.ts'), 'const port: number = 4100;\nexport default { port };');
    const { code, lines } = await run(['config']);
    const runsTypeScript = 'typescript' in process.features && process.features.typescript !== false;
    const reason = `Node ${process.version} does not run TypeScript. Node 22.18 or later does, and a .mjs or .json file works in all.`;
    if (runsTypeScript) expect(code).toBe(0);
    else expect({ code, lines }).toEqual({ code: 2, lines: [`docgraph.config.ts cannot be loaded: ${reason}`] });
  });
});

describe('the configuration files of the documentation', () => {
  const blocks = [
    ...blocksIn('jsonc').filter(({ text }) => text.startsWith('{')),
    ...blocksIn('js').filter(({ text }) => text.includes('export default')),
  ];

  it('are found', () => {
    expect(blocks.map(({ page }) => page).sort()).toEqual([
      'docs/caching.md',
      'docs/caching.md',
      'docs/getting-started.md',
      'docs/settings.md',
      'docs/settings.md',
    ]);
  });

  it.each(blocks)('hold: $page $text', async ({ text }) => {
    await writeFile(file('package.json'), '{ "type": "commonjs" }');
    await mkdir(file('node_modules'));
    await symlink(resolve('.'), file('node_modules/docgraph'));
    const [, name = 'docgraph.config.json'] = /^\/\/ (docgraph\.config\.\w+)$/m.exec(text) ?? [];
    await writeFile(file(name), text);
    const { code, stdout, lines } = await run(['config', '--json']);
    expect({ code, lines }).toEqual({ code: 0, lines: [''] });
    const named = [...text.matchAll(/^ {2}"?(\w+)"?:/gm)].map(([, name]) => name).filter((name) => name !== 'webhook');
    const { settings } = JSON.parse(stdout) as { settings: Record<string, { source: string }> };
    expect(Object.values(settings).filter(({ source }) => source === 'file')).toHaveLength(named.length);
  });
});

describe('a secret in a file', () => {
  it('must be readable, small, valid, and the only one', async () => {
    await writeFile(file('large'), 'x'.repeat(65_537));
    await writeFile(file('empty'), '\n');
    await writeFile(file('spaces'), 'Bearer secret-1\n');
    const environment = {
      UPSTREAM_TOKEN_FILE: 'spaces',
      HTTPS_PROXY_FILE: 'missing',
      CACHE_SECRET_FILE: 'empty',
      REDIS_URL_FILE: 'large',
      REDIS_URL: 'redis://localhost:6379',
    };
    expect((await run(['config'], environment)).lines).toEqual([
      'UPSTREAM_TOKEN_FILE: spaces must be printable ASCII characters without spaces.',
      'HTTPS_PROXY_FILE: missing does not exist.',
      'CACHE_SECRET_FILE: empty is empty.',
      'Set REDIS_URL or REDIS_URL_FILE, not both.',
      'REDIS_URL_FILE: large has more than 65536 bytes.',
    ]);
    expect((await run(['serve'], environment)).code).toBe(2);
  });
});
