import type { MarkdownIt, Token } from 'markdown-it';
import { slugOf } from '../plain-text.ts';
import { Html } from './html.ts';

/** Converts a link target of a page's text to an address. */
export type ResolveTarget = (target: string) => string;

let parser: Promise<MarkdownIt> | undefined;

/** The parser. It drops no markup of its own: HTML in the text is escaped, and links with scripts remain text. */
function loadParser(): Promise<MarkdownIt> {
  parser ??= import('markdown-it').then(({ default: Parser }) => new Parser({ html: false }));
  return parser;
}

/** The block and inline tokens of a Markdown text. */
export async function parseMarkdown(markdown: string): Promise<Token[]> {
  return (await loadParser()).parse(markdown, {});
}

/** Renders Markdown to safe HTML; headings get the ids that search results link to. */
export async function renderMarkdown(markdown: string, resolve: ResolveTarget): Promise<Html> {
  const md = await loadParser();
  const tokens = md.parse(markdown, {});
  for (const [i, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', slugOf(tokens[i + 1]?.content ?? ''));
    for (const child of token.children ?? []) resolveTargets(child, resolve);
  }
  return new Html(md.renderer.render(tokens, md.options, {}));
}

function resolveTargets(token: Token, resolve: ResolveTarget): void {
  const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined;
  const target = name === undefined ? null : token.attrGet(name);
  if (name !== undefined && target !== null) token.attrSet(name, resolve(String(target)));
}
