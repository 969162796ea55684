import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { buildSchema, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/engine/http/client.ts';
import type { ErrorCode } from '../../src/engine/http/errors.ts';
import { startingIds } from '../../src/explorer/examples.ts';
import { fillIds } from '../../src/explorer/ids.ts';
import * as library from '../../src/index.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { flagOf, settings } from '../../src/server/settings.ts';
import { startWorld, type TestWorld } from '../support/gateway.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const readme = read('README.md');
const schema = buildSchema(
  readdirSync(new URL('schema/', root))
    .map((file) => read(`schema/${file}`))
    .join('\n'),
);

interface Block {
  language: string;
  text: string;
}

const blocks: Block[] = [...readme.matchAll(/^( *)```(\w+)\n(.*?)^ *```$/gms)].map(
  ([, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }),
);
const inLanguage = (wanted: string) => blocks.filter(({ language }) => language === wanted).map(({ text }) => text);

const examples = blocks.flatMap(({ language, text }, index) => {
  const next = blocks[index + 1];
  return language === 'graphql' ? [{ query: text, answer: next?.language === 'json' ? next.text : undefined }] : [];
});

let world: TestWorld;
let ids: unknown;

beforeAll(async () => {
  world = await startWorld();
  ids = (await world.ask(startingIds)).data;
});
afterAll(() => world.close());

describe('the examples', () => {
  it('are there', () => {
    expect(examples.length).toBeGreaterThanOrEqual(8);
    expect(examples.filter(({ answer }) => answer !== undefined).length).toBe(inLanguage('json').length);
  });

  it.each(examples)('are valid, and answer what is shown: $query', async ({ query, answer }) => {
    expect(validate(schema, parse(query))).toEqual([]);
    const { text } = await world.ask(query, { variables: fillIds(variablesOf(query), ids) });
    const { data, errors, extensions } = withoutChance(text);
    if (answer === undefined) {
      expect(errors).toBeUndefined();
      expect(Object.values(data)).not.toContain(null);
    } else {
      const shown = withoutChance(answer);
      expect({ data, errors }).toEqual({ data: shown.data, errors: shown.errors });
      if (shown.extensions !== undefined) expect(extensions).toEqual(shown.extensions);
    }
  });

  it('tell what the first of them costs', async () => {
    const { calls } = await world.ask(examples[0]?.query ?? '');
    const operations = calls.map(({ operation }) => operation);
    const times = (one: string) => operations.filter((operation) => operation === one).length;
    const rows = [...new Set(operations)].map((operation) => `| \`${operation}\` | ${times(operation)} |`);
    expect(tableUnder('| REST operation | Calls |')).toEqual(rows);
    expect(readme).toContain(`${calls.length} REST calls`);
  });
});

/** An empty text for each variable: `fillIds` fills them. */
function variablesOf(query: string): Record<string, string> {
  return Object.fromEntries([...query.matchAll(/\$(\w+): ID!/g)].map(([, name]) => [name, '']));
}

interface AnswerShown {
  data: Record<string, unknown>;
  errors?: unknown;
  extensions?: unknown;
}

/** An answer without what differs from one time to the next, and calls in the order of their operations. */
function withoutChance(json: string): AnswerShown {
  const byChance = ['ms', 'startedAt', 'requestId', 'locations'];
  return JSON.parse(json, (name, value) => {
    if (byChance.includes(name)) return undefined;
    const isCalls = name === 'calls' && Array.isArray(value);
    return isCalls ? value.toSorted((a: CallRecord, b: CallRecord) => a.operation.localeCompare(b.operation)) : value;
  });
}

/** The rows of the table with a head. */
function tableUnder(head: string): string[] {
  const [, below = ''] = readme.split(`\n${head}\n`);
  return below.slice(0, below.indexOf('\n\n')).split('\n').slice(1);
}

describe('the commands', () => {
  const commands = inLanguage('sh').join('');

  it('that run and test it stand at the top', () => {
    expect(inLanguage('sh')[0]).toBe('npm ci && npm start\nnpm ci && npm test\n');
    expect(readme.indexOf('npm ci && npm start')).toBeLessThan(1000);
  });

  it('include a curl that answers', async () => {
    const [curl = ''] = inLanguage('sh').filter((text) => text.startsWith('curl'));
    const { stdout } = await promisify(execFile)('sh', ['-c', curl.replace('http://127.0.0.1:4000', world.url)]);
    const { data, errors } = JSON.parse(stdout);
    expect(errors).toBeUndefined();
    expect(data.organizations.nodes[0].sites.nodes[0].sections.nodes[0].title).toEqual(expect.any(String));
  });

  it('name scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = [...readme.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });

  it('give docgraph flags that it takes', () => {
    const ours = commands.split('\n').filter((line) => line.includes('dist/cli.js'));
    const given = ours.flatMap((line) => line.match(/--[\w-]+/g) ?? []);
    const known = [
      ...Object.values(settings).map(flagOf),
      ...(read('src/cli/main.ts').match(/(?<=option\(')--[\w-]+/g) ?? []),
    ];
    expect(given.length).toBeGreaterThan(3);
    expect(given.filter((flag) => !known.includes(flag))).toEqual([]);
  });
});

describe('what is named', () => {
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
    OPERATION_TOO_EXPENSIVE: true,
  } satisfies Record<ErrorCode, true>;

  it('as error codes are all there are', () => {
    const rows = tableUnder('| `extensions.code` | When | What to do |');
    expect(rows.map((row) => row.match(/\w+/)?.[0])).toEqual(Object.keys(codes));
  });

  it('as settings exists', () => {
    const known = [
      ...Object.values(settings).map(({ name }) => name),
      ...Object.keys(codes),
      // Of Node, of Apollo Server, of the tests, and of the schema.
      ...['NODE_ENV', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED', 'BAD_REQUEST', 'INTERNAL_SERVER_ERROR'],
      ...['CHROMIUM_PATH', 'NOT_ALLOWED'],
    ];
    const named = readme.match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('as tokens are those of the sandbox', () => {
    const rows = tableUnder('| Token | Who |');
    expect(rows.map((row) => row.match(/[\w-]+/)?.[0])).toEqual(Object.values(sandboxTokens));
  });

  it('as exports of the library exists', () => {
    const [, names = ''] = /import \{ (.*?) \} from 'docgraph'/.exec(readme) ?? [];
    expect(names.split(', ').filter((name) => !(name in library))).toEqual([]);
    expect(names.split(', ').length).toBe(3);
  });

  it('as a file or folder exists', () => {
    const paths = [...readme.matchAll(/`((?:src|test|schema|docs|\.ci)\/[\w./-]*)`/g)].map(([, path = '']) => path);
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
    expect([paths.length > 10, links.length > 1]).toEqual([true, true]);
    expect([...paths, ...links].filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it('as a section exists', () => {
    const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...readme.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(15);
    expect(links.filter((link) => !anchors.includes(link))).toEqual([]);
  });
});

describe('the code that is quoted', () => {
  const quotes = blocks.flatMap(({ text }) => {
    const [, path, quote] = /^(?:\/\/|#) ([\w./-]+\.\w+)\n(.*)/s.exec(text) ?? [];
    return path === undefined || quote === undefined ? [] : [{ path, quote }];
  });

  it('is that of five files', () => {
    expect(quotes).toHaveLength(5);
  });

  it.each(quotes)('stands so in $path', ({ path, quote }) => {
    expect(squeezed(read(path))).toContain(squeezed(quote));
  });

  const squeezed = (code: string) => code.replaceAll(/\s+/g, ' ').trim();
});
