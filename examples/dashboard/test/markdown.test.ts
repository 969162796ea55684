import { describe, expect, it } from 'vitest';
import { markdownToHtml } from '../src/discussion/markdown.ts';

it('renders paragraphs, emphasis, code, lists, quotes and links', () => {
  const html = markdownToHtml('**a** `b`\n\n- c\n\n> d\n\n[e](https://e.example) https://f.example me@g.example');
  for (const tag of ['strong', 'code', 'ul', 'blockquote']) expect(html).toContain(`<${tag}>`);
  expect(hrefs(html)).toEqual(['https://e.example', 'https://f.example', 'mailto:me@g.example']);
  expect(html.match(/rel="noopener noreferrer nofollow ugc"/g)).toHaveLength(3);
});

describe('hostile Markdown', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](//evil.example)',
    '[x](/graphql?query=mutation)',
    '[x]: javascript:alert(1)\n\n[x]',
    '<javascript:alert(1)>',
    'javascript://%0aalert(1)',
    '![x](javascript:alert(1))',
    '```"><script>\ncode\n```',
    '[x](https://e.example "" onmouseover=alert(1)")',
    '[x](https://e.example/"onmouseover="alert(1))',
  ])('has no elements or URLs of its own: %s', (markdown) => {
    const html = markdownToHtml(markdown);
    const tags = [...html.matchAll(/<(\w+)([^>]*)>/g)];
    for (const [, name = '', attributes = ''] of tags) {
      expect(['p', 'a', 'code', 'pre', 'br']).toContain(name);
      expect(attributes.replaceAll(/ (href|rel|title|class)="[^"]*"/g, '')).toBe('');
    }
    for (const href of hrefs(html)) expect(href).toMatch(/^(https?:\/\/|mailto:)/);
  });

  it('loads no pictures, and puts no headings into the outline of the page', () => {
    expect(markdownToHtml('![x](https://evil.example/pixel.png)\n\n# a\n\nb\n---')).not.toMatch(/<(img|h\d)/);
  });

  it('nests at most twenty levels', () => {
    const html = markdownToHtml(`${'> '.repeat(10_000)}x`);
    expect(html.match(/<blockquote>/g)?.length ?? 0).toBeLessThanOrEqual(20);
  });
});

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
