import type { DocumentNode } from 'graphql';
import { LruCache } from '../runtime/lru-cache.ts';

/** Length of a SHA-256 in hex, with which Apollo's keys end. */
const hashLength = 64;

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
 * The parsed and valid documents of Apollo's pipeline, which neither parses nor validates these again: all trusted ones, those
 * of requests in the pipeline, and others that were used recently.
 */
export class ValidDocuments {
  readonly #trusted: TrustedTexts | undefined;
  readonly #recent = new LruCache<DocumentNode>({
    entries: 1000,
    characters: 262_144,
    weight: 262_144,
    weightOf: ({ loc }) => loc?.source.body.length ?? 0,
  });
  readonly #lent = new Map<string, { document: DocumentNode; requests: number }>();

  constructor(trusted: TrustedTexts | undefined) {
    this.#trusted = trusted;
  }

  /** The document whose text has this hash. */
  withHash(hash: string): DocumentNode | undefined {
    return (
      this.#trusted?.withHash(hash)?.executable.document ?? this.#lent.get(hash)?.document ?? this.#recent.get(hash)
    );
  }

  add({ hash, document }: ValidDocument): void {
    if (this.#recent.get(hash) === undefined) this.#recent.set(hash, document);
  }

  /** Keeps a document at least until a request has been answered. */
  async keepFor<Response>({ hash, document }: ValidDocument, respond: () => Promise<Response>): Promise<Response> {
    const lent = this.#lent.get(hash) ?? { document, requests: 0 };
    lent.requests++;
    this.#lent.set(hash, lent);
    try {
      return await respond();
    } finally {
      lent.requests--;
      if (lent.requests === 0) this.#lent.delete(hash);
    }
  }

  /** For Apollo, as the two methods below. */
  async get(key: string): Promise<DocumentNode | undefined> {
    return this.withHash(key.slice(-hashLength));
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    this.add({ hash: key.slice(-hashLength), document });
  }

  async delete(): Promise<void> {}
}
