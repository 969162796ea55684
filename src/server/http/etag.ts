import { createHash } from 'node:crypto';

/** The ETag of a body. It is weak, as it is the same in each encoding. */
export function weakEtagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url')}"`;
}
