import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../src/resources/contract.ts';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { type SandboxCalls, startSandboxCalls } from '../support/sandbox/sandbox-calls.ts';

const { organizations, siteSpaces, sites, spaceContents } = contract;

let api: SandboxCalls;
beforeAll(async () => {
  api = await startSandboxCalls();
});
afterAll(() => api.sandbox.close());

describe('imported pages', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[link](javascript:alert(1))',
    '[link](JaVaScRiPt&colon;alert(1))',
    '[link](vbscript:alert(1))',
    '[link](data:text/html,<script>alert(1)</script>)',
    '![picture](x"onerror="alert(1))',
    '<a href="javascript:alert(1)">x</a>',
    '[x](/pages/"onmouseover="alert(1))',
    '[x]: javascript:alert(1)\n[x]',
    '`</code><script>alert(1)</script>`',
    '```"><script>alert(1)</script>\ncode\n```',
    '<svg/onload=alert(1)>',
    '<https://example.com/"onclick="alert(1)>',
  ];

  it('run no scripts, whatever their text and title', async () => {
    const [{ id: organizationId = '' } = {}] = await api.items(organizations.list);
    const all = await api.items(sites.list, { path: { organizationId } });
    const site = all.find(({ visibility, published }) => visibility === 'public' && published);
    const path = { organizationId, siteId: site?.id ?? '' };
    const [siteSpace] = await api.items(siteSpaces.list, { path });
    const spaceId = siteSpace?.space?.id ?? '';
    const title = '<script>alert(1)</script>"onload="alert(1)';
    const markdown = `# ${title}\n\n${attacks.join('\n\n')}`;
    const html = `<title>x</title><h1>${title.replace(/</g, '&lt;')}</h1>${attacks.join('<br>')}`;
    for (const url of [
      `data:text/markdown,${encodeURIComponent(markdown)}`,
      `data:text/html,${encodeURIComponent(html)}`,
    ]) {
      await api.call(spaceContents.import, { path: { spaceId }, body: { url, source: 'website' } });
      const { pages } = await api.call(spaceContents.pages, { path: { spaceId } });
      for (const base of [siteSpace?.urls?.published, siteSpace?.space?.urls?.app]) {
        const headers = { authorization: `Bearer ${sandboxTokens.admin}` };
        const page = await fetch(`${base}/${pages.at(-1)?.path}`, { headers });
        expect(page.status).toBe(200);
        const shown = await page.text();
        expect(shown).toContain('&#60;script&#62;alert(1)');
        expectNoScript(shown);
      }
    }
  });

  /** Looks at the tags only: text may show what it wants. */
  function expectNoScript(html: string) {
    const tags = html.match(/<[a-z][^>]*>/gi) ?? [];
    expect(tags.length).toBeGreaterThan(20);
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<(?:script|svg|iframe|object)|\son\w+\s*=|(?:javascript|vbscript|data):/i);
    }
  }
});
