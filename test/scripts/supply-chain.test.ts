import { describe, expect, it } from 'vitest';
import {
  checkEngines,
  checkInstallScripts,
  checkLicences,
  checkOverrides,
  checkSources,
  deprecatedPackages,
} from '../../scripts/supply-chain/checks.ts';
import { closureOf, type LockEntry, type LockFile, type Manifest } from '../../scripts/supply-chain/lock-file.ts';
import { shippedPackages } from '../../scripts/supply-chain/shipped.ts';
import { readAudit } from '../../scripts/supply-chain/vulnerabilities.ts';

const manifest: Manifest = {
  engines: { node: '>=20.19' },
  dependencies: {},
  devDependencies: { a: '1.0.0' },
  overrides: {},
  '//overrides': {},
  allowScripts: {},
};

const integrity = 'sha512-x';

/** A lock file whose only package is `a`, with these changes. */
function lockOf(a: LockEntry, others: Record<string, LockEntry> = {}): LockFile {
  const { devDependencies } = manifest;
  return {
    lockfileVersion: 3,
    packages: { '': { devDependencies }, 'node_modules/a': { version: '1.0.0', integrity, ...a }, ...others },
  };
}

describe('the check of sources', () => {
  it('accepts packages of the registry', () => {
    expect(checkSources(manifest, lockOf({}))).toEqual([]);
    expect(checkSources(manifest, lockOf({ resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz' }))).toEqual([]);
  });

  it.each<[LockEntry, string[]]>([
    [{ integrity: undefined }, ['node_modules/a has no SHA-512 integrity.']],
    [{ integrity: 'sha1-x' }, ['node_modules/a has no SHA-512 integrity.']],
    [{ resolved: 'https://evil.example/a.tgz' }, ['node_modules/a is from evil.example.']],
    [
      { resolved: 'https://registry.npmjs.org.evil.example/a' },
      ['node_modules/a is from registry.npmjs.org.evil.example.'],
    ],
    [{ resolved: 'git+ssh://git@github.com/a/a.git#1' }, ['node_modules/a is from github.com.']],
    [{ version: '1.0.1' }, ['a: 1.0.1 is locked, not 1.0.0.']],
    [
      { version: 'git+https://github.com/a/a.git' },
      ['a: git+https://github.com/a/a.git is locked, not 1.0.0.', 'node_modules/a is not from the registry.'],
    ],
    [{ link: true }, ['node_modules/a is not from the registry.']],
  ])('rejects %j', (entry, problems) => {
    expect(checkSources(manifest, lockOf(entry))).toEqual(problems);
  });

  it.each<[string, string[]]>([
    ['npm:b@1.0.0', []],
    ['npm:@c/b@1.0.0', []],
    ['npm:b@1.0.1', ['a: 1.0.0 is locked, not 1.0.1.']],
    ['npm:b@^1.0.0', ['a: "^1.0.0" is not an exact version.', 'a: 1.0.0 is locked, not ^1.0.0.']],
  ])('takes a package under another name like one under its own: %s', (a, problems) => {
    const devDependencies = { a };
    const lock = lockOf({});
    const packages = { ...lock.packages, '': { ...lock.packages[''], devDependencies } };
    expect(checkSources({ ...manifest, devDependencies }, { ...lock, packages })).toEqual(problems);
  });

  it('rejects ranges, and a package.json that differs from the lock file', () => {
    const devDependencies = { a: '^1.0.0' };
    expect(checkSources({ ...manifest, devDependencies }, lockOf({}))).toEqual([
      'a: package.json and package-lock.json differ.',
      'a: "^1.0.0" is not an exact version.',
    ]);
    const problems = checkSources({ ...manifest, devDependencies: {} }, lockOf({}));
    expect(problems).toEqual(['a: package.json and package-lock.json differ.']);
  });

  it.each<[string, string[]]>([
    ['1.0.0', []],
    ['^1.0.0', []],
    ['^0.9.0', ['a: 1.0.0 is locked, not 0.9.0.']],
    ['>=1.0.0', ['a: ">=1.0.0" is not an exact version.', 'a: 1.0.0 is locked, not >=1.0.0.']],
  ])('takes a later version of what is installed with the package: %s', (a, problems) => {
    const dependencies = { a };
    const packages = { ...lockOf({}).packages, '': { dependencies } };
    expect(checkSources({ ...manifest, dependencies, devDependencies: {} }, { ...lockOf({}), packages })).toEqual(
      problems,
    );
  });
});

describe('the check of install scripts', () => {
  it('rejects those that allowScripts does not name, and names that are not used', () => {
    const lock = lockOf({ hasInstallScript: true });
    expect(checkInstallScripts({ ...manifest, allowScripts: { a: false } }, lock)).toEqual([]);
    expect(checkInstallScripts({ ...manifest, allowScripts: { b: true } }, lock)).toEqual([
      'a has an install script. Decide in allowScripts of package.json whether it runs.',
      'b has no install script. Remove it from allowScripts.',
    ]);
  });
});

describe('the check of overrides', () => {
  const lock = lockOf({ dependencies: { b: '^2.0.0' } }, { 'node_modules/b': { version: '1.0.0', integrity } });
  const overrides = { b: '1.0.0' };

  it('rejects one without a reason, and a reason without an override', () => {
    expect(checkOverrides({ ...manifest, overrides, '//overrides': { b: 'Why.' } }, lock)).toEqual([]);
    expect(checkOverrides({ ...manifest, overrides, '//overrides': { c: 'Why.' } }, lock)).toEqual([
      'The override of b has no reason in "//overrides".',
      '"//overrides" explains c, which is not overridden.',
    ]);
  });

  it('rejects one that changes nothing', () => {
    const same = { ...manifest, overrides: { b: '2.1.0' }, '//overrides': { b: 'Why.' } };
    expect(checkOverrides(same, lock)).toEqual(['The override of b is not needed: 2.1.0 is in every range.']);
  });
});

describe('the check of engines', () => {
  it.each([
    [undefined, true],
    ['>=18', true],
    ['20 || >=22', true],
    ['>=20.19.1', false],
    ['>=22', false],
    ['^20.19', false],
  ])('with %s fits: %s', (node, fits) => {
    const problems = checkEngines(manifest, lockOf({ engines: { node } }), ['node_modules/a']);
    expect(problems).toHaveLength(fits ? 0 : 1);
  });
});

describe('the check of licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND BSD-3-Clause)', true],
    ['MIT AND GPL-3.0', false],
    ['GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
    [undefined, false],
  ])('%s is allowed: %s', (licence, isAllowed) => {
    expect(checkLicences(['node_modules/a'], () => licence)).toHaveLength(isAllowed ? 0 : 1);
  });
});

describe('the packages that are shipped', () => {
  it('include what the sources import, and not what only builds them', () => {
    const dependencies = { a: '1.0.0' };
    const names = shippedPackages(new URL('../../', import.meta.url), { ...manifest, dependencies });
    expect([...names]).toEqual(expect.arrayContaining(['a', 'commander', 'graphiql', '@graphiql/react', 'ioredis']));
    expect([...names]).not.toContain('vite');
  });

  it('include all dependencies, as Node finds them', () => {
    const lock = lockOf(
      { dependencies: { b: '1.0.0', missing: '1.0.0' } },
      {
        'node_modules/b': { dependencies: { c: '1.0.0' } },
        'node_modules/c': {},
        'node_modules/b/node_modules/c': { peerDependencies: { a: '1.0.0' } },
      },
    );
    const paths = ['node_modules/a', 'node_modules/b', 'node_modules/b/node_modules/c'];
    expect([...closureOf(lock, ['a'])]).toEqual(paths);
  });
});

describe('the check of vulnerabilities', () => {
  it('fails for high and critical ones', () => {
    const vulnerabilities = {
      a: { severity: 'high', range: '<1.0.1' },
      b: { severity: 'moderate', range: '*' },
      c: { severity: 'critical', range: '*' },
    };
    const counts = { moderate: 1, high: 1, critical: 1, total: 3 };
    expect(readAudit(JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: counts } }))).toEqual({
      problems: ['a <1.0.1 has a high vulnerability.', 'c * has a critical vulnerability.'],
      summary: 'npm audit: 3 known vulnerabilities, 1 high, 1 critical.',
    });
  });

  it.each(['', 'not JSON', '{"message":"405 Method Not Allowed"}'])('claims nothing without a report: %s', (output) => {
    const { problems, summary } = readAudit(output);
    expect(problems).toEqual([]);
    expect(summary).toContain('known vulnerabilities were NOT checked');
  });
});

describe('deprecated packages', () => {
  it('are named with their message', () => {
    expect(deprecatedPackages(lockOf({ deprecated: 'Use b.' }))).toEqual(['a 1.0.0: Use b.']);
  });
});
