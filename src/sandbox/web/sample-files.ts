import { crc32, deflateSync } from 'node:zlib';
import type { File } from '../../resources/contents/contract.ts';
import { renderPdf } from './pdf.ts';

/**
 * The bytes of a file of the seed: a valid file of its content type with its size and dimensions. It is made on request, as
 * the seed stores no bytes.
 */
export async function sampleFile(file: File): Promise<Buffer> {
  const { name = 'file', contentType = '', size = 0 } = file;
  const { width = 64, height = 64 } = file.dimensions ?? {};
  if (contentType === 'image/png') return png(width, height, size);
  if (contentType === 'image/svg+xml') return svg(name, width, height, size);
  if (contentType === 'application/pdf') return pdf(name, size);
  if (contentType === 'application/json') return Buffer.from(sampleJson(name).padEnd(size));
  return Buffer.from(sampleRows(name, size));
}

/** A PNG with coloured fields. A private chunk fills it to `size` bytes. */
export function png(width: number, height: number, size: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    // The first byte of a row is its filter, 0.
    const row = Buffer.alloc(width + 1);
    for (let x = 0; x < width; x++) row[x + 1] = (Math.floor((x * 8) / width) + Math.floor((y * 5) / height)) % 6;
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from('0b57c43f7fd67aa6e4b4ccf2dbe7f9f4f7fd', 'hex');
  const start = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
  ]);
  const end = chunk('IEND', Buffer.alloc(0));
  const missing = size - start.length - end.length - 12;
  return Buffer.concat([start, ...(missing >= 0 ? [chunk('paDd', Buffer.alloc(missing))] : []), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(typed.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(typed, 4);
  framed.writeUInt32BE(crc32(typed), typed.length + 4);
  return framed;
}

/** A picture with a name on it. A comment fills it to `size` bytes. */
export function svg(name: string, width: number, height: number, size = 0): Buffer {
  const label = name.replace(/[^\w. -]/g, '');
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="#dbe7f9"/>
<text x="50%" y="50%" font-family="sans-serif" font-size="${Math.round(width / 14)}" fill="#0b57c4" text-anchor="middle">${label}</text>
</svg>
`;
  const missing = size - text.length - '<!---->'.length;
  return Buffer.from(missing < 0 ? text : `${text}<!--${' '.repeat(missing)}-->`);
}

/** A comment before the end fills the document: there it moves no object. */
async function pdf(name: string, size: number): Promise<Buffer> {
  const title = name.replace(/[.]\w+$/, '').replaceAll('-', ' ');
  const document = await renderPdf(title, [{ title, markdown: `This is a sample of the file *${name}*.` }]);
  const end = document.lastIndexOf('startxref');
  const missing = size - document.length - 2;
  if (missing < 0) return document;
  return Buffer.concat([document.subarray(0, end), Buffer.from(`%${' '.repeat(missing)}\n`), document.subarray(end)]);
}

function sampleJson(name: string): string {
  const items = ['shipments', 'routes', 'devices', 'exports'].map((title) => ({
    name: title,
    request: { method: 'GET', url: `{{baseUrl}}/${title}` },
  }));
  return JSON.stringify({ info: { name }, item: items }, null, 2);
}

/** Rows of comma-separated values. The last one is filled to `size` bytes. */
function sampleRows(name: string, size: number): string {
  let text = `number,time,state,note\n1,2025-06-01T06:00:00Z,ok,${name.replace(/[^\w.-]/g, '')}\n`;
  for (let row = 2; ; row++) {
    const time = new Date(Date.UTC(2025, 5, 1, 6, row)).toISOString();
    const line = `${row},${time},${row % 17 === 0 ? 'late' : 'ok'},\n`;
    if (text.length + line.length > size) return text.padEnd(size, '\n');
    text += line;
  }
}
