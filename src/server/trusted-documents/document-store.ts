import type { DocumentNode } from 'graphql';
import { LruCache } from '../graphql/lru-cache.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** Length of a SHA-256 in hex, with which Apollo's keys end. */
const hashLength = 64;

/** The parsed and valid documents of Apollo's pipeline: all trusted ones, and those of other requests that were used recently. */
export class ApolloDocumentStore {
  readonly #trusted: TrustedDocuments;
  readonly #others = new LruCache<DocumentNode>({
    entries: 1000,
    characters: 262_144,
    weight: 262_144,
    weightOf: ({ loc }) => loc?.source.body.length ?? 0,
  });

  constructor(trusted: TrustedDocuments) {
    this.#trusted = trusted;
  }

  async get(key: string): Promise<DocumentNode | undefined> {
    return this.#trusted.withHash(key.slice(-hashLength))?.executable.document ?? this.#others.get(key);
  }

  async set(key: string, document: DocumentNode): Promise<void> {
    this.#others.set(key, document);
  }

  async delete(): Promise<void> {}
}
