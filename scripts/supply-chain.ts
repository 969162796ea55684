/**
 * Checks what the product is built from: the lock file, install scripts, overrides, licences, engines and known
 * vulnerabilities. `npm run supply-chain` prints a line for each problem, and fails if there is one.
 */
import {
  checkEngines,
  checkInstallScripts,
  checkLicences,
  checkOverrides,
  checkSources,
  deprecatedPackages,
} from './supply-chain/checks.ts';
import { closureOf, installed, type LockFile, type Manifest, readJson } from './supply-chain/lock-file.ts';
import { licenceIn, shippedPackages } from './supply-chain/shipped.ts';
import { audit } from './supply-chain/vulnerabilities.ts';

const root = new URL('../', import.meta.url);
const manifest = readJson<Manifest>(new URL('package.json', root));
const lock = readJson<LockFile>(new URL('package-lock.json', root));
const production = closureOf(lock, Object.keys(manifest.dependencies));
const shipped = closureOf(lock, shippedPackages(root, manifest));
const { problems: vulnerabilities, summary } = audit();

const problems = [
  ...checkSources(manifest, lock),
  ...checkInstallScripts(manifest, lock),
  ...checkOverrides(manifest, lock),
  ...checkEngines(manifest, lock, production),
  ...checkLicences(shipped, (path) => licenceIn(root, path)),
  ...vulnerabilities,
];
for (const deprecated of deprecatedPackages(lock)) console.warn(`Deprecated: ${deprecated}`);
console.log(summary);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(`${installed(lock).length} locked packages, ${shipped.size} of them shipped: no problem found.`);
