import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Manifest } from './lock-file.ts';

/** The `from "…"`, `import "…"` and `import("…")` of a module. */
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

/**
 * The packages that the product consists of: the dependencies, and what the sources import, as it is bundled into the
 * command or the explorer.
 */
export function shippedPackages(root: URL, { dependencies }: Manifest): Set<string> {
  const names = new Set(Object.keys(dependencies));
  const sources = new URL('src/', root);
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('vite.config.ts'))) {
    for (const [, specifier = ''] of readFileSync(new URL(file, sources), 'utf8').matchAll(specifiers)) {
      const name = packageIn(specifier);
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

function packageIn(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:)/.test(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Reads the licence of an installed package: from its manifest, or from its licence file. */
export function licenceIn(root: URL, path: string): string | undefined {
  const manifest = new URL(`${path}/package.json`, root);
  if (!existsSync(manifest)) return undefined;
  const { license, licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as {
    license?: string | { type?: string };
    licenses?: { type?: string }[];
  };
  // The forms of packages from before SPDX expressions.
  const named = typeof license === 'string' ? license : (license?.type ?? licenses?.[0]?.type);
  return named ?? licenceInFile(new URL(`${path}/LICENSE`, root));
}

/** The licence that a file states in its first line: the MIT licence, or undefined. */
function licenceInFile(file: URL): string | undefined {
  const isMit = existsSync(file) && /^MIT License\r?\n/.test(readFileSync(file, 'utf8'));
  return isMit ? 'MIT' : undefined;
}
