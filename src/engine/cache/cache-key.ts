import { createHmac, hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What keys are made with where several processes use the same ones. */
export interface SharedKeyOptions {
  readonly secret: string;
  /** What responses depend on besides identity and URL, such as the version of the gateway, which may take other ones for valid. */
  readonly version: string;
}

/** Longest URL, or query, that is part of the key as it is, in characters. */
const longestUrl = 512;

/** Identities whose scopes are remembered: most requests come from few of them, and a hash costs as much as the look-up of a result. */
const rememberedScopes = 2000;
/** Longer identities are not remembered, in characters. */
const longestIdentity = 1024;

/**
 * Makes the keys of kept responses. They are made with a secret, by default one of the process, so that they tell nothing of
 * credentials. Each part comes with its length: no two lists of parts are joined to the same text.
 */
export class CacheKeys {
  /** Whether keys leave the process. */
  readonly #isShared: boolean;
  readonly #secret: Buffer;
  /** The same, to be put before what is hashed. */
  readonly #prefix: string;
  readonly #tagSecret: Buffer;
  readonly #sealSecret: Buffer;
  readonly #baseUrl: string;
  readonly #version: string;
  readonly #scopes = new LRUCache<string, string>({ max: rememberedScopes });

  /** `baseUrl`: the base address of the service. */
  constructor(baseUrl: string, shared?: SharedKeyOptions) {
    const secret = shared?.secret ?? randomBytes(32);
    this.#isShared = shared !== undefined;
    this.#secret = derived(secret, 'keys');
    this.#prefix = this.#secret.toString('base64url');
    this.#tagSecret = derived(secret, 'tags');
    this.#sealSecret = derived(secret, 'seals');
    this.#baseUrl = baseUrl;
    this.#version = shared?.version ?? '';
  }

  /**
   * The secret of an identity with this service, which nobody can compute without the secret: an HMAC, or within one process a
   * hash of both, which costs a third of it.
   */
  scopeOf(identity: string): string {
    const known = this.#scopes.get(identity);
    if (known !== undefined) return known;
    const scope = this.#newScope(identity);
    if (identity.length <= longestIdentity) this.#scopes.set(identity, scope);
    return scope;
  }

  #newScope(identity: string): string {
    const text = joined(joined(this.#version, this.#baseUrl), identity);
    if (!this.#isShared) return hash('sha256', this.#prefix + text, 'base64url');
    return createHmac('sha256', this.#secret).update(text).digest('base64url');
  }

  /**
   * The key of a read. As its scope is secret, a plain hash gives nothing away; within one process, the URL may be read. All
   * scopes have the same length.
   */
  keyOf(scope: string, url: string): string {
    if (!this.#isShared && url.length <= longestUrl) return scope + url;
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

  /** The tag of everything that is kept for this service. */
  get everything(): string {
    return this.sharedTagOf('everything');
  }

  /** The part of a shared store that belongs to the secret and the service. */
  get namespace(): string {
    return this.sharedTagOf('namespace');
  }
}

function derived(secret: string | Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest();
}

function joined(first: string, second: string): string {
  return `${first.length}:${first}${second.length}:${second}`;
}
