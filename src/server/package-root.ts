import { existsSync } from 'node:fs';

/** The folder of the package, as a URL that ends in a slash. The same from its sources and however it was built. */
export const packageRoot = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const above = new URL('..', folder);
  if (above.href === folder.href) throw new Error('The package.json of docgraph is missing: copy it along with dist.');
  return findRoot(above);
}
