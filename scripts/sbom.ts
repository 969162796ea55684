/**
 * Prints the bill of materials of what is shipped, as CycloneDX JSON: the dependencies, and the packages that are bundled, which npm
 * takes for development dependencies.
 */
import { execFileSync } from 'node:child_process';
import { closureOf, type LockFile, type Manifest, nameOf, readJson } from './supply-chain/lock-file.ts';
import { shippedPackages } from './supply-chain/shipped.ts';

interface Bom {
  metadata: { component: { 'bom-ref': string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const root = new URL('../', import.meta.url);
const manifest = readJson<Manifest>(new URL('package.json', root));
const lock = readJson<LockFile>(new URL('package-lock.json', root));
const shipped = closureOf(lock, shippedPackages(root, manifest));
const output = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const bom = JSON.parse(output) as Bom;

// npm refers to a package by its name and version.
const shippedRefs = new Set([...shipped].map((path) => `${nameOf(path)}@${lock.packages[path]?.version}`));
const components = bom.components.filter((component) => shippedRefs.has(component['bom-ref']));
const refs = new Set([bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])]);
const dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
console.log(JSON.stringify({ ...bom, components, dependencies }, null, 2));
