/**
 * The bytes of a stream; undefined where it has more than `maxBytes`: it is then read no further. Also bounds pipes, whose size nothing
 * states.
 */
export async function readBytes(stream: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
