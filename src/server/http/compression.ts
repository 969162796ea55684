import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { minCompressedLength, preferredCompression } from './content-encoding.ts';
import { textOf } from './headers.ts';
import type { GraphQLRequest, GraphQLResponse } from './http-messages.ts';
import { byteLengthOf, piecesOf } from './response-body.ts';

/** Compressions at one time. They run in the thread pool, and each takes up to a megabyte. */
const maxRunning = 8;

/**
 * A higher quality takes twice the CPU time for a few percent fewer bytes: docs/performance.md has the figures. The window of
 * 256 KiB bounds the memory.
 */
const compressors = {
  br: () =>
    createBrotliCompress({
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ level: 4 }),
};

/**
 * Compresses responses as their requests accept it, outside the event loop. Small bodies stay as they are, and so do those
 * that are compressed already, and those of many requests at a time. `@fastify/compress` is for Fastify alone, which serves one
 * of the four adapters.
 */
export class ResponseCompression {
  #running = 0;

  /** Never rejects. A response that a client no longer waits for is not compressed to its end. */
  apply(
    request: Pick<GraphQLRequest, 'headers' | 'cancellation'>,
    response: GraphQLResponse,
  ): GraphQLResponse | Promise<GraphQLResponse> {
    const { body, headers } = response;
    if (byteLengthOf(body) < minCompressedLength || !mayTransform(headers) || this.#running >= maxRunning)
      return response;
    const encoding = preferredCompression(textOf(request.headers['accept-encoding']));
    return encoding === undefined ? response : this.#compress(encoding, request, response);
  }

  async #compress(
    encoding: 'br' | 'gzip',
    { cancellation }: Pick<GraphQLRequest, 'cancellation'>,
    response: GraphQLResponse,
  ): Promise<GraphQLResponse> {
    const compressor = compressors[encoding]();
    cancellation?.add({ cancel: () => compressor.destroy() });
    const body: Buffer[] = [];
    this.#running++;
    try {
      await pipeline(Readable.from(piecesOf(response.body)), compressor, async (chunks: AsyncIterable<Buffer>) => {
        for await (const chunk of chunks) body.push(chunk);
      });
    } catch {
      return response;
    } finally {
      this.#running--;
    }
    return { ...response, headers: encoded(response.headers, encoding), body };
  }
}

/** Whether a response is not encoded yet, and may be. */
function mayTransform({
  'content-encoding': encoding,
  'cache-control': cacheControl = '',
}: GraphQLResponse['headers']): boolean {
  return encoding === undefined && !cacheControl.includes('no-transform');
}

/** An ETag of a plugin is that of the plain body: a compressed one is equivalent, and not equal byte for byte. */
function encoded(headers: GraphQLResponse['headers'], encoding: string): GraphQLResponse['headers'] {
  const { etag } = headers;
  const weak = etag === undefined || etag.startsWith('W/') ? etag : `W/${etag}`;
  return { ...headers, 'content-encoding': encoding, ...(weak !== undefined && { etag: weak }) };
}
