import { createHmac, hash, randomBytes } from 'node:crypto';

/**
 * Makes the keys of kept responses. They are made with a secret of the process, so that they tell nothing of credentials and
 * addresses. Each part comes with its length: no two lists of parts are joined to the same text.
 */
export class CacheKeys {
  readonly #secret = randomBytes(32);
  readonly #baseUrl: string;

  /** `baseUrl`: the base address of the service. */
  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** The secret of an identity with this service: an HMAC, which nobody can compute without the secret of the process. */
  scopeOf(identity: string): string {
    return createHmac('sha256', this.#secret).update(joined(this.#baseUrl, identity)).digest('base64url');
  }

  /** The key of a read. As its scope is secret, a plain hash gives nothing away. */
  keyOf(scope: string, url: string): string {
    return hash('sha256', joined(scope, url), 'base64url');
  }
}

function joined(first: string, second: string): string {
  return `${first.length}:${first}${second.length}:${second}`;
}
