import type { Token } from 'markdown-it';
import { parseMarkdown } from './web/markdown.ts';

export type DocumentNode =
  | { object: 'block'; type: string; data?: Record<string, string>; nodes: DocumentNode[] }
  | { object: 'text'; text: string; marks?: DocumentMark[] };

interface DocumentMark {
  type: string;
  /** The target of a link. */
  href?: string;
}

/** Converts Markdown to the `document` format: a tree of blocks that ends in texts. */
export async function documentOf(markdown: string): Promise<{ object: 'document'; nodes: DocumentNode[] }> {
  const nodes: DocumentNode[] = [];
  const open = [nodes];
  for (const token of await parseMarkdown(markdown)) {
    const level = open.at(-1) ?? nodes;
    if (token.nesting === 1) open.push(addBlock(level, typeOf(token)));
    else if (token.nesting === -1) open.pop();
    else if (token.type === 'inline') level.push(...textsOf(token.children ?? []));
    else level.push(leafBlock(token));
  }
  return { object: 'document', nodes };
}

function addBlock(level: DocumentNode[], type: string): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  level.push({ object: 'block', type, nodes });
  return nodes;
}

/** `heading_open` of an `h2` becomes `heading-2`, `bullet_list_open` becomes `bullet-list`. */
function typeOf({ type, tag }: Token): string {
  const name = type.replace(/_open$/, '').replaceAll('_', '-');
  return name === 'heading' ? `heading-${tag.slice(1)}` : name;
}

/** A block without markup inside, such as code. */
function leafBlock({ type, content, info }: Token): DocumentNode {
  const name = type === 'fence' || type === 'code_block' ? 'code' : type.replaceAll('_', '-');
  const nodes: DocumentNode[] = content === '' ? [] : [{ object: 'text', text: content }];
  return { object: 'block', type: name, data: info === '' ? undefined : { syntax: info }, nodes };
}

function textsOf(tokens: readonly Token[]): DocumentNode[] {
  const marks: DocumentMark[] = [];
  const nodes: DocumentNode[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) marks.push(markOf(token));
    else if (token.nesting === -1) marks.pop();
    else if (token.type === 'image') nodes.push(picture(token));
    else if (/break$/.test(token.type)) nodes.push({ object: 'text', text: '\n' });
    else if (token.content !== '') nodes.push(markedText(token, marks));
  }
  return nodes;
}

function markedText({ type, content }: Token, outer: readonly DocumentMark[]): DocumentNode {
  const marks = type === 'code_inline' ? [...outer, { type: 'code' }] : [...outer];
  return { object: 'text', text: content, marks: marks.length === 0 ? undefined : marks };
}

function markOf(token: Token): DocumentMark {
  const href = token.attrGet('href');
  return href === null ? { type: typeOf(token) } : { type: 'link', href: String(href) };
}

const picture = (token: Token): DocumentNode => ({
  object: 'block',
  type: 'image',
  data: { src: String(token.attrGet('src') ?? ''), alt: token.content },
  nodes: [],
});
