import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSchema, printSchema } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { baseOf, isShallow, releases, schemaAt } from '../../scripts/schema-diff/base.ts';
import { breakingChanges, isListed, namesIn } from '../../scripts/schema-diff/changes.ts';

const changelog = (entries: string) => `# Changelog

## [Unreleased]

### Added

- \`added\`

### Changed

${entries}

## [0.1.0]

### Changed

- \`older\`
`;

describe('breaking changes', () => {
  const before = `
    type Query { site(id: ID!, draft: Boolean): Site, putThing(input: PutThingInput): Int, things: ThingConnection }
    type Site { title: String, status: OldStatus, added: Int }
    enum OldStatus { OPEN }
    input PutThingInput { a: Int }
    type ThingConnection { a: Int }
  `;
  const after = `
    type Query { site(id: ID!): Site }
    type Site { title: String!, status: Status, url: String }
    enum Status { OPEN }
  `;
  const unlisted = async (entries: string, older = before, newer = after) => {
    const changes = await breakingChanges(buildSchema(older), buildSchema(newer));
    const names = namesIn(changelog(entries), new Set(['0.1.0']));
    return changes.filter((change) => !isListed(change, names)).map(({ path }) => path);
  };

  it('are found, and not what only adds or promises more', async () => {
    expect((await unlisted('')).sort()).toEqual([
      'OldStatus',
      'PutThingInput',
      'Query.putThing',
      'Query.site.draft',
      'Query.things',
      'Site.added',
      'Site.status',
      'ThingConnection',
    ]);
  });

  it.each([
    ['- `Site.added` is removed.', ['Site.added']],
    ['- `added` is removed.', ['Site.added']],
    ['- `Query.site(draft:)` is `evaluated`.', ['Query.site.draft']],
    ['- `site.draft`', []],
    ['- The argument `draft`', ['Query.site.draft']],
    ['- `OldStatus` → `Status`', ['OldStatus', 'Site.status']],
    ['- `putThing(input: {a: 1})` → `upsertThing`', ['PutThingInput', 'Query.putThing']],
    ['- `Thing` → `Item`', ['ThingConnection']],
    ['- added and Site.added without code, `Site.addedLater`', []],
    ['- `older2`\n\n### Fixed\n\n- `OldStatus`', []],
  ])('are listed in "Unreleased" by their path or name: %s', async (entries, listed) => {
    const all = await unlisted('');
    expect(all.filter((path) => !listed.includes(path ?? '')).sort()).toEqual((await unlisted(entries)).sort());
  });

  it('are listed by the type that a directive is applied to', async () => {
    const older = 'type Query { a(by: By): Int } input By { a: Int, b: Int }';
    const newer = older.replace('By {', 'By @oneOf {');
    expect(await unlisted('', older, newer)).toEqual(['By.@oneOf']);
    expect(await unlisted('- `By`', older, newer)).toEqual([]);
  });

  it('are not listed by what was added, or by an older release', async () => {
    const type = (fields: string) => `type Query { a: Int ${fields} }`;
    expect(await unlisted('', type('added: Int older: Int'), type(''))).toEqual(['Query.added', 'Query.older']);
  });
});

describe('the names in a changelog', () => {
  const text = '## [Unreleased]\n\n### Changed\n\n- `a`\n\n## [1.0.0] - 2026-01-01\n\n- `b`\n\n## [0.9.0]\n\n- `c`\n';
  const names = (...released: string[]) => [...namesIn(text, new Set(released))];

  it('are those of the changes that are not released', () => {
    expect(names('1.0.0', '0.9.0')).toEqual(['a']);
    expect(names('0.9.0')).toEqual(['a', 'b']);
    expect(names()).toEqual(['a', 'b']);
  });
});

describe('what the schema is compared with', () => {
  const baseRevision = (folder: string, given?: string) => baseOf(folder, given)?.revision;
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function repository() {
    const folder = mkdtempSync(join(tmpdir(), 'docgraph-'));
    folders.push(folder);
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
    const git = (...args: string[]) =>
      execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
    const commit = (sdl: string) => {
      mkdirSync(join(folder, 'schema'), { recursive: true });
      writeFileSync(join(folder, 'schema', 'a.graphql'), sdl);
      git('add', '.');
      git('commit', '-qm', 'Change the schema');
      return git('rev-parse', 'HEAD');
    };
    /** Sets a version, which the changelog may have a section of. */
    const version = (number: string, changelogText: string) => {
      writeFileSync(join(folder, 'package.json'), `{\n  "name": "t",\n  "version": "${number}"\n}\n`);
      writeFileSync(join(folder, 'CHANGELOG.md'), changelogText);
      return commit(`type Query { version: Int } # ${number}`);
    };
    return { folder, git, commit, version };
  }

  it('is where a branch has left main', () => {
    const { folder, git, commit } = repository();
    git('init', '-q', '-b', 'main');
    const base = commit('type Query { a: Int }');
    git('switch', '-qc', 'topic');
    commit('type Query { b: Int }');
    git('switch', '-q', 'main');
    commit('type Query { a: Int, c: Int }');
    git('switch', '-q', 'topic');
    expect(baseRevision(folder)).toBe(base);
    const schema = schemaAt(folder, base);
    expect(schema && printSchema(schema)).toBe('type Query {\n  a: Int\n}');
    expect(baseRevision(folder, 'main')).toBe(git('rev-parse', 'main'));
  });

  it('is the last release before this commit, on main and on branches; without one, on main, the commit before', () => {
    const { folder, git, commit } = repository();
    git('init', '-q', '-b', 'main');
    const first = commit('type Query { a: Int }');
    expect(baseRevision(folder)).toBeUndefined();
    commit('type Query { b: Int }');
    expect(baseRevision(folder)).toBe(first);
    git('tag', 'v0.1.0');
    commit('type Query { c: Int }');
    commit('type Query { d: Int }');
    expect(baseRevision(folder)).toBe('v0.1.0');
    git('switch', '-qc', 'topic');
    commit('type Query { e: Int }');
    expect(baseRevision(folder)).toBe('v0.1.0');
    git('tag', 'v0.2.0');
    expect(baseRevision(folder)).toBe('v0.1.0');
    expect(releases(folder)).toEqual(new Set(['0.1.0', '0.2.0']));
  });

  it('is the commit that cut the last version in a clone without tags, and the tag in one with tags', () => {
    const { folder, git, commit, version } = repository();
    git('init', '-q', '-b', 'main');
    version('0.1.0', '# Changelog\n\n## [Unreleased]\n');
    const before = commit('type Query { a: Int }');
    // A version of which the changelog has no section is none that was released.
    commit('type Query { b: Int }');
    expect(baseRevision(folder)).toBe(before);
    const cut = version('1.0.0', '# Changelog\n\n## [Unreleased]\n\n## [1.0.0] - 2026-01-01\n');
    commit('type Query { c: Int }');
    commit('type Query { d: Int }');
    const name = `the commit ${cut.slice(0, 12)}, which cut 1.0.0, as this clone has no tags`;
    expect(baseOf(folder)).toEqual({ revision: cut, name });
    git('tag', 'v1.0.0', cut);
    expect(baseOf(folder)).toEqual({ revision: 'v1.0.0', name: 'the release v1.0.0' });
    const clone = join(folder, 'clone');
    git('clone', '-q', '--no-tags', `file://${folder}`, clone);
    expect(baseOf(clone)).toEqual({ revision: cut, name });
    expect(isShallow(clone)).toBe(false);
  });

  it('is none in a clone of one commit, which is shallow', () => {
    const { folder, git, commit, version } = repository();
    git('init', '-q', '-b', 'main');
    version('1.0.0', '# Changelog\n\n## [1.0.0] - 2026-01-01\n');
    commit('type Query { a: Int }');
    const clone = join(folder, 'clone');
    git('clone', '-q', '--depth=1', `file://${folder}`, clone);
    expect(baseOf(clone)).toBeUndefined();
    expect(isShallow(clone)).toBe(true);
  });

  it('is none without a repository, without main, and without a schema', () => {
    const { folder, git } = repository();
    expect(baseRevision(folder)).toBeUndefined();
    git('init', '-q', '-b', 'other');
    git('commit', '-q', '--allow-empty', '-m', 'Start');
    expect(baseRevision(folder)).toBeUndefined();
    expect(baseRevision(folder, 'nowhere')).toBeUndefined();
    expect(schemaAt(folder, 'HEAD')).toBeUndefined();
  });

  it('has to exist where it is given', () => {
    const command = ['--import', 'tsx', 'scripts/schema-diff.ts', '--base', 'nowhere'];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: 'This clone has no revision nowhere.\n',
    });
  });
});
