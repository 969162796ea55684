import { createHash } from 'node:crypto';
import type { ManifestDocument } from './manifest.ts';

/** Which trusted documents are in use, for operators. */
export interface LoadedDocuments {
  /** How many ids they have. */
  readonly documents: number;
  /** SHA-256 of their ids, texts and settings in hex: processes with the same one execute the same. */
  readonly sha256: string;
  /** When they were loaded, in ISO 8601. */
  readonly loadedAt: string;
}

/** Describes documents that are loaded now. Their order and their files make no difference. */
export function loadedDocuments(documents: readonly ManifestDocument[]): LoadedDocuments {
  const entries = documents.map(({ id, text, onError }) => JSON.stringify([id, text, onError])).sort();
  const hash = createHash('sha256');
  for (const entry of entries) hash.update(`${entry}\n`);
  return { documents: documents.length, sha256: hash.digest('hex'), loadedAt: new Date().toISOString() };
}
