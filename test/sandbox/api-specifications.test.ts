import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { freePort } from '../support/processes/free-port.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { processed, specification, specificationUrl, startSource } from '../support/sandbox/sources.ts';

const { openapiSpecs, organizations, spaces, spaceContents } = contract;

let api: SandboxCalls;
/** One that waits for a source for a second and a half. */
let hasty: SandboxCalls;
let source: Awaited<ReturnType<typeof startSource>>;
let organizationId: string;
let closedPort: number;

beforeAll(async () => {
  api = await startSandboxCalls({ processingMs: 0, fetchTimeoutMs: 10_000 });
  hasty = await startSandboxCalls({ processingMs: 0, fetchTimeoutMs: 1500 });
  closedPort = await freePort();
  const [organization] = await api.items(organizations.list);
  organizationId = organization?.id ?? '';
  source = await startSource((request, response) => {
    const respond = answers[request.url ?? ''];
    if (respond === undefined) response.writeHead(404).end();
    else respond(response);
  });
});
afterAll(async () => {
  await source.close();
  for (const { sandbox } of [api, hasty]) await sandbox.close();
});

type Respond = (response: import('node:http').ServerResponse) => void;

const json = (value: unknown) => JSON.stringify(value);
const answers: Record<string, Respond> = {
  '/good.json': (response) => response.end(json(specification('Served'))),
  '/good.yaml': (response) =>
    response.end('openapi: 3.0.3\ninfo:\n  title: Served as YAML\n  version: "1"\npaths: {}\n'),
  '/moved.json': (response) => response.writeHead(302, { location: '/good.json' }).end(),
  '/away.json': (response) => response.writeHead(302, { location: 'http://192.0.2.1/' }).end(),
  '/broken.json': (response) => response.writeHead(500).end(json(specification('Error'))),
  '/huge.json': (response) => response.end(' '.repeat(512 * 1024 + 1)),
  '/endless.json': (response) => void response.write(' '),
  '/cut.json': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{');
    setTimeout(() => response.destroy(), 50);
  },
  '/file.json': (response) =>
    response.end(json({ ...specification('Remote'), components: { schemas: { Pet: { $ref: './pet.json' } } } })),
};

let count = 0;

/** Processes a source, and resolves to the resulting record. */
async function process(given: { url?: string; text?: string }, at = api) {
  const specSlug = `processed-${++count}`;
  await at.call(openapiSpecs.put, { path: { organizationId, specSlug }, body: { source: given } });
  return processed(at, organizationId, specSlug);
}

describe('the source of an API specification', () => {
  it.each([
    ['a JSON file', () => ({ url: `${source.url}/good.json` })],
    ['a YAML file', () => ({ url: `${source.url}/good.yaml` })],
    ['a data URL', () => ({ url: specificationUrl('Inline') })],
    ['a text in JSON', () => ({ text: json(specification('Text')) })],
    ['a text in YAML', () => ({ text: 'swagger: "2.0"\ninfo: { title: Old, version: "1" }\npaths: {}\n' })],
  ])('can be %s', async (_, given) => {
    const record = await process(given());
    expect(record).toMatchObject({ processingState: 'complete', lastProcessedAt: expect.any(String) });
    expect(record).not.toHaveProperty('lastProcessErrorCode');
    const path = { organizationId, specSlug: record.slug };
    const { id, url } = await api.call(openapiSpecs.latestVersion, { path });
    expect(id).toBe(record.lastVersion);
    const { filesystem } = await api.call(openapiSpecs.latestVersionContent, { path });
    expect(await (await fetch(url)).json()).toEqual(filesystem?.['openapi.json']);
  });

  it.each([
    ['FETCH_FAILED', 'a missing file', () => ({ url: `${source.url}/missing.json` })],
    ['FETCH_FAILED', 'an error', () => ({ url: `${source.url}/broken.json` })],
    ['FETCH_FAILED', 'a redirect', () => ({ url: `${source.url}/moved.json` })],
    ['FETCH_FAILED', 'a response that is cut', () => ({ url: `${source.url}/cut.json` })],
    ['FETCH_FAILED', 'a closed port', () => ({ url: `http://127.0.0.1:${closedPort}/openapi.json` })],
    ['FETCH_TIMEOUT', 'an endless response', () => ({ url: `${source.url}/endless.json` })],
    ['FETCH_TOO_LARGE', 'a file over 512 KiB', () => ({ url: `${source.url}/huge.json` })],
    ['FETCH_FORBIDDEN', 'another host', () => ({ url: 'https://api.example/openapi.json' })],
    ['PARSE_FAILED', 'no JSON or YAML', () => ({ text: 'Hello' })],
    ['PARSE_FAILED', 'an empty text', () => ({ text: '' })],
    ['PARSE_FAILED', 'a list', () => ({ text: '[]' })],
    [
      'PARSE_FAILED',
      'too many levels',
      () => ({ text: `{"openapi":"3.1.0","x":${'['.repeat(5000)}${']'.repeat(5000)}}` }),
    ],
    ['PARSE_FAILED', 'aliases that multiply', () => ({ text: multiplied() })],
    ['PARSE_FAILED', 'aliases of what they are in', () => ({ text: 'openapi: 3.1.0\ninfo: &i {a: *i, b: *i, c: *i}' })],
    ['INVALID_SPECIFICATION', 'other JSON', () => ({ text: '{"name": "x"}' })],
    ['INVALID_SPECIFICATION', 'no information', () => ({ text: '{"openapi": "3.1.0", "paths": {}}' })],
    ['INVALID_SPECIFICATION', 'a reference to another file', () => ({ url: `${source.url}/file.json` })],
  ])('fails with %s for %s', async (lastProcessErrorCode, _, given) => {
    const at = lastProcessErrorCode === 'FETCH_TIMEOUT' ? hasty : api;
    const record = await process(given(), at);
    expect(record).toMatchObject({ processingState: 'failed', lastProcessErrorCode });
    const path = { organizationId, specSlug: record.slug };
    expect(await at.items(openapiSpecs.versions, { path })).toEqual([]);
  });

  it('is not followed to another address', async () => {
    await process({ url: `${source.url}/away.json` });
    await process({ url: `${source.url}/file.json` });
    expect(source.requests).not.toContain('/pet.json');
  });

  it('keeps the versions of a specification when it fails, and loses its error when it succeeds', async () => {
    const { slug, lastVersion } = await process({ text: json(specification('First')) });
    const replace = async (text: string) => {
      await api.call(openapiSpecs.put, { path: { organizationId, specSlug: slug }, body: { source: { text } } });
      return processed(api, organizationId, slug);
    };
    expect(await replace('Hello')).toMatchObject({ processingState: 'failed', lastVersion });
    const again = await replace(json(specification('Second')));
    expect(again.processingState).toBe('complete');
    expect(again).not.toHaveProperty('lastProcessErrorCode');
    expect(again.lastVersion).not.toBe(lastVersion);
  });

  it('that is replaced before it is processed leaves no version', async () => {
    const slow = await startSandboxCalls({ processingMs: 300 });
    const path = { organizationId, specSlug: 'replaced' };
    const put = (title: string) =>
      slow.call(openapiSpecs.put, { path, body: { source: { text: json(specification(title)) } } });
    await put('First');
    expect(await put('Second')).toMatchObject({ processingState: 'pending' });
    await processed(slow, organizationId, 'replaced');
    expect(await slow.items(openapiSpecs.versions, { path })).toHaveLength(1);
    expect(await slow.call(openapiSpecs.latestVersionContent, { path })).toMatchObject({
      filesystem: { 'openapi.json': specification('Second') },
    });
    await slow.sandbox.close();
  });

  it('computes the pages that depend on it', async () => {
    const { spaceId, pageId, slug } = await computedPage();
    await api.call(openapiSpecs.put, {
      path: { organizationId, specSlug: slug },
      body: { source: { text: json(specification('Pets')) } },
    });
    await processed(api, organizationId, slug);
    const { markdown } = await api.call(spaceContents.page, { path: { spaceId, pageId } });
    expect(markdown).toContain('## GET /pets\n\nList the pets.');
    const [found] = await api.items(spaces.search, { path: { spaceId }, query: { query: 'pets' } });
    expect(found?.id).toBe(pageId);
  });

  async function computedPage() {
    for (const { id: siteId } of await api.items(contract.sites.list, { path: { organizationId } })) {
      for (const { space } of await api.items(contract.siteSpaces.list, { path: { organizationId, siteId } })) {
        const spaceId = space?.id ?? '';
        const { pages } = await api.call(spaceContents.pages, { path: { spaceId } });
        const page = pages.flatMap((top) => [top, ...(top.pages ?? [])]).find(({ computed }) => computed);
        const slug = page?.computed?.dependencies?.spec?.ref?.spec;
        if (page !== undefined && slug !== undefined) return { spaceId, pageId: page.id, slug };
      }
    }
    throw new Error('No page of the organization is computed');
  }
});

/** A YAML document in which each level holds the one before nine times. */
function multiplied(): string {
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(9)}]`);
  return ['openapi: 3.1.0', 'l0: &l0 [lol]', ...levels].join('\n');
}
