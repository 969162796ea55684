import { existsSync } from 'node:fs';

/** The folder of the package, as a URL that ends in a slash. The same from its sources and however it was built. */
export const packageRoot = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findRoot(new URL('..', folder));
}
