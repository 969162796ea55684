import { Cancellation } from '../../../engine/engine.ts';
import type { GraphQLEndpoint } from '../../graphql/endpoint.ts';
import { bodyTooLarge, HttpError } from '../../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../../http/http-messages.ts';
import { requestIdHeader } from '../../http/request-id.ts';
import { byteLengthOf, hasNoBody, piecesOf, reasonOf } from '../../http/response-body.ts';
import { targetOf } from './request-target.ts';

/** A handler for servers on `Request` and `Response`. It answers every request that it is given, whatever its path. */
export function fetchAdapter(endpoint: GraphQLEndpoint, maxBodyBytes: number) {
  return async (request: Request): Promise<Response> => {
    const answer = await answerTo(endpoint, request, maxBodyBytes);
    try {
      return responseOf(answer);
    } catch (error) {
      // A plugin may have set a header that HTTP does not allow.
      return responseOf(endpoint.fail(error, answer.headers[requestIdHeader]));
    }
  };
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

async function answerTo(endpoint: GraphQLEndpoint, request: Request, maxBodyBytes: number): Promise<GraphQLResponse> {
  const { method, url, signal } = request;
  const parts = method === 'POST' ? await readParts(request, maxBodyBytes) : {};
  const cancellation = new Cancellation();
  const cancel = () => cancellation.cancel();
  signal.addEventListener('abort', cancel);
  if (signal.aborted) cancel();
  try {
    const headers = Object.fromEntries(request.headers);
    return await endpoint.handle({
      method,
      ...targetOf(url.split('#', 1)[0] ?? ''),
      headers,
      ...parts,
      cancellation,
      source: request,
    });
  } finally {
    // The signal may live as long as the server.
    signal.removeEventListener('abort', cancel);
  }
}

async function readParts(request: Request, maxBodyBytes: number): Promise<Pick<GraphQLRequest, 'body' | 'rejection'>> {
  try {
    return { body: await readBody(request, maxBodyBytes) };
  } catch (rejection) {
    return { rejection };
  }
}

/** Reads a body of at most so many bytes. Rejects with an HttpError. */
async function readBody({ body, headers }: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw bodyTooLarge();
  const chunks: Uint8Array[] = [];
  let received = 0;
  const reader = body?.getReader();
  for (let chunk = await read(reader); chunk !== undefined; chunk = await read(reader)) {
    received += chunk.length;
    if (received > maxBytes) {
      reader?.cancel().catch(() => {});
      throw bodyTooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function read(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  try {
    return (await reader?.read())?.value;
  } catch {
    throw new HttpError(400, 'INCOMPLETE_BODY', 'The body could not be read.');
  }
}
