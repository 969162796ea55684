import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { buildASTSchema, concatAST, type GraphQLSchema, parse } from 'graphql';

/**
 * The revision that changes are counted from: where this branch has left `main`; on `main` itself the last release, and
 * before the first release the commit before the last one. A given one is taken as it is. Undefined without a repository, in
 * a clone without `main`, and in one that has no earlier commit.
 */
export function baseRevision(folder: string, given?: string): string | undefined {
  const git = (...args: string[]) => gitIn(folder, args);
  if (given !== undefined) return git('rev-parse', '--verify', `${given}^{commit}`);
  const head = git('rev-parse', 'HEAD');
  const base = git('merge-base', 'HEAD', 'main') ?? git('merge-base', 'HEAD', 'origin/main');
  if (base !== head) return base;
  return git('describe', '--tags', '--abbrev=0', '--match', 'v*') ?? git('rev-parse', '--verify', 'HEAD^');
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
