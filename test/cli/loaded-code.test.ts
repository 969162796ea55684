import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtCommand } from '../support/processes/command.ts';

const { path: command } = builtCommand();

/** All modules that an ECMAScript module of the bundle loads with itself: the paths of its chunks, and the names of packages. */
function loadedWith(entry: string): string[] {
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const [, from = ''] of readFileSync(path, 'utf8').matchAll(/^(?:import|export)\b[^'"]*["']([^'"]+)["'];$/gm)) {
      if (from.startsWith('.')) load(join(dirname(path), from));
      else if (!from.startsWith('node:')) loaded.add(from);
    }
  };
  load(entry);
  return [...loaded];
}

/** The chunk that the command loads for one of its commands. */
function chunkOf(name: string): string {
  const [, path = ''] = new RegExp(`import\\("(\\./chunks/${name}\\.js)"\\)`).exec(readFileSync(command, 'utf8')) ?? [];
  return join(dirname(command), path);
}

/** What is not bundled, but there before the first command runs. */
const packagesIn = (modules: readonly string[]) => modules.filter((name) => !isAbsolute(name));
const codeOf = (modules: readonly string[]) =>
  modules.map((name) => (isAbsolute(name) ? readFileSync(name, 'utf8') : '')).join('\n');

it('no module is imported for what it does when it is loaded: the bundle leaves it out', () => {
  const isSource = (name: string) => /^(?!explorer\/).*\.ts$/.test(name);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(isSource);
  expect(sources).toContain('server/gateway.ts');
  expect(sources.filter((name) => /^import '\./m.test(readFileSync(join('src', name), 'utf8')))).toEqual([]);
});

it('the bundle is ASCII: V8 needs twice the memory for any other text', () => {
  const serve = loadedWith(chunkOf('serve'));
  const sandbox = loadedWith(join(dirname(command), 'sandbox.js'));
  const chunks = [...serve, ...sandbox].filter(isAbsolute);
  expect(chunks.filter((name) => !isAscii(readFileSync(name)))).toEqual([]);
  expect(codeOf(sandbox)).toContain(String.raw`"\ud83d\udcd8"`);
});

describe('the command loads', () => {
  it('no engine, no HTTP client and no graphql before it knows what to do', () => {
    const modules = loadedWith(command);
    expect(packagesIn(modules)).toEqual([]);
    const code = codeOf(modules);
    expect(code).toContain('src/server/settings/');
    expect(code).not.toMatch(/^\/\/ (?:src\/engine\/execute|node_modules\/undici)\//m);
  });

  it('of undici only what it uses', () => {
    const code = codeOf(loadedWith(chunkOf('serve')));
    expect(code).toMatch(/^\/\/ node_modules\/undici\/lib\/dispatcher\/pool\.js/m);
    expect(code).not.toMatch(/^\/\/ node_modules\/undici\/lib\/(?:mock|cache|web\/cookies|web\/fetch\/index)/m);
  });

  it('of Fastify no compilers for schemas of routes, and no Protocol Buffers of Apollo', () => {
    const code = codeOf(loadedWith(chunkOf('serve')));
    expect(code).toMatch(/^\/\/ node_modules\/fastify\/fastify\.js/m);
    expect(code).not.toMatch(/^\/\/ node_modules\/(?:ajv|@apollo\/usage-reporting-protobuf)\//m);
  });
});
