import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** A body that cannot be decompressed. The message is the rest of a sentence about the service's response. */
export class DecompressionError extends Error {
  /** Whether it has too many bytes when it is decompressed. */
  readonly isTooLarge: boolean;

  constructor(message: string, isTooLarge = false) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const inflateZlib = promisify(inflate);
const inflateBare = promisify(inflateRaw);

/** Those that `fetch` knows. Requests ask for gzip and br, and some proxies send what nobody asked for. */
const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // Some services leave out the header of zlib, whose first byte tells the method 8.
  deflate: (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? inflateZlib(body, options) : inflateBare(body, options)),
  br: promisify(brotliDecompress),
};

/** Whether `decompress` knows a content encoding. */
export function isKnownEncoding(encoding: string): boolean {
  return Object.hasOwn(decoders, encoding);
}

/**
 * Decompresses a body in Node's thread pool. Rejects with a DecompressionError where it is damaged, or has more than
 * `maxBytes` bytes when it is decompressed: it is never decompressed further than that.
 */
export async function decompress(encoding: string, body: Buffer, maxBytes: number): Promise<Buffer> {
  const decode = decoders[encoding];
  if (decode === undefined) throw new TypeError(`Unknown encoding: ${encoding}.`);
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new DecompressionError(isTooLarge ? tooLarge(maxBytes) : `is not valid ${encoding}.`, isTooLarge);
  }
}

/** What is wrong with a response of more than `maxBytes` bytes. */
export function tooLarge(maxBytes: number): string {
  return `is larger than ${maxBytes} bytes. Request fewer items.`;
}
