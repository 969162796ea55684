/** Length of a `traceparent`, in characters; of what is before the number of its span; and of that number. */
const headerLength = 55;
const prefixLength = 46;
const numberLength = 6;

/** So many headers are made at once; a power of two, and at most 16. Most operations make few calls. */
const blockSize = 4;

/** Where a block is put together. */
const bytes = Buffer.alloc(blockSize * headerLength);

const digits = Buffer.from('0123456789abcdef');

/** The block in which the header of this span is. */
export function blockOf(span: number): number {
  return Math.floor(span / blockSize);
}

/**
 * The `traceparent`s of the spans of a block of a sampled request, one after the other. Each is a part of one text, which is
 * made of bytes: a text that is joined of others is copied once more when it is sent, in a multiple of the time. `prefix` is
 * all that comes before the number of a span.
 */
export function headersOf(block: number, prefix: string): string {
  const first = block * blockSize;
  const lastDigit = prefixLength + numberLength - 1;
  bytes.write(`${prefix}000000-01`, 'latin1');
  let rest = first;
  for (let at = lastDigit; at >= prefixLength; at--) {
    bytes[at] = digits[rest & 0xf] as number;
    rest >>>= 4;
  }
  for (let i = 1; i < blockSize; i++) {
    bytes.copyWithin(i * headerLength, 0, headerLength);
    bytes[i * headerLength + lastDigit] = digits[(first & 0xf) + i] as number;
  }
  return bytes.toString('latin1');
}

/** The header of a span, among those of its block. */
export function headerOf(span: number, headers: string): string {
  const start = (span % blockSize) * headerLength;
  return headers.slice(start, start + headerLength);
}
