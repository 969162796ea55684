import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { buildASTSchema, concatAST, type GraphQLSchema, parse } from 'graphql';

/**
 * The revision that changes are counted from: the last release; before the first one where this branch has left `main`, and on
 * `main` itself the commit before the last one. A given one is taken as it is. Undefined without a repository, and before the first
 * release also in a clone without `main`, and in one that has no earlier commit.
 */
export function baseRevision(folder: string, given?: string): string | undefined {
  const git = (...args: string[]) => gitIn(folder, args);
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`);
  // Not that of this very commit, which has nothing to be compared with.
  const release = git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  if (release !== undefined) return release;
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'main') ?? git('merge-base', 'HEAD', 'origin/main');
  return base === head ? git('rev-parse', '--verify', 'HEAD^') : base;
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
