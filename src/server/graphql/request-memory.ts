import type { Memory, MemoryClaim } from '../../engine/engine.ts';
import { overloaded } from '../admission/load-monitor.ts';
import type { RequestParts } from '../http/http-messages.ts';

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
 * Takes the memory that a large request needs while it is parsed, validated and executed, as estimated. Rejects with status 503 where
 * there is none in time.
 */
export async function memoryFor({ body }: Pick<RequestParts, 'body'>, memory: Memory): Promise<MemoryClaim> {
  const length = body?.length ?? 0;
  const claim = await memory.claim(Math.min(length * perByte, maxForDocument) + length * perByteOfValues);
  if (claim === undefined) throw overloaded();
  return claim;
}
