import { createHmac, hash, randomBytes } from 'node:crypto';

/** What keys are made with where several processes use the same ones. */
export interface SharedKeyOptions {
  readonly secret: string;
  /** The version of the gateway: those of another version may take other responses for valid. */
  readonly version: string;
}

/**
 * Makes the keys of kept responses. They are made with a secret, by default one of the process, so that they tell nothing of
 * credentials and addresses. Each part comes with its length: no two lists of parts are joined to the same text.
 */
export class CacheKeys {
  readonly #secret: Buffer;
  readonly #tagSecret: Buffer;
  readonly #sealSecret: Buffer;
  readonly #baseUrl: string;
  readonly #version: string;

  /** `baseUrl`: the base address of the service. */
  constructor(baseUrl: string, shared?: SharedKeyOptions) {
    const secret = shared?.secret ?? randomBytes(32);
    this.#secret = derived(secret, 'keys');
    this.#tagSecret = derived(secret, 'tags');
    this.#sealSecret = derived(secret, 'seals');
    this.#baseUrl = baseUrl;
    this.#version = shared?.version ?? '';
  }

  /** The secret of an identity with this service: an HMAC, which nobody can compute without the secret. */
  scopeOf(identity: string): string {
    const text = joined(joined(this.#version, this.#baseUrl), identity);
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  /** The key of a read. As its scope is secret, a plain hash gives nothing away. */
  keyOf(scope: string, url: string): string {
    return hash('sha256', joined(scope, url), 'base64url');
  }

  /** A tag of this service, as other processes see it. It is the same in all versions. */
  sharedTagOf(tag: string): string {
    const digest = createHmac('sha256', this.#tagSecret).update(joined(this.#baseUrl, tag)).digest();
    return digest.toString('base64url', 0, 16);
  }

  /** The key that the response under a key is encrypted with. */
  sealKeyOf(key: string): Buffer {
    return createHmac('sha256', this.#sealSecret).update(key).digest();
  }

  /** The part of a shared store that belongs to the secret and the service. */
  get namespace(): string {
    return this.sharedTagOf('');
  }
}

function derived(secret: string | Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}

function joined(first: string, second: string): string {
  return `${first.length}:${first}${second.length}:${second}`;
}
