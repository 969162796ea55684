import type { Readable } from 'node:stream';

/** The bytes of a stream; undefined where it has more than `maxBytes`. Also bounds pipes, whose size nothing states. */
export async function readStream(stream: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, size);
}
