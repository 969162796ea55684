import { existsSync, readFileSync } from 'node:fs';

/** The folder of the package, as a URL that ends in a slash; the same for the sources and for each build of them. */
export const packageRoot = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('The package.json of docgraph is missing: copy it along with dist.');
  return findRoot(parent);
}

let version: string | undefined;

export function packageVersion(): string {
  version ??= (JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string }).version;
  return version;
}
