import { readFileSync } from 'node:fs';

/** The parts of package.json that the checks read. */
export interface Manifest {
  engines: { node: string };
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  overrides: Readonly<Record<string, string>>;
  /** Why each override is needed, and when it can be removed. */
  '//overrides': Readonly<Record<string, string>>;
  /** Packages with an install script, and whether npm runs it. */
  allowScripts: Readonly<Record<string, boolean>>;
}

/** One installed package. */
export interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  deprecated?: string;
  engines?: { node?: string };
  dependencies?: Readonly<Record<string, string>>;
  devDependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  lockfileVersion: number;
  /** By path, such as `node_modules/graphql`; the package itself is at the empty path. */
  packages: Readonly<Record<string, LockEntry>>;
}

export function readJson<Content>(url: URL): Content {
  return JSON.parse(readFileSync(url, 'utf8')) as Content;
}

/** The name of the package at a path of the lock file. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** Every entry but the package itself. */
export function installed({ packages }: LockFile): [path: string, entry: LockEntry][] {
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** The paths of packages and of all their dependencies. Packages that are not installed, such as optional ones, are left out. */
export function closureOf({ packages }: LockFile, names: Iterable<string>): Set<string> {
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const path = resolve(packages, name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    for (const needed in { ...dependencies, ...optionalDependencies, ...peerDependencies }) add(needed, path);
  };
  for (const name of names) add(name, '');
  return found;
}

/** Finds a package as Node does: in the folder of the package that needs it, then in the folders above. */
function resolve(packages: LockFile['packages'], name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}
