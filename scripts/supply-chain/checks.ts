import semver from 'semver';
import { installed, type LockFile, type Manifest, nameOf } from './lock-file.ts';

const registry = 'https://registry.npmjs.org/';

/** Licences of packages that are part of what is shipped. */
const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Unlicense',
]);

/** Versions and sources: one line for each problem. */
export function checkSources(manifest: Manifest, lock: LockFile): string[] {
  const root = lock.packages[''] ?? {};
  const problems = lock.lockfileVersion === 3 ? [] : ['package-lock.json is not of version 3.'];
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    const wanted = manifest[kind];
    const locked = root[kind] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(locked)])) {
      if (wanted[name] !== locked[name]) problems.push(`${name}: package.json and package-lock.json differ.`);
      // Of what is installed with the package, a program may have a later version, which both use.
      const range = wanted[name]?.replace(/^npm:.+@/, '');
      const wantedVersion = kind === 'dependencies' ? range?.replace(/^\^/, '') : range;
      if (wantedVersion !== undefined && !isVersion(wantedVersion)) {
        problems.push(`${name}: "${range}" is not an exact version.`);
      }
      const { version } = lock.packages[`node_modules/${name}`] ?? {};
      if (wanted[name] === locked[name] && version !== wantedVersion) {
        problems.push(`${name}: ${version} is locked, not ${wantedVersion}.`);
      }
    }
  }
  for (const [path, { version, resolved, integrity, link }] of installed(lock)) {
    if (link || version === undefined || !isVersion(version)) problems.push(`${path} is not from the registry.`);
    if (!integrity?.startsWith('sha512-')) problems.push(`${path} has no SHA-512 integrity.`);
    if (resolved !== undefined && !resolved.startsWith(registry)) problems.push(`${path} is from ${hostOf(resolved)}.`);
  }
  return problems;
}

/** Install scripts that `allowScripts` does not name, and names in it that no package has. */
export function checkInstallScripts({ allowScripts }: Manifest, lock: LockFile): string[] {
  const scripted = new Set(
    installed(lock)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path)),
  );
  return [
    ...[...scripted]
      .filter((name) => !Object.hasOwn(allowScripts, name))
      .map((name) => `${name} has an install script. Decide in allowScripts of package.json whether it runs.`),
    ...Object.keys(allowScripts)
      .filter((name) => !scripted.has(name))
      .map((name) => `${name} has no install script. Remove it from allowScripts.`),
  ];
}

/** Overrides without a reason, reasons without an override, and overrides that change nothing. */
export function checkOverrides(manifest: Manifest, lock: LockFile): string[] {
  const { overrides, '//overrides': reasons } = manifest;
  const ranges = (name: string) =>
    installed(lock).flatMap(([, { dependencies, optionalDependencies, peerDependencies }]) => {
      const range = { ...peerDependencies, ...optionalDependencies, ...dependencies }[name];
      return range === undefined ? [] : [range];
    });
  const problems: string[] = [];
  for (const [name, version] of Object.entries(overrides)) {
    if (!reasons[name]) problems.push(`The override of ${name} has no reason in "//overrides".`);
    if (ranges(name).every((range) => semver.satisfies(version, range))) {
      problems.push(`The override of ${name} is not needed: ${version} is in every range.`);
    }
  }
  for (const name of Object.keys(reasons)) {
    if (!Object.hasOwn(overrides, name)) problems.push(`"//overrides" explains ${name}, which is not overridden.`);
  }
  return problems;
}

/** Packages that do not run on every Node version that package.json promises. */
export function checkEngines({ engines }: Manifest, { packages }: LockFile, paths: Iterable<string>): string[] {
  // Node 21 has reached its end of life, and packages leave it out.
  const promised = [`${engines.node} <21`, `${engines.node} >=22`];
  return [...paths].flatMap((path) => {
    const range = packages[path]?.engines?.node;
    const fits = range === undefined || promised.every((part) => semver.subset(part, range));
    return fits ? [] : [`${path} needs Node ${range}, which does not include ${engines.node}.`];
  });
}

/** Packages whose licence is unknown or not allowed. `licenceOf` returns an SPDX expression. */
export function checkLicences(paths: Iterable<string>, licenceOf: (path: string) => string | undefined): string[] {
  return [...paths].flatMap((path) => {
    const licence = licenceOf(path);
    if (licence === undefined) return [`${path} names no licence.`];
    return isAllowed(licence) ? [] : [`${path} has the licence ${licence}, which is not on the list.`];
  });
}

export function deprecatedPackages(lock: LockFile): string[] {
  return installed(lock).flatMap(([path, { version, deprecated }]) =>
    deprecated === undefined ? [] : [`${nameOf(path)} ${version}: ${deprecated}`],
  );
}

/** Supports names joined by AND, or by OR; nested expressions are not allowed. */
function isAllowed(expression: string): boolean {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((name) => allowedLicences.has(name));
  return text.split(' AND ').every((name) => allowedLicences.has(name));
}

function isVersion(text: string): boolean {
  return semver.valid(text) === text;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host || address : address;
}
