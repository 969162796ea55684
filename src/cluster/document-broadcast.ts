import type { Worker } from 'node:cluster';
import { type LoadedDocuments, loadedDocuments } from '../server/admission/trusted-documents/loaded-documents.ts';
import type { ManifestDocument } from '../server/admission/trusted-documents/manifest.ts';
import { sendToWorker } from './messages.ts';

interface DocumentVersion {
  readonly version: number;
  readonly documents: readonly ManifestDocument[];
}

/**
 * Gives all workers the same trusted documents. The primary process reads them, so that a worker that replaces another one
 * never gets documents that the others have rejected.
 */
export class DocumentBroadcast {
  #current: DocumentVersion;
  #next: DocumentVersion | undefined;
  #loaded: LoadedDocuments;
  #versions = 0;
  /** The version that a worker started with. */
  readonly #sent = new WeakMap<Worker, number>();

  constructor(documents: readonly ManifestDocument[]) {
    this.#current = { version: 0, documents };
    this.#loaded = loadedDocuments(documents);
  }

  /** The documents that a worker has accepted last. */
  get loaded(): LoadedDocuments {
    return this.#loaded;
  }

  /** Sends documents to workers that serve requests. They are the current ones once a worker has accepted them. */
  reload(documents: readonly ManifestDocument[], workers: readonly Worker[]): void {
    this.#versions++;
    this.#next = { version: this.#versions, documents };
    for (const worker of workers) sendToWorker(worker, { kind: 'documents', ...this.#next });
  }

  /** Sends the current documents to a worker that starts. */
  sendTo(worker: Worker): void {
    this.#sent.set(worker, this.#current.version);
    sendToWorker(worker, { kind: 'documents', ...this.#current });
  }

  /** Records whether a worker has accepted documents. */
  reloaded(version: number, isValid: boolean): void {
    if (this.#next?.version !== version) return;
    if (isValid) {
      this.#current = this.#next;
      this.#loaded = loadedDocuments(this.#current.documents);
    }
    this.#next = undefined;
  }

  /** Brings a worker up to date that has become ready: documents may have changed since it started. */
  workerReady(worker: Worker): void {
    const newest = this.#next ?? this.#current;
    if (newest.version !== this.#sent.get(worker)) sendToWorker(worker, { kind: 'documents', ...newest });
  }
}
