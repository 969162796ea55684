import type { DocumentNode } from 'graphql';
import { LruCache } from '../runtime/lru-cache.ts';

/** A valid document, and the SHA-256 of its text in hexadecimal digits. */
export interface ValidDocument {
  readonly hash: string;
  readonly document: DocumentNode;
}

/** Documents that are trusted, by the hash of their text. */
interface TrustedTexts {
  withHash(hash: string): { readonly executable: { readonly document: DocumentNode } } | undefined;
}

/**
 * The parsed and valid documents that Apollo's pipeline neither parses nor validates again: all trusted ones, and others that
 * were used recently.
 */
export class ValidDocuments {
  readonly #trusted: TrustedTexts | undefined;
  readonly #recent = new LruCache<DocumentNode>({
    entries: 1000,
    characters: 262_144,
    weight: 262_144,
    weightOf: ({ loc }) => loc?.source.body.length ?? 0,
  });

  constructor(trusted: TrustedTexts | undefined) {
    this.#trusted = trusted;
  }

  /** The document whose text has this hash. */
  withHash(hash: string): DocumentNode | undefined {
    return this.#trusted?.withHash(hash)?.executable.document ?? this.#recent.get(hash);
  }

  add({ hash, document }: ValidDocument): void {
    if (this.withHash(hash) === undefined) this.#recent.set(hash, document);
  }
}
