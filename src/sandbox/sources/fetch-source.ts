import { Agent } from 'undici';
import { requireAllowed } from './allowed-address.ts';
import { SourceError } from './source-error.ts';

export interface FetchedSource {
  bytes: Buffer;
  /** In lower case, without parameters; empty if the response has none. */
  contentType: string;
}

export interface FetchOptions {
  signal: AbortSignal;
  /** Deadline of the whole fetch, in milliseconds. */
  timeoutMs: number;
  maxBytes: number;
}

/** Connects to the loopback interface, whatever the name in the URL: names are not resolved. */
const loopback = new Agent({
  connect: {
    lookup: (_hostname, _options, callback) =>
      callback(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]),
  },
  connections: 8,
  keepAliveTimeout: 1,
});

/**
 * Fetches a `data:` URL, or an address of this machine. Redirects are not followed, and no credentials are sent.
 * @throws SourceError
 */
export async function fetchSource(url: string, { signal, timeoutMs, maxBytes }: FetchOptions): Promise<FetchedSource> {
  const address = requireAllowed(url);
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    return address.protocol === 'data:'
      ? await readData(address, maxBytes)
      : await readLoopback(address, AbortSignal.any([signal, deadline]), maxBytes);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new SourceError(deadline.aborted ? 'FETCH_TIMEOUT' : 'FETCH_FAILED');
  }
}

async function readData(url: URL, maxBytes: number): Promise<FetchedSource> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxBytes) throw new SourceError('FETCH_TOO_LARGE');
  return { bytes, contentType: mediaType(response.headers.get('content-type')) };
}

async function readLoopback(url: URL, signal: AbortSignal, maxBytes: number): Promise<FetchedSource> {
  const headers = { accept: '*/*', 'accept-encoding': 'identity' };
  const { origin, pathname, search } = url;
  const response = await loopback.request({ origin, path: `${pathname}${search}`, method: 'GET', signal, headers });
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early destroys the connection.
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new SourceError('FETCH_TOO_LARGE');
    chunks.push(chunk);
  }
  if (response.statusCode !== 200) throw new SourceError('FETCH_FAILED');
  return { bytes: Buffer.concat(chunks), contentType: mediaType(response.headers['content-type']) };
}

function mediaType(header: string | string[] | null | undefined): string {
  return ([header].flat()[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
