import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from '../../src/resources/contents/contract.ts';
import { contract } from '../../src/resources/contract.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';
import { exploreSandbox } from '../support/sandbox/sandbox-world.ts';
import { startSource } from '../support/sandbox/sources.ts';

const { spaceContents, spaces } = contract;

const picture = Buffer.from('a picture of 20 bytes');
const pages: Record<string, [type: string, body: string | Buffer]> = {
  '/': [
    'text/html; charset=utf-8',
    `<html><head><title>Pump manual</title><style>p { color: red }</style></head><body>
     <nav><a href="/valves.html">Valves</a> <a href="/missing.html">Gone</a> <a href="http://192.0.2.1/">Elsewhere</a></nav>
     <h1>Pumps &amp; valves</h1><p>Read about <a href="valves.html#open"><b>valves</b></a> or
     <a href="https://vendor.example/a(b)">the vendor</a>.</p>
     <img src="/pump.png" alt="A pump"><script>steal()</script>
     <table><tr><th>Part</th></tr><tr><td>Seal</td></tr></table></body></html>`,
  ],
  '/valves.html': [
    'text/html',
    '<h1>Valves</h1><p>Back to <a href="/">the manual</a>.</p><pre><code>open 7</code></pre>',
  ],
  '/pump.png': ['image/png', picture],
  '/data.json': ['application/json', '{}'],
  '/deep.html': ['text/html', '<div>'.repeat(50_000)],
  '/zipped.html': ['text/html', deflateSync(Buffer.from('<h1>Zipped</h1>'))],
};

let api: SandboxCalls;
let source: Awaited<ReturnType<typeof startSource>>;
let originalId: string;
let spaceId: string;

beforeAll(async () => {
  api = await startSandboxCalls({ fetchTimeoutMs: 20_000 });
  originalId = (await exploreSandbox(api)).spaceId;
  source = await startSource((request, response) => {
    if (request.url === '/slow.html') return;
    if (request.url?.startsWith('/many')) {
      response.setHeader('content-type', 'text/html');
      const links = Array.from({ length: 100 }, (_, i) => `<a href="/many${i}">${i}</a>`);
      response.end(`<h1>${request.url}</h1>${links.join('')}`);
      return;
    }
    const [type, body] = pages[request.url ?? ''] ?? ['', ''];
    if (type === '') response.writeHead(404).end();
    else response.setHeader('content-type', type).end(body);
  });
});
afterAll(async () => {
  await source.close();
  await api.sandbox.close();
});

beforeEach(async () => {
  spaceId = (await api.call(spaces.duplicate, { path: { spaceId: originalId } })).id;
});

const importSite = (url: string) =>
  api.call(spaceContents.import, { path: { spaceId }, body: { url, source: 'website' } });

async function lastPage(): Promise<Page | undefined> {
  return (await api.call(spaceContents.pages, { path: { spaceId } })).pages.at(-1);
}

describe('the import of a website', () => {
  it('makes a page of each page of the host, with its text as Markdown and its pictures as files', async () => {
    // Three pages, one of them missing, and a picture.
    expect(await importSite(`${source.url}/`)).toMatchObject({ importedResources: 3, totalResources: 4 });
    const root = await lastPage();
    const [valves, ...others] = root?.pages ?? [];
    expect(others).toEqual([]);
    expect(root).toMatchObject({
      title: 'Pumps & valves',
      path: 'pumps-valves',
      slug: 'pumps-valves',
      type: 'document',
    });
    expect(valves).toMatchObject({ title: 'Valves', path: 'pumps-valves/valves', slug: 'valves' });
    const files = await api.items(spaceContents.files, { path: { spaceId } });
    const file = files.at(-1);
    expect(file).toMatchObject({ name: 'pump.png', contentType: 'image/png', size: picture.length });
    expect(Buffer.from(await (await fetch(file?.downloadURL ?? '')).arrayBuffer())).toEqual(picture);
    expect(root?.markdown).toContain(
      `Read about [**valves**](/pages/${valves?.id}) or [the vendor](https://vendor.example/a%28b%29).`,
    );
    expect(root?.markdown).toContain(`![A pump](/files/${file?.id})`);
    expect(root?.markdown).not.toMatch(/steal|color|Gone/);
    expect(valves?.markdown).toContain(`[the manual](/pages/${root?.id})`);
    expect(valves?.markdown).toContain('```\nopen 7\n```');
    const links = await api.items(spaceContents.pageLinks, { path: { spaceId, pageId: root?.id ?? '' } });
    expect(links.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  });

  it('requests each page once, and no page of another host', async () => {
    source.requests.length = 0;
    await importSite(`${source.url}/`);
    expect([...source.requests].sort()).toEqual(['/', '/missing.html', '/pump.png', '/valves.html']);
  });

  it('gives two imports of one URL different paths', async () => {
    await importSite(`${source.url}/`);
    const first = await lastPage();
    await importSite(`${source.url}/`);
    const second = await lastPage();
    expect([first?.path, second?.path]).toEqual(['pumps-valves', 'pumps-valves-2']);
    expect(second?.pages?.[0]?.path).toBe('pumps-valves-2/valves');
    expect(second?.id).not.toBe(first?.id);
  });

  it('stops at 25 pages', async () => {
    expect(await importSite(`${source.url}/many`)).toMatchObject({ importedResources: 25, totalResources: 25 });
    expect((await lastPage())?.pages).toHaveLength(24);
  });

  it.each([
    ['another host', () => 'https://old-docs.example/'],
    ['a missing page', () => `${source.url}/missing.html`],
    ['a file of another type', () => `${source.url}/data.json`],
    ['a closed port', () => 'http://127.0.0.1:9998/'],
    ['a page with too many levels', () => `${source.url}/deep.html`],
  ])('imports nothing from %s, and keeps the revision', async (_, url) => {
    const { revision } = await api.call(spaces.get, { path: { spaceId } });
    const result = await importSite(url());
    expect(result).toEqual({ revision, importedResources: 0, totalResources: 1 });
    expect((await api.call(spaces.get, { path: { spaceId } })).revision).toBe(revision);
  });
});

describe('the import of a page that never ends', () => {
  it('stops after the deadline', async () => {
    const quick = await startSandboxCalls({ fetchTimeoutMs: 200 });
    const body = { url: `${source.url}/slow.html`, source: 'website' };
    const { importedResources } = await quick.call(spaceContents.import, { path: { spaceId: originalId }, body });
    expect(importedResources).toBe(0);
    await quick.sandbox.close();
  });
});

describe('the Markdown of an imported page', () => {
  const imported = async (html: string) => {
    await importSite(`data:text/html,${encodeURIComponent(`<h1>Title</h1>${html}`)}`);
    return (await lastPage())?.markdown;
  };

  it.each([
    ['<p>One <b>two </b>three<i> four</i>.</p>', 'One **two** three *four*.'],
    ['<ul><li>One<li>Two<ol><li>A</li><li>B</li></ol></ul><p>End', '- One\n- Two\n  1. A\n  2. B\n\nEnd'],
    ['<blockquote><p>Said</p><p>more</p></blockquote>', '> Said\n\n> more'],
    ['<pre>a\n  b `c` ```</pre>', '````\na\n  b `c` ```\n````'],
    ['<table><tr><th>A<th>B<tr><td>1|2<td><b>3</b></table>', '| A | B |\n| --- | --- |\n| 1\\|2 | **3** |'],
    [
      '<p># no heading *no mark* [no link](x) &lt;b&gt; 5&amp;lt;',
      '\\# no heading \\*no mark\\* \\[no link\\](x) \\<b> 5\\&lt;',
    ],
    ['<p>1. no list</p><p>- no item</p>', '1\\. no list\n\n\\- no item'],
    ['<h2>Part</h2>text<br>line<hr>end', '## Part\n\ntext\nline\n\nend'],
    ['<a href="javascript:alert(1)">No link</a> <img src="data:image/png,x">', 'No link'],
    ['</b></a></ul></table></blockquote>stray', 'stray'],
  ])('of %s', async (html, markdown) => {
    expect(await imported(html)).toBe(markdown);
  });

  it.each([
    ['many short texts', 'a<br>'],
    ['many open paragraphs', '<p>x'],
    ['many links', '<a href=x>y</a>'],
    ['many brackets', '[<'],
  ])('is made in a time that grows with the length: %s', async (_, part) => {
    const { htmlToMarkdown } = await import('../../src/sandbox/sources/html-to-markdown.ts');
    const html = part.repeat(Math.floor((1024 * 1024) / part.length));
    const page = await htmlToMarkdown(html, new URL('http://127.0.0.1:8080/'));
    expect(page.markdown.length).toBeLessThan(64 * 1024 * 1024);
  });
});
