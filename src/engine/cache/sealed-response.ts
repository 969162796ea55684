import type { CachedResponse } from './cached-response.ts';
import type { StaleTimes } from './stale-times.ts';
import type { Validators } from './validators.ts';

/** What is kept of a response with its body. */
export interface ResponseParts extends Pick<CachedResponse, 'validators' | 'stale'> {
  readonly body: Buffer;
}

const lengthBytes = 4;
const nothing = Buffer.alloc(lengthBytes);

/** A body with what belongs to it, as bytes that can be sealed together: nobody can give a body the validators of another one. */
export function packed({ body, validators, stale }: ResponseParts): Buffer[] {
  if (validators === undefined && stale === undefined) return [nothing, body];
  const text = Buffer.from(JSON.stringify({ validators, stale }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  return [length, text, body];
}

/** The parts of bytes that were packed. */
export function unpacked(bytes: Buffer): ResponseParts {
  const end = lengthBytes + bytes.readUInt32BE();
  const body = bytes.subarray(end);
  if (end === lengthBytes) return { body, validators: undefined, stale: undefined };
  // Only who has the secret can have sealed it.
  const { validators, stale } = JSON.parse(bytes.toString('utf8', lengthBytes, end)) as Written;
  return { body, validators: validators && { etag: undefined, lastModified: undefined, ...validators }, stale };
}

/** JSON leaves out what is undefined. */
interface Written {
  readonly validators?: Partial<Validators> & Pick<Validators, 'headers'>;
  readonly stale?: StaleTimes;
}
