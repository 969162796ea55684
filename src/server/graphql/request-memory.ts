import type { Memory, MemoryClaim } from '../../engine/engine.ts';
import { overloaded } from '../admission/load-monitor.ts';
import type { ClientPlaces } from '../admission/rate-limits/client-places.ts';
import { cancelledStatus, HttpError } from '../http/http-errors.ts';
import type { GraphQLRequest, RequestParts } from '../http/http-messages.ts';
import type { ParsedRequest } from '../request/parse-request.ts';

/** Larger bodies need memory, and are parsed in turns of the event loop. In bytes. */
const smallBytes = 20_000;

/** Memory of a document for each byte of its text. */
const perByte = 100;

/** Most memory that a document takes, whose tokens are limited, in bytes. */
const maxForDocument = 10_485_760;

/** Memory of values for each byte of their JSON. */
const perByteOfValues = 10;

/** Whether a request has to have memory before it is parsed. */
export function isLarge({ body }: Pick<RequestParts, 'body'>): boolean {
  return body !== undefined && body.length > smallBytes;
}

/**
 * Takes the memory that a large request needs while it is parsed and validated, as estimated: its body may be a document, or values.
 * Rejects with status 503 where there is none in time.
 */
export async function memoryFor(
  request: GraphQLRequest,
  { memory, places }: { readonly memory: Memory; readonly places: ClientPlaces },
): Promise<MemoryClaim> {
  const length = request.body?.length ?? 0;
  // Calls of `execute` have no address: they share all of the memory.
  const address = places.addressOf(request) || undefined;
  const claim = await memory.claim(bytesFor(length, length), address, request.cancellation);
  if (claim === undefined)
    throw request.cancellation?.isCancelled
      ? new HttpError(cancelledStatus, 'CANCELLED', 'The client has left.')
      : overloaded();
  return claim;
}

/** The memory that a large request needs once it is parsed, in bytes as estimated. */
export function bytesOf({ body }: Pick<RequestParts, 'body'>, { params }: ParsedRequest): number {
  return bytesFor(params?.query?.length ?? 0, body?.length ?? 0);
}

function bytesFor(documentLength: number, valuesLength: number): number {
  return Math.min(documentLength * perByte, maxForDocument) + valuesLength * perByteOfValues;
}
