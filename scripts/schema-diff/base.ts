import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { buildASTSchema, concatAST, type GraphQLSchema, parse } from 'graphql';

/** What a schema is compared with. */
export interface Base {
  readonly revision: string;
  /** How messages name it. */
  readonly name: string;
}

/**
 * What changes are counted from: the tag of the last release; in a clone without tags the commit that cut the last version; before the
 * first version where this branch has left `main`, and on `main` itself the commit before the last one. A given revision is taken as it
 * is. Undefined without a repository and without an earlier commit; before the first version also in a clone without `main`.
 */
export function baseOf(folder: string, given?: string): Base | undefined {
  const git = (...args: string[]) => gitIn(folder, args);
  if (given !== undefined) return commit(git('rev-parse', '--verify', `${given}^{commit}`), '');
  // Not that of this very commit, which has nothing to be compared with.
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  if (release !== undefined) return { revision: release, name: `the release ${release}` };
  const cut = isShallow(folder) ? undefined : versionCommit(folder);
  if (cut !== undefined) return cut;
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'main') ?? git('merge-base', 'HEAD', 'origin/main');
  return commit(base === head ? git('rev-parse', '--verify', 'HEAD^') : base, ', as there is no release');
}

const commit = (revision: string | undefined, why: string): Base | undefined =>
  revision === undefined ? undefined : { revision, name: `the commit ${revision.slice(0, 12)}${why}` };

/** The last commit before this one that set a version of package.json which the changelog has a section of. */
function versionCommit(folder: string): Base | undefined {
  const revision = gitIn(folder, ['log', '-1', '--format=%H', '-G', '^  "version": ', 'HEAD^', '--', 'package.json']);
  if (!revision) return undefined;
  const [, version = ''] =
    /^ {2}"version": "([^"]+)"/m.exec(gitIn(folder, ['show', `${revision}:package.json`]) ?? '') ?? [];
  const isCut = gitIn(folder, ['show', `${revision}:CHANGELOG.md`])?.includes(`\n## [${version}]`);
  return isCut ? commit(revision, `, which cut ${version}, as this clone has no tags`) : undefined;
}

/** Whether a clone has a part of the history only. */
export function isShallow(folder: string): boolean {
  return gitIn(folder, ['rev-parse', '--is-shallow-repository']) === 'true';
}

/** The versions that have a tag; none without a repository. */
export function releases(folder: string): ReadonlySet<string> {
  const tags = gitIn(folder, ['tag', '--list', 'v*'])?.split('\n') ?? [];
  return new Set(tags.map((tag) => tag.slice(1)));
}

/** The schema of a revision, from the files that it was written in; undefined if it has none. */
export function schemaAt(folder: string, revision: string): GraphQLSchema | undefined {
  const paths = gitIn(folder, ['ls-tree', '--name-only', revision, 'schema/'])?.split('\n') ?? [];
  const files = paths.filter((path) => path.endsWith('.graphql'));
  const documents = files.map((path) => parse(gitIn(folder, ['show', `${revision}:${path}`]) ?? ''));
  return documents.length === 0 ? undefined : buildASTSchema(concatAST(documents));
}

/** The output of a git command; undefined if it fails, or if there is no git. */
function gitIn(folder: string, args: string[]): string | undefined {
  try {
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    };
    return execFileSync('git', args, options).trim();
  } catch {
    return undefined;
  }
}
