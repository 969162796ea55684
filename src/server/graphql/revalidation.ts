import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { minCompressedLength, preferredCompression } from '../http/content-encoding.ts';
import { weakEtagOfBody } from '../http/etag.ts';
import { textOf } from '../http/headers.ts';
import type { GraphQLResponse, RequestParts, ResponseBody } from '../http/http-messages.ts';
import { byteLengthOf } from '../http/response-body.ts';
import { LruCache } from '../runtime/lru-cache.ts';

type Compression = 'br' | 'gzip';

/** Size up to which a body is compressed, in bytes. */
const maxBytes = 8_388_608;

/** Compressed bodies that are kept, in bytes; a generation of the cache holds as much, and one body more. */
const keptBytes = 1_048_576;

/** Compressions at one time. They run in the thread pool, where others need a thread, too. */
const maxRunning = 2;

/** A browser may keep the response, and asks before each use whether it is still the same. */
export const revalidatedByClient = 'private, no-cache';

const compress: Readonly<Record<Compression, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => promisify(gzip)(body),
};

/**
 * Makes responses that describe the schema small: compressed, and with an ETag, for which a client that has the same body
 * gets status 304. The ETag is that of the response, or else made of the
 * body, so that it is right whatever the response depends on. Each body is
 * compressed once, outside the event loop.
 */
export class Revalidation {
  /** Compressed bodies by their encoding and ETag. */
  readonly #compressed = new LruCache<Promise<Buffer | undefined>>({
    entries: 32,
    characters: 4096,
    weight: keptBytes,
  });
  #running = 0;

  /** The response in the form that the request accepts. Responses to POST stay `no-store`: no browser keeps them. */
  async apply(request: Pick<RequestParts, 'method' | 'headers'>, response: GraphQLResponse): Promise<GraphQLResponse> {
    const { method, headers } = request;
    const { body } = response;
    const all: Record<string, string> = { ...response.headers, vary: withAcceptEncoding(response.headers.vary) };
    const compression = compressionFor(textOf(headers['accept-encoding']), body);
    // Nobody needs an ETag.
    if (method === 'POST' && compression === undefined) return { ...response, headers: all };
    const etag = all.etag ?? (await weakEtagOfBody(body));
    const cached: Record<string, string> =
      method === 'POST' ? all : { ...all, 'cache-control': revalidatedByClient, etag };
    if (method !== 'POST' && matches(textOf(headers['if-none-match']), etag)) return notModified(cached);
    const compressed = compression && (await this.#compress(body, etag, compression));
    if (compressed === undefined) return { ...response, headers: cached };
    return { ...response, headers: { ...cached, 'content-encoding': compression as string }, body: [compressed] };
  }

  /** Undefined where too many others are being compressed; resolves to undefined where zlib fails. */
  #compress(body: ResponseBody, etag: string, compression: Compression): Promise<Buffer | undefined> | undefined {
    const key = `${compression} ${etag}`;
    const known = this.#compressed.get(key);
    if (known !== undefined || this.#running >= maxRunning) return known;
    this.#running++;
    const compressed = this.#finished(compress[compression](bytesOf(body)));
    this.#compressed.set(key, compressed);
    return compressed;
  }

  async #finished(compressing: Promise<Buffer>): Promise<Buffer | undefined> {
    try {
      const compressed = await compressing;
      this.#compressed.grow(compressed.length);
      return compressed;
    } catch {
      return undefined;
    } finally {
      this.#running--;
    }
  }
}

/**
 * A response to a query with an ETag, by which a client that has the same body gets status 304. Responses to POST stay as they
 * are: no browser keeps them.
 */
export function validated(
  request: Pick<RequestParts, 'method' | 'headers'>,
  response: GraphQLResponse,
  cacheControl: string,
): GraphQLResponse | Promise<GraphQLResponse> {
  return request.method === 'GET' ? withEtag(request, response, cacheControl) : response;
}

async function withEtag(
  { headers }: Pick<RequestParts, 'headers'>,
  response: GraphQLResponse,
  cacheControl: string,
): Promise<GraphQLResponse> {
  const etag = await weakEtagOfBody(response.body);
  const all: Record<string, string> = { ...response.headers, etag, 'cache-control': cacheControl };
  return matches(textOf(headers['if-none-match']), etag) ? notModified(all) : { ...response, headers: all };
}

function notModified({ 'content-type': _, ...headers }: Record<string, string>): GraphQLResponse {
  return { status: 304, headers, body: '' };
}

function bytesOf(body: ResponseBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
}

function compressionFor(accepted: string, body: ResponseBody): Compression | undefined {
  const length = byteLengthOf(body);
  if (length < minCompressedLength || length > maxBytes) return undefined;
  return preferredCompression(accepted);
}

/** Whether an `If-None-Match` header (RFC 9110, section 13.1.2) has the weak ETag. */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^(?!W\/)/, 'W/') === etag);
}

function withAcceptEncoding(vary: string | undefined): string {
  if (vary === undefined) return 'accept-encoding';
  return vary.split(', ').includes('accept-encoding') ? vary : `${vary}, accept-encoding`;
}
