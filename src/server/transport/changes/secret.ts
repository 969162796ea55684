import { hash, timingSafeEqual } from 'node:crypto';

/** Compares texts with a secret, in a time that tells nothing of it. */
export class Secret {
  readonly #digest: Buffer;

  constructor(secret: string) {
    this.#digest = digestOf(secret);
  }

  /** Whether an `Authorization` header has the secret as its bearer token. */
  isIn(authorization: string | undefined): boolean {
    const [, token] = /^Bearer ([\x21-\x7e]{1,1024})$/i.exec(authorization ?? '') ?? [];
    return token !== undefined && timingSafeEqual(digestOf(token), this.#digest);
  }
}

/** Digests have one length, whatever that of the texts is. */
function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
