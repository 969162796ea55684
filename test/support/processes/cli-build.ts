import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built command. */
    cli: string;
  }
}

/** Inside the package, so that the command finds the package's files. */
const folder = 'node_modules/.cache/docgraph';

/** A build takes 10 seconds. Runs beside each other may use different ones. */
const keptBuilds = 4;

/** Builds the command once for all test files, unless the same sources were built before. */
export default async function buildForAll(project: TestProject): Promise<void> {
  const outDir = `${folder}/${await hashOfSources()}`;
  if (!existsSync(outDir)) await buildInto(outDir);
  project.provide('cli', resolve(outDir, 'cli.js'));
}

async function hashOfSources(): Promise<string> {
  const files = (await readdir('src', { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${parentPath}/${name}`);
  const hash = createHash('sha256');
  for (const file of ['vite.config.ts', 'package.json', 'package-lock.json', ...files.sort()]) {
    hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

async function buildInto(outDir: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const building = await mkdtemp(`${folder}/building-`);
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: building } });
  // Another run may have built the same in the meantime.
  await rename(building, outDir).catch(() => rm(building, { recursive: true }));
  await removeOldBuilds();
}

async function removeOldBuilds(): Promise<void> {
  const builds = (await readdir(folder)).map(async (name) => {
    const path = `${folder}/${name}`;
    return { path, builtAt: (await stat(path)).mtimeMs };
  });
  const latestFirst = (await Promise.all(builds)).sort((a, b) => b.builtAt - a.builtAt);
  for (const { path } of latestFirst.slice(keptBuilds)) await rm(path, { recursive: true });
}
