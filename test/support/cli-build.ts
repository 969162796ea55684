import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the built command. */
    cli: string;
  }
}

/** Builds the command once for all test files, and removes it at the end. */
export default async function buildForAll(project: TestProject): Promise<() => Promise<void>> {
  await mkdir('node_modules/.cache', { recursive: true });
  // Inside the package, so that it finds the package's files.
  const outDir = await mkdtemp('node_modules/.cache/docgraph-');
  await build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir } });
  project.provide('cli', resolve(outDir, 'cli.js'));
  return () => rm(outDir, { recursive: true });
}
