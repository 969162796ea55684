import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfigFile } from '../../../src/cli/settings/config-file.ts';
import { type ConfigFile, SettingsError, settingsFrom } from '../../../src/server/settings/settings.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docgraph-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;

/** Writes a configuration file of its own, so that no module is cached, and resolves to its path. */
async function written(text: string | Buffer, extension = 'json'): Promise<string> {
  const path = join(folder, `config-${files++}.${extension}`);
  await writeFile(path, text);
  return path;
}

/** The lines of the error with which the file is rejected, without its path. */
async function mistakesIn(path: string): Promise<string[]> {
  const error = await readConfigFile(path).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(SettingsError);
  return (error as SettingsError).lines.map((line) => line.replace(path, 'FILE'));
}

describe('a configuration file', () => {
  it.each([
    ['json', '\ufeff{ "port": 0, "corsOrigins": ["https://a.example"], "upstreamUrl": null }'],
    ['js', 'export default { port: 0, corsOrigins: ["https://a.example"], upstreamUrl: null };'],
    ['mjs', 'export default { port: 0, corsOrigins: ["https://a.example"], upstreamUrl: null };'],
  ])('may be of the type %s', async (extension, text) => {
    const path = await written(text, extension);
    const values = { port: 0, corsOrigins: ['https://a.example'], upstreamUrl: null };
    expect(await readConfigFile(path)).toEqual({ path, values });
  });

  it('may be UTF-16 with a byte order mark', async () => {
    const path = await written(Buffer.from('\ufeff{ "port": 0 }', 'utf16le'));
    expect(await readConfigFile(path)).toEqual({ path, values: { port: 0 } });
  });

  it('may have the times of operations as an object', async () => {
    const path = await written('{ "cacheTtls": { "spaces.get": "5s", "teams.list": 0 } }');
    const { values } = (await readConfigFile(path)) as ConfigFile;
    const { cacheTtls } = settingsFrom({ environment: {}, file: { path, values } });
    expect(Object.fromEntries(cacheTtls)).toEqual({ 'spaces.get': 5000, 'teams.list': 0 });
  });

  it('names each setting that does not exist', async () => {
    const path = await written('{ "UPSTREAM_URL": "http://a", "prot": 1, "__proto__": 1, "toString": 1 }');
    expect(await mistakesIn(path)).toEqual([
      'FILE: There is no setting "UPSTREAM_URL". Did you mean "upstreamUrl"?',
      'FILE: There is no setting "prot". Did you mean "port"?',
      'FILE: There is no setting "__proto__".',
      'FILE: There is no setting "toString".',
    ]);
  });

  it('names each value that no setting can have', async () => {
    const path = await written('{ "port": {}, "corsOrigins": ["a", 1], "upstreamToken": ["a", "b"] }');
    expect(await mistakesIn(path)).toEqual([
      'FILE: port must be a text, a number, a boolean or a list of texts.',
      'FILE: corsOrigins must be a text, a number, a boolean or a list of texts.',
      'FILE: upstreamToken must be one value, not a list.',
    ]);
  });

  it('of invalid JSON is rejected with the place, and without its text', async () => {
    expect(await mistakesIn(await written('{\n  "upstreamToken": "secret-1" "port": 1\n}'))).toEqual([
      'FILE is not valid JSON: line 2, column 31.',
    ]);
    expect(await mistakesIn(await written('{'))).toEqual(['FILE is not valid JSON: line 1, column 2.']);
    expect(await mistakesIn(await written(''))).toEqual(['FILE is not valid JSON.']);
  });

  it.each([
    ['{ "port": 1 // secret\n}', 'line 1, column 13'],
    ['\n/* secret */ {}', 'line 2, column 1'],
  ])('of JSON with comments is rejected, and told what has them: %j', async (text, place) => {
    expect(await mistakesIn(await written(text))).toEqual([
      `FILE is not valid JSON: ${place}. Only modules, such as docgraph.config.mjs, have comments.`,
    ]);
  });

  it.each([
    ['json', '[]', 'FILE must be an object, with settings such as "upstreamUrl".'],
    ['json', 'null', 'FILE must be an object, with settings such as "upstreamUrl".'],
    [
      'js',
      'export const port = 1;',
      'FILE must have an object as its default export, with settings such as "upstreamUrl".',
    ],
    [
      'js',
      'export default new Map([["port", 1]]);',
      'FILE must have an object as its default export, with settings such as "upstreamUrl".',
    ],
    ['yaml', 'port: 1', 'FILE must end in .json, .mjs, .js, .cjs, .mts, .cts or .ts.'],
    ['js', 'throw new Error("no region");', 'FILE cannot be loaded: no region'],
  ])('of the type %s with %s is rejected', async (extension, text, mistake) => {
    expect(await mistakesIn(await written(text, extension))).toEqual([mistake]);
  });

  it('that cannot be read is rejected', async () => {
    expect(await mistakesIn(join(folder, 'missing.json'))).toEqual(['FILE does not exist.']);
    expect(await mistakesIn(join(folder, 'missing.mjs'))).toEqual(['FILE does not exist.']);
    expect(await mistakesIn(await written(Buffer.from([0xe9])))).toEqual([
      'FILE is neither UTF-8 nor UTF-16 with a byte order mark.',
    ]);
    expect(await mistakesIn(await written(' '.repeat(1_048_577)))).toEqual(['FILE has more than 1048576 bytes.']);
    const pipe = join(folder, 'pipe.json');
    await promisify(execFile)('mkfifo', [pipe]);
    expect(await mistakesIn(pipe)).toEqual(['FILE is not a regular file.']);
  });
});
