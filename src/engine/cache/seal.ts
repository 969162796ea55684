import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** Bytes that nobody can read or change without the key, which is that of one entry alone. */
export interface Sealed {
  /** Tells them from what was sealed before and later. */
  readonly version: string;
  readonly bytes: Buffer;
}

export function seal(parts: readonly Buffer[], key: Buffer): Sealed {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  const updated = parts.map((part) => cipher.update(part));
  const bytes = Buffer.concat([nonce, ...updated, cipher.final(), cipher.getAuthTag()]);
  return { version: nonce.toString('base64url'), bytes };
}

/** Undefined for bytes that were not sealed with the key. */
export function unseal(bytes: Buffer, key: Buffer): Buffer | undefined {
  if (bytes.length < nonceLength + tagLength) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), { authTagLength: tagLength });
  decipher.setAuthTag(bytes.subarray(-tagLength));
  const body = decipher.update(bytes.subarray(nonceLength, -tagLength));
  try {
    return Buffer.concat([body, decipher.final()]);
  } catch {
    return undefined;
  }
}
