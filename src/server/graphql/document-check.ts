import { GatewayError } from '../../engine/http/errors.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import { parseWithinLimits } from '../../engine/operation/document-limits.ts';
import { LruCache } from './lru-cache.ts';

/** Checks the limits of documents before Apollo parses and validates them. */
export class DocumentCheck {
  readonly #limits: OperationLimits;
  /** Documents within the limits, by their text. */
  readonly #accepted = new LruCache<true>({ entries: 1000, characters: 262_144 });

  constructor(limits: OperationLimits) {
    this.#limits = limits;
  }

  /** The limit that a document exceeds; undefined for documents within the limits, and for invalid ones. */
  rejectionOf(text: string): GatewayError | undefined {
    if (this.#accepted.get(text)) return undefined;
    try {
      parseWithinLimits(text, this.#limits);
    } catch (error) {
      return error instanceof GatewayError ? error : undefined;
    }
    this.#accepted.set(text, true);
    return undefined;
  }
}
