import type { Worker } from 'node:cluster';
import { type LoadedDocuments, loadedDocuments } from '../server/admission/trusted-documents/loaded-documents.ts';
import type { ManifestDocument } from '../server/admission/trusted-documents/manifest.ts';
import type { DocumentsStatus } from '../server/observation/metrics/operations-metrics.ts';
import { sendToWorker } from './messages.ts';

interface DocumentVersion {
  readonly version: number;
  readonly documents: readonly ManifestDocument[];
}

/** The most versions that wait for an acknowledgement: more are there only while all workers hang. */
const maxPending = 8;

/**
 * Gives all workers the same trusted documents. The primary process reads them, so that a worker that replaces another one
 * never gets documents that the others have rejected.
 */
export class DocumentBroadcast {
  #current: DocumentVersion;
  /** Those that no worker has acknowledged yet, the oldest first. */
  #pending: readonly DocumentVersion[] = [];
  #loaded: LoadedDocuments;
  #versions = 0;
  #failedReads = 0;
  #lastReadFailed = false;
  #reading: Promise<void> = Promise.resolve();
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

  /** The reloads that failed before the workers were told of them; the workers count the others. */
  get status(): DocumentsStatus {
    return { reloads: { success: 0, failure: this.#failedReads }, lastReloadFailed: this.#lastReadFailed };
  }

  /** Reads documents when earlier reads have ended, and sends them to the workers. Rejects where they cannot be read. */
  reloadFrom(read: () => Promise<readonly ManifestDocument[]>, workers: () => readonly Worker[]): Promise<void> {
    const reloaded = this.#reading.then(async () => this.reload(await this.#counted(read), workers()));
    this.#reading = reloaded.catch(() => {});
    return reloaded;
  }

  async #counted(read: () => Promise<readonly ManifestDocument[]>): Promise<readonly ManifestDocument[]> {
    try {
      const documents = await read();
      this.#lastReadFailed = false;
      return documents;
    } catch (error) {
      this.#failedReads++;
      this.#lastReadFailed = true;
      throw error;
    }
  }

  /** Sends documents to workers that serve requests. They are the current ones once a worker has accepted them. */
  reload(documents: readonly ManifestDocument[], workers: readonly Worker[]): void {
    this.#versions++;
    const next = { version: this.#versions, documents };
    this.#pending = [...this.#pending, next].slice(-maxPending);
    for (const worker of workers) sendToWorker(worker, { kind: 'documents', ...next });
  }

  /** Sends the current documents to a worker that starts. */
  sendTo(worker: Worker): void {
    this.#sent.set(worker, this.#current.version);
    sendToWorker(worker, { kind: 'documents', ...this.#current });
  }

  /** Records whether a worker has accepted documents. The next ones may be on their way already. */
  reloaded(version: number, isValid: boolean): void {
    const found = this.#pending.find((pending) => pending.version === version);
    if (found === undefined) return;
    this.#pending = this.#pending.filter((pending) => pending !== found && !(isValid && pending.version < version));
    if (!isValid) return;
    this.#current = found;
    this.#loaded = loadedDocuments(found.documents);
  }

  /** Brings a worker up to date that has become ready: documents may have changed since it started. */
  workerReady(worker: Worker): void {
    const sent = this.#sent.get(worker) ?? 0;
    const newer = [this.#current, ...this.#pending].filter(({ version }) => version > sent);
    for (const documents of newer) sendToWorker(worker, { kind: 'documents', ...documents });
  }
}
