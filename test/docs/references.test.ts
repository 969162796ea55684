import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { buildSchema } from 'graphql';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/engine/http/errors.ts';
import * as library from '../../src/index.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { sourceErrorCodes } from '../../src/sandbox/sources/source-error.ts';
import { flagOf, secrets, settings } from '../../src/server/settings/settings.ts';
import { allText, blocks, blocksIn, pages, read, root, tableRows } from './pages.ts';

/** A missing code is a compile error. */
const codes = {
  UNAUTHENTICATED: true,
  FORBIDDEN: true,
  NOT_FOUND: true,
  BAD_USER_INPUT: true,
  CONFLICT: true,
  PRECONDITION_FAILED: true,
  RATE_LIMITED: true,
  UPSTREAM_TIMEOUT: true,
  UPSTREAM_UNAVAILABLE: true,
  UPSTREAM_ERROR: true,
  BAD_UPSTREAM_RESPONSE: true,
  UPSTREAM_CONTRACT: true,
  WRITE_OUTCOME_UNKNOWN: true,
  CANCELLED: true,
  NOT_EXECUTED: true,
  OPERATION_TOO_EXPENSIVE: true,
} satisfies Record<ErrorCode, true>;

const exists = (path: string) => existsSync(new URL(path, root));

const commandFiles = ['src/cli/main.ts', 'src/cli/operations/commands.ts'];
const commandNames = commandFiles.flatMap((path) => read(path).match(/(?<=\.command\(')[\w-]+/g) ?? []);

describe('links', () => {
  const links = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
      .map((link) => {
        const [path = '', anchor] = link.split('#');
        return { page, link, target: path === '' ? page : join(dirname(page), path), anchor };
      }),
  );

  it('lead to files of the repository', () => {
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter(({ target }) => !exists(target))).toEqual([]);
  });

  it('with an anchor lead to a heading', () => {
    const anchored = links.filter(({ anchor }) => anchor !== undefined);
    expect(anchored.length).toBeGreaterThan(5);
    expect(anchored.filter(({ target, anchor }) => !headingsOf(target).includes(anchor ?? ''))).toEqual([]);
  });

  function headingsOf(page: string): string[] {
    return [...(pages[page] ?? '').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
  }
});

describe('what the schema guide says there is not', () => {
  it('is in no schema', () => {
    const schema = buildSchema(read('src/generated/schema.graphql'));
    expect(pages['docs/schema-guide.md']).toContain('## What there is not');
    expect([schema.getSubscriptionType(), schema.getDirective('defer'), schema.getType('Upload')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('the page about embedding', () => {
  it('states the version of graphql that the package installs', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { graphql: string } };
    const [, version] = /^\^(16\.\d+\.\d+)$/.exec(dependencies.graphql) ?? [];
    expect(pages['docs/embedding.md']).toContain(`graphql, of version 16 from ${version} on, is the only dependency.`);
  });
});

describe('the documentation names only', () => {
  it('files and folders that exist', () => {
    const paths = [...allText.matchAll(/`((?:src|test|schema|docs|scripts|\.ci)\/[\w./-]*)`/g)].map(
      ([, path = '']) => path,
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  it('scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...allText.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('flags that docgraph takes', () => {
    const lines = blocksIn('sh').flatMap(({ text }) =>
      text.split('\n').filter((line) => line.includes('npx docgraph')),
    );
    const given = lines.flatMap((line) => line.match(/--[\w-]+/g) ?? []);
    const known = [
      ...Object.values(settings).map(flagOf),
      ...[...commandFiles, 'src/cli/settings/options.ts'].flatMap(
        (path) => read(path).match(/(?<=[oO]ption\(\s*'(?:-\w, )?)--[\w-]+/g) ?? [],
      ),
    ];
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter((flag) => !known.includes(flag))).toEqual([]);
  });

  it('the command as `npx docgraph`', () => {
    const lines = blocksIn('sh').flatMap(({ page, text }) => text.split('\n').map((line) => `${page}: ${line}`));
    const other = new RegExp(
      `(?:^|[\\s/])(?:dist/cli\\.js|bin/docgraph\\.cjs)|npm (?:start|run docgraph) --|(?<!npx |-t |run .* )\\bdocgraph (?:${commandNames.join('|')})\\b`,
    );
    expect(lines.filter((line) => line.includes('npx docgraph')).length).toBeGreaterThan(10);
    expect(lines.filter((line) => other.test(line))).toEqual([]);
  });

  it('settings, codes and variables that exist', () => {
    const known = [
      ...Object.values(settings).map(({ name }) => name),
      ...[...secrets].map((key) => `${settings[key as keyof typeof settings].name}_FILE`),
      ...Object.keys(codes),
      ...sourceErrorCodes,
      // Of Node, of Apollo Server, of the schema, and of the tests.
      ...[
        'NODE_ENV',
        'NODE_OPTIONS',
        'GRAPHQL_PARSE_FAILED',
        'GRAPHQL_VALIDATION_FAILED',
        'OPERATION_RESOLUTION_FAILURE',
        'BAD_REQUEST',
        'SERVICE_UNAVAILABLE',
        'INTERNAL_SERVER_ERROR',
        'UNKNOWN_DOCUMENT',
        'TOO_MANY_CONNECTIONS',
        'BODY_CONSUMED',
        'NOTHING_TO_RELOAD',
        'CROSS_ORIGIN',
        'PERSISTED_QUERY_NOT_FOUND',
        'NO_COLOR',
      ],
      ...[
        'NOT_ALLOWED',
        'CHROMIUM_PATH',
        'RANDOM_OPERATIONS',
        'RANDOM_SEED',
        'RANDOM_PLANS',
        'RANDOM_COERCIONS',
        'FUZZ_RUNS',
        'FUZZ_SEED',
      ],
      ...['HOSTILE_PLANS', 'HOSTILE_SEED', 'HOSTILE_DOCUMENTS'],
      ...['NEIGHBOUR_SEED', 'NEIGHBOUR_SHARE', 'NEIGHBOUR_PAIRS', 'NEIGHBOUR_RECORDS', 'NEIGHBOUR_PART'],
      ...[
        'SOAK_SECONDS',
        'SIEGE_SECONDS',
        'TRACED_OPERATIONS',
        'INCOMPLETE_RESPONSE',
        'UNUSABLE_RESPONSE',
        'UNUSABLE_KEY',
      ],
      ...['LOSS_READS', 'LOSS_RESTARTS', 'LOSS_CLIENTS', 'LOSS_REQUESTS', 'NODE_EXTRA_CA_CERTS', 'NPM_TOKEN'],
      ...['REPLICA_FAULT_ROUNDS', 'REPLICA_FAULT_READS', 'CACHE_STEPS', 'TAILCALL_PATH'],
      // Codes of network errors.
      ...['EAI_AGAIN', 'UND_ERR_SOCKET', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'PROXY_STATUS_'],
      ...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_SSL_WRONG_VERSION_NUMBER'],
      // Of the commands for single operations.
      ...['NO_COLOR', 'REST_URL'],
      // The former name of UPSTREAM_MAX_RESPONSE_BYTES.
      'UPSTREAM_MAX_BYTES',
      ...['UPDATED_AT', 'CREATED_AT', 'JOINED_AT'],
    ];
    const named = Object.entries(pages)
      .filter(([page]) => page !== 'CHANGELOG.md')
      .flatMap(([, text]) => text.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? []);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('exports of the library', () => {
    const imports = [...allText.matchAll(/import \{ (.*?) \} from 'docgraph'/g)];
    const names = imports.flatMap(([, list = '']) => list.split(', '));
    expect(names.filter((name) => !(name in library))).toEqual([]);
    expect(new Set(names)).toEqual(
      new Set(['createGateway', 'createSandbox', 'defineConfig', 'readSettings', 'sandboxTokens', 'withRecord']),
    );
  });
});

describe('the documentation names all', () => {
  it('error codes', () => {
    const rows = tableRows('docs/errors.md', '| `extensions.code` | Cause | What to do |');
    expect(rows.map((row) => row.match(/\w+/)?.[0])).toEqual(Object.keys(codes));
  });

  it('commands', () => {
    const rows = tableRows('docs/cli.md', '| Command | Effect |');
    expect(rows.map((row) => row.match(/(?<=docgraph )[\w-]+/)?.[0]).toSorted()).toEqual(commandNames.toSorted());
  });

  it('settings', () => {
    const [, bySubject = ''] = read('docs/settings.md').split('<!-- end:common -->');
    const named = bySubject.match(/(?<=^\| `)\w+(?=`)/gm) ?? [];
    expect(named.toSorted()).toEqual(
      Object.values(settings)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('names that breaking changes since the last version concern', () => {
    const [, unreleased = ''] = read('CHANGELOG.md').split(/^## \[/m);
    const breaking = unreleased.split(/^- /m).filter((entry) => entry.startsWith('**Breaking**'));
    const names = breaking.flatMap((entry) => entry.match(/`[^`]+`/g) ?? []);
    const guide = read('docs/upgrading.md');
    expect(names.filter((name) => !guide.includes(name))).toEqual([]);
  });

  it('tokens of the sandbox', () => {
    const rows = tableRows('docs/sandbox.md', '| Token | User |');
    expect(rows.map((row) => row.match(/[\w-]+/)?.[0])).toEqual(Object.values(sandboxTokens));
  });
});

describe('code in the documentation', () => {
  const quotes = ['ts', 'tsx', 'js', 'jsonc', 'graphqls', 'go', 'python', 'ruby']
    .flatMap(blocksIn)
    .flatMap(({ page, text }) => {
      const [, path, quote] = /^(?:\/\/|#) ((?:src|schema|test|examples)\/[\w./-]+)\n(.*)/s.exec(text) ?? [];
      return path === undefined || quote === undefined ? [] : [{ page, path, quote }];
    });

  it('quotes one file of each step to add an operation', () => {
    const folders = new Set(
      quotes
        .filter(({ page }) => page === 'CONTRIBUTING.md')
        .map(({ path }) =>
          path
            .split('/')
            .slice(0, 2)
            .join('/')
            .replace(/\/[\w-]+\..*/, ''),
        ),
    );
    expect(folders).toEqual(new Set(['src/resources', 'src/sandbox', 'schema', 'test/resources']));
  });

  it('quotes the example of Next.js', () => {
    expect(quotes.map(({ path }) => path).filter((path) => path.startsWith('examples/nextjs-bff/'))).toHaveLength(2);
  });

  it('is quoted from the tests with the clients', () => {
    const code = blocks.filter(({ page, language }) => page === 'docs/clients.md' && language !== 'sh');
    expect(code.length).toBeGreaterThan(15);
    expect(quotes.filter(({ path }) => path.startsWith('test/clients/')).length).toBe(code.length);
  });

  it.each(quotes)('is in $path as it is quoted', ({ path, quote }) => {
    expect(squeezed(read(path))).toContain(squeezed(quote));
  });

  const snippets = blocksIn('ts').filter(({ text }) => !/^\/\/ (src|test)\//.test(text));

  it.each(snippets)('has no syntax errors: $page $text', ({ text }) => {
    const { diagnostics = [] } = ts.transpileModule(text, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics.map(({ messageText }) => messageText)).toEqual([]);
  });

  const squeezed = (code: string) => code.replaceAll(/\s+/g, ' ').trim();
});

describe('the GraphQL configuration of editors', () => {
  it('finds the schema', () => {
    const config = JSON.parse(read('.graphqlrc.json')) as { schema: string; documents: string };
    const matching = (glob: string) =>
      readdirSync(new URL(dirname(glob), root)).filter((file) => file.endsWith(glob.split('*')[1] ?? ''));
    expect(buildSchema(read(config.schema)).getMutationType()).toBeDefined();
    expect(matching(config.documents)).not.toEqual([]);
  });
});
