import { Cancellation } from '../../../engine/engine.ts';
import type { AddressAdmission, AddressEntry } from '../../admission/rate-limits/address-admission.ts';
import type { GraphQLRequest, GraphQLResponse } from '../../http/http-messages.ts';
import { byteLengthOf, hasNoBody, piecesOf, reasonOf } from '../../http/response-body.ts';
import type { NodeAdapterOptions } from './node.ts';
import { lengthOf } from './read-body.ts';
import { readStream } from './read-stream.ts';
import { targetOf } from './request-target.ts';

type FetchOptions = Omit<NodeAdapterOptions, 'memory' | 'isClosing'>;

type Parts = Pick<GraphQLRequest, 'body' | 'rejection'>;

/** What a server knows of a request beside what its `Request` holds. */
export interface FetchInfo {
  /** The address of the connection. Left out: all requests without one count as those of one address. */
  address?: string | undefined;
}

/** A handler for servers on `Request` and `Response`. It answers every request that it is given, whatever its path. */
export function fetchAdapter(options: FetchOptions) {
  return async (request: Request, info?: FetchInfo): Promise<Response> =>
    responseOf(await answerTo(options, request, addressIn(info)));
}

/** Servers call a handler with a second argument of their own. */
function addressIn(info: FetchInfo | undefined): string | undefined {
  const address: unknown = info?.address;
  return typeof address === 'string' ? address : undefined;
}

function responseOf({ status, headers, body }: GraphQLResponse): Response {
  if (hasNoBody(status)) return new Response(null, { status, headers });
  const statusText = reasonOf(status) ?? '';
  if (typeof body === 'string') return new Response(body, { status, statusText, headers });
  const pieces = piecesOf(body);
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { value, done } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const all = { ...headers, 'content-length': String(byteLengthOf(body)) };
  return new Response(stream, { status, statusText, headers: all });
}

async function answerTo(
  options: FetchOptions,
  request: Request,
  address: string | undefined,
): Promise<GraphQLResponse> {
  const { endpoint, addresses } = options;
  const { method, url, signal } = request;
  const cancellation = new Cancellation();
  const headers = Object.fromEntries(request.headers);
  const entry = addresses.entry({ headers, address }, method === 'POST' ? lengthOf(headers) : 0);
  const cancel = () => {
    cancellation.cancel();
    addresses.end(entry);
  };
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const parts = await partsOf(options, request, entry);
    return await endpoint.handle({
      method,
      ...targetOf(url.split('#', 1)[0] ?? ''),
      headers,
      ...parts,
      cancellation,
      source: request,
      address,
    });
  } finally {
    addresses.end(entry);
    // The signal may live as long as the server.
    signal.removeEventListener('abort', cancel);
  }
}

/** Waits until the request may enter, and reads its body. Never rejects. */
async function partsOf(options: FetchOptions, request: Request, entry: AddressEntry): Promise<Parts> {
  const { addresses, bodies, maxBodyBytes } = options;
  try {
    if (!request.signal.aborted && !addresses.tryEnter(entry)) await entered(addresses, entry, request.signal);
    if (request.method !== 'POST') return {};
    return { body: await readStream(request, maxBodyBytes, bodies) };
  } catch (rejection) {
    return { rejection };
  }
}

/** Resolves when the request may be read, and when its client is gone. */
function entered(addresses: AddressAdmission, entry: AddressEntry, signal: AbortSignal): Promise<void> {
  const settled = new AbortController();
  const entering = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(), { signal: settled.signal });
    addresses.wait(entry, resolve, reject);
  });
  return entering.finally(() => settled.abort());
}
