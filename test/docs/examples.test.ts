import { execFile, execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path/posix';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/engine/http/call-record.ts';
import { fillIds } from '../../src/explorer/app/ids.ts';
import { startingIds } from '../../src/explorer/examples.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { blocks, blocksIn, pages, read, sdlSchema, tableRows } from './pages.ts';

/** The queries of the pages, each with the response that follows it. */
const examples = blocks.flatMap(({ page, language, text }, index) => {
  const next = blocks[index + 1];
  const response = next?.language === 'json' && next.page === page ? next.text : undefined;
  return language === 'graphql' ? [{ page, query: text, response }] : [];
});
/** `queries.test.ts` runs those of docs/queries.md, which need variables of their own. */
const runnable = examples.filter(({ page }) => page !== 'docs/queries.md');

let world: TestWorld;
let ids: unknown;

beforeAll(async () => {
  world = await startWorld();
  ids = (await world.execute(startingIds)).data;
});
afterAll(() => world.close());

describe('the queries of the documentation', () => {
  it('are on the pages that explain them, and every response follows its query', () => {
    const shown = runnable.filter(({ response }) => response !== undefined);
    expect(shown.length).toBe(blocksIn('json').length);
    expect(new Set(shown.map(({ page }) => page))).toEqual(
      new Set(['docs/errors.md', 'docs/writes.md', 'docs/explain.md']),
    );
    expect(runnable.filter(({ page }) => page === 'docs/schema-guide.md').length).toBeGreaterThanOrEqual(4);
  });

  it.each(examples)('are valid: $page $query', ({ query }) => {
    expect(validate(sdlSchema, parse(query))).toEqual([]);
  });

  it.each(runnable)('return the response that is shown: $page $query', async ({ query, response }) => {
    const { text } = await world.execute(query, { variables: fillIds(variablesOf(query), ids) });
    const { data, errors, extensions } = withoutChance(text);
    if (response === undefined) {
      expect(errors).toBeUndefined();
      expect(Object.values(data)).not.toContain(null);
    } else {
      const shown = withoutChance(response);
      expect({ data, errors }).toEqual({ data: shown.data, errors: shown.errors });
      if (shown.extensions !== undefined) expect(extensions).toEqual(shown.extensions);
    }
  });

  it('include nested reads, which make the calls that the schema guide counts', async () => {
    const nested = runnable.find(({ query }) => query.startsWith('query NestedReads'));
    const { calls } = await world.execute(nested?.query ?? '');
    const operations = calls.map(({ operation }) => operation);
    const times = (one: string) => operations.filter((operation) => operation === one).length;
    const rows = [...new Set(operations)].map((operation) => `| \`${operation}\` | ${times(operation)} |`);
    expect(tableRows('docs/schema-guide.md', '| REST operation | Calls |')).toEqual(rows);
    expect(pages['docs/schema-guide.md']).toContain(`${calls.length} REST calls`);
  });
});

describe('the moving picture of the README', () => {
  it('shows the calls of its query', async () => {
    const query = runnable.find(({ page }) => page === 'README.md')?.query ?? '';
    const explained = await world.execute(query);
    const calls = explained.calls as (CallRecord & { level: number })[];
    expect(calls).toHaveLength(77);
    expect(new Set(calls.map(({ path }) => path)).size).toBe(77);
    const picture = read('docs/waterfall.svg');
    const bars = picture.match(/<rect class="l\d"/g);
    expect(bars).toHaveLength(77);
    const levels = Math.max(...calls.map(({ level }) => level));
    expect(picture).toContain(`in ${levels} levels, no call twice`);
    expect(pages['README.md']).toContain(`77 calls in ${levels} levels, none twice`);
  });
});

describe.each(['dashboard', 'nextjs-bff'])('examples/%s', (name) => {
  it('refers to nothing outside of its folder, so that a copy works with the package', () => {
    const folder = `examples/${name}`;
    const files = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).trim().split('\n');
    const code = files.filter((file) => /\.(?:[cm]?[jt]sx?|html|css)$/.test(file));
    expect(code.length).toBeGreaterThan(15);
    const leaving = code.flatMap((file) =>
      [...read(file).matchAll(/['"](\.\.?\/[^'"]*)['"]/g)]
        .filter(([, path = '']) => !`${join(dirname(file), path)}/`.startsWith(`${folder}/`))
        .map(([path]) => `${file}: ${path}`),
    );
    expect(leaving).toEqual([]);
  });
});

describe('the curl command of the first steps', () => {
  it('returns data', async () => {
    const [curl] = blocksIn('sh').filter(
      ({ page, text }) => page === 'docs/getting-started.md' && text.startsWith('curl'),
    );
    const command = curl?.text.replace('http://127.0.0.1:4000', world.url) ?? '';
    const { stdout } = await promisify(execFile)('sh', ['-c', command]);
    const { data, errors } = JSON.parse(stdout);
    expect(errors).toBeUndefined();
    expect(data.organizations.nodes[0].sites.nodes[0].title).toEqual(expect.any(String));
  });
});

/** An empty text for each variable: `fillIds` fills them. */
function variablesOf(query: string): Record<string, string> {
  return Object.fromEntries([...query.matchAll(/\$(\w+): ID!(?! =)/g)].map(([, name]) => [name, '']));
}

interface ShownResponse {
  data: Record<string, unknown>;
  errors?: unknown;
  extensions?: unknown;
}

/** A response without the values that differ between runs, and with its calls in the order of their operations. */
function withoutChance(json: string): ShownResponse {
  const byChance = ['ms', 'startedAt', 'queued', 'waited', 'requestId', 'locations'];
  return JSON.parse(json, (name, value) => {
    if (byChance.includes(name)) return undefined;
    const isCalls = name === 'calls' && Array.isArray(value);
    return isCalls ? value.toSorted((a: CallRecord, b: CallRecord) => a.operation.localeCompare(b.operation)) : value;
  });
}
