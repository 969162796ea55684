import { LruCache } from '../runtime/lru-cache.ts';

/**
 * The content types of successful responses by the request's `Accept`, learned from Apollo. Its rules (quality values,
 * wildcards, parameters, the order of preference) are then in one place, and no later version of it can differ from
 * ours. Nothing else in a request decides the type.
 */
export class NegotiationCache {
  readonly #contentTypes = new LruCache<string>({ entries: 200, characters: 65_536 });

  /** The content type that Apollo chose for the header; undefined where that is not known. */
  get(accept: string): string | undefined {
    return this.#contentTypes.get(accept);
  }

  /** Notes the content type of a successful response of Apollo. */
  learn(accept: string, contentType: string): void {
    if (this.#contentTypes.get(accept) === undefined) this.#contentTypes.set(accept, contentType);
  }
}
