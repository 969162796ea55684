import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF in the order of its pages. Throws if the file has no header, no end, or a wrong address of its
 * cross-reference table.
 */
export function pdfText(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  const [, offset = '0'] = /startxref\n(\d+)\n%%EOF\s*$/.exec(raw) ?? [];
  if (!raw.startsWith('%PDF-1.') || !raw.startsWith('xref', Number(offset))) throw new Error('This is no valid PDF.');
  const streams = [...raw.matchAll(/<<[^<>]*\/FlateDecode[^<>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)];
  const contents = streams.map(([, data = '']) => inflateSync(Buffer.from(data, 'latin1')).toString('latin1'));
  return contents
    .map((content) => [...content.matchAll(/\[([^\]]*)\] TJ/g)].map(([, parts = '']) => textIn(parts)).join(' '))
    .join('\n');
}

const textIn = (parts: string) =>
  [...parts.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join('');
