import { setImmediate } from 'node:timers/promises';
import type { Token } from 'markdown-it';
import type PDFDocument from 'pdfkit';
import { parseMarkdown } from './markdown.ts';

type Document = InstanceType<typeof PDFDocument>;

export interface PdfPage {
  title: string;
  description?: string | undefined;
  markdown: string;
}

const margin = 64;

/** Sets pages as an A4 document with selectable text and an outline. Characters that the standard fonts lack become `?`. */
export async function renderPdf(title: string, pages: readonly PdfPage[]): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({ size: 'A4', margin, info: { Title: title }, autoFirstPage: false });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const page of pages) {
    await addPage(document, page);
    // Other requests go on while a long document is set.
    await setImmediate();
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

async function addPage(document: Document, { title, description, markdown }: PdfPage): Promise<void> {
  document.addPage();
  document.outline.addItem(printable(title));
  write(document, title, { font: 'Helvetica-Bold', size: 22 });
  if (description) write(document, description, { font: 'Helvetica-Oblique', size: 12 });
  const tokens = await parseMarkdown(markdown);
  const indents: number[] = [];
  for (const [i, token] of tokens.entries()) writeToken(document, token, tokens[i - 1], indents);
}

function writeToken(document: Document, token: Token, previous: Token | undefined, indents: number[]): void {
  if (/^(?:bullet_list|ordered_list|blockquote)_open$/.test(token.type)) indents.push(16);
  if (/^(?:bullet_list|ordered_list|blockquote)_close$/.test(token.type)) indents.pop();
  const indent = Math.min(
    indents.reduce((sum, step) => sum + step, 0),
    160,
  );
  if (token.type === 'fence' || token.type === 'code_block') {
    write(document, token.content.trimEnd(), { font: 'Courier', size: 9, indent: indent + 12 });
  }
  if (token.type !== 'inline') return;
  if (previous?.type === 'heading_open') {
    write(document, textOf(token), {
      font: 'Helvetica-Bold',
      size: Math.max(11, 18 - 2 * Number(previous.tag.slice(1))),
    });
  } else {
    const cell = /^t[hd]_open$/.test(previous?.type ?? '');
    write(document, textOf(token), { font: 'Helvetica', size: 11, indent: cell ? indent + 12 : indent });
  }
}

interface TextStyle {
  font: string;
  size: number;
  /** Points from the left margin. */
  indent?: number;
}

function write(document: Document, text: string, { font, size, indent = 0 }: TextStyle): void {
  const width = document.page.width - 2 * margin - indent;
  document
    .font(font)
    .fontSize(size)
    .text(printable(text), margin + indent, undefined, { width, lineGap: 3 });
  document.moveDown(0.5);
}

/** The text of an inline token, without markup; a picture becomes its description. */
function textOf({ children, content }: Token): string {
  if (children === null) return content;
  return children.map((child) => (/break$/.test(child.type) ? '\n' : child.content)).join('');
}

/** Characters of Windows-1252 beyond Latin-1, which the standard fonts have. */
const typographic = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** The text in the characters of the standard fonts: accents that they lack are dropped, and other characters become `?`. */
function printable(text: string): string {
  const has = (character: string) => /[\n\x20-\x7e\xa0-\xff]/.test(character) || typographic.has(character);
  return Array.from(text, (character) => {
    if (has(character)) return character;
    const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && [...plain].every(has) ? plain : /\p{M}|\p{Cf}|\p{Cc}/u.test(character) ? ' ' : '?';
  }).join('');
}
