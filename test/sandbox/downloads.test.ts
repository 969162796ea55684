import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { pdfText } from '../support/sandbox/pdf.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox, type World } from '../support/sandbox/sandbox-world.ts';

const { changeRequestContents, changeRequests, openapiSpecs, organizations, spaceContents } = contract;

let api: SandboxCalls;
let world: World;
beforeAll(async () => {
  api = await startSandboxCalls();
  world = await exploreSandbox(api);
});
afterAll(() => api.sandbox.close());

async function download(url: string) {
  const response = await fetch(url);
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const flatten = (pages: readonly Page[] = []): Page[] => pages.flatMap((page) => [page, ...flatten(page.pages)]);

describe('the PDF of a change request', () => {
  const pdf = async (query: { page?: string; only?: boolean } = {}) => {
    const path = { spaceId: world.spaceId, changeRequestId: world.changeRequestId };
    const { url } = await api.call(changeRequests.pdf, { path, query });
    const { status, headers, bytes } = await download(url);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
    return { url, text: pdfText(bytes), pages: bytes.toString('latin1').split(/\/Type \/Page\b/).length - 1 };
  };
  const pagesOf = async () => {
    const path = { spaceId: world.spaceId, changeRequestId: world.changeRequestId };
    return flatten((await api.call(changeRequestContents.pages, { path })).pages);
  };
  /** The letters of a text: lines are broken anywhere between words. */
  const letters = (text = '') => text.replace(/[^A-Za-z]/g, '');

  it('has the text of all pages', async () => {
    const { text, pages } = await pdf();
    const all = await pagesOf();
    expect(pages).toBeGreaterThanOrEqual(all.length);
    for (const { title } of all) expect(letters(text)).toContain(letters(title));
    expect(text).not.toMatch(/\*\*|\]\(|\{\{/);
  });

  it('has one page with those below it, or only one', async () => {
    const all = await pagesOf();
    const parent = all.find(({ pages = [] }) => pages.length > 0);
    const [child] = parent?.pages ?? [];
    const page = parent?.id ?? '';
    const [below, only] = [await pdf({ page }), await pdf({ page, only: true })];
    expect(letters(below.text)).toContain(letters(child?.title));
    expect(letters(only.text)).toContain(letters(parent?.title));
    expect(letters(only.text)).not.toContain(letters(child?.title));
    expect(only.url).not.toBe(below.url);
  });

  it('is missing at any other address', async () => {
    const { url } = await api.call(changeRequests.pdf, {
      path: { spaceId: world.spaceId, changeRequestId: world.changeRequestId },
    });
    for (const other of [url.replace('content', 'contents'), url.replace('content', 'page-unknown'), `${url}/more`]) {
      expect((await download(other)).status).toBe(404);
    }
  });
});

describe('the files of a space', () => {
  it('have the size, the type and the dimensions of their records', async () => {
    const types = new Set<string>();
    for (const organization of await api.items(organizations.list)) {
      const path = { organizationId: organization.id };
      for (const site of await api.items(contract.sites.list, { path })) {
        const inSite = { path: { ...path, siteId: site.id } };
        for (const { space } of await api.items(contract.siteSpaces.list, inSite)) {
          for (const file of await api.items(spaceContents.files, { path: { spaceId: space?.id ?? '' } })) {
            if (types.has(file.contentType ?? '')) continue;
            types.add(file.contentType ?? '');
            await expectFile(file);
          }
        }
      }
    }
    expect([...types]).toEqual(expect.arrayContaining(['image/png', 'image/svg+xml', 'application/pdf', 'text/csv']));
  });

  async function expectFile({
    downloadURL = '',
    size,
    contentType = '',
    dimensions,
  }: import('../../src/resources/contents/contract.ts').File) {
    const { status, headers, bytes } = await download(downloadURL);
    expect([status, headers.get('content-type')?.split(';')[0], bytes.length]).toEqual([200, contentType, size]);
    expect(headers.get('content-security-policy')).toContain('sandbox');
    if (contentType === 'image/png') expect(pngSize(bytes)).toEqual(dimensions);
    if (contentType === 'application/pdf') expect(pdfText(bytes)).toContain('sample');
    if (contentType === 'image/svg+xml') expect(bytes.toString()).toContain(`width="${dimensions?.width}"`);
    if (contentType === 'application/json') expect(JSON.parse(bytes.toString())).toBeTypeOf('object');
  }

  /** The dimensions of a PNG whose pixels can be read. */
  function pngSize(bytes: Buffer) {
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    const start = bytes.indexOf('IDAT') + 4;
    const pixels = inflateSync(bytes.subarray(start, start + bytes.readUInt32BE(start - 8)));
    expect(pixels.length).toBe(height * (width + 1));
    return { width, height };
  }

  it('are missing below another space', async () => {
    const path = { spaceId: world.spaceId, fileId: world.fileId };
    const { downloadURL = '' } = await api.call(spaceContents.file, { path });
    expect((await download(downloadURL.replace(world.spaceId, 'unknown'))).status).toBe(404);
    expect((await download(downloadURL.replace(world.fileId, 'unknown'))).status).toBe(404);
    expect((await download(`${api.url}/files/%2e%2e/%00`)).status).toBe(404);
  });
});

describe('the document of an API specification', () => {
  it('is missing under the names of what every object has', async () => {
    const { organizationId, specSlug, versionId } = world;
    const path = { organizationId, specSlug, versionId };
    const { url } = await api.call(openapiSpecs.versionContent, { path });
    expect((await download(url ?? '')).status).toBe(200);
    for (const name of ['constructor', '__proto__', 'other.json']) {
      expect([name, (await download(new URL(name, url).href)).status]).toEqual([name, 404]);
    }
  });
});
