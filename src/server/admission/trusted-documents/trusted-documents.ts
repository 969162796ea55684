import { setImmediate } from 'node:timers/promises';
import type { ValidationRule } from 'graphql';
import type { Logger } from 'pino';
import type { Engine, ErrorBehavior } from '../../../engine/engine.ts';
import type { DocumentsStatus } from '../../observation/metrics/operations-metrics.ts';
import { DocumentSet } from './document-set.ts';
import { quoted, TrustedDocumentsError } from './errors.ts';
import { type LoadedDocuments, loadedDocuments } from './loaded-documents.ts';
import { type ManifestDocument, maxIdLength } from './manifest.ts';
import { readManifests, withoutRepetitions } from './read-manifests.ts';
import { TrustedDocument } from './trusted-document.ts';

/** Documents: the path of a manifest or of a folder of manifests, texts by their ids, or what `readManifests` gives. */
export type DocumentsSource = string | Readonly<Record<string, string>> | readonly ManifestDocument[];

/** Most compiled fields of all documents together: about 1,000 bytes each. */
const maxCompiledFields = 300_000;

/** Longest time for which loading runs without a pause, in milliseconds. */
const maxTurnMs = 5;

export interface TrustedDocumentsOptions {
  engine: Engine;
  /** Applied in addition to those of the specification. */
  validationRules: readonly ValidationRule[];
  /** Whether operations are compiled: not where graphql-js executes them. */
  compiles: boolean;
  logger: Pick<Logger, 'info'>;
}

/** How a request names a document. */
export interface DocumentReference {
  id: string | undefined;
  text: string | undefined;
}

/**
 * The documents that clients may send. All of them are valid, within the limits, and compiled when they are loaded. They
 * are kept apart from other operations, which cannot evict them.
 */
export class TrustedDocuments {
  readonly #options: TrustedDocumentsOptions;
  #documents = new DocumentSet([], new Map());
  #loaded: LoadedDocuments | undefined;
  #compiledFields = 0;
  #status: DocumentsStatus = { reloads: { success: 0, failure: 0 }, lastReloadFailed: false };
  #loading: Promise<void> = Promise.resolve();

  private constructor(options: TrustedDocumentsOptions) {
    this.#options = options;
  }

  /** Rejects with a TrustedDocumentsError where a document cannot be read, or is invalid. */
  static async load(source: DocumentsSource, options: TrustedDocumentsOptions): Promise<TrustedDocuments> {
    const documents = new TrustedDocuments(options);
    await documents.#replace(source);
    return documents;
  }

  /** The document that a request names by its id, by the SHA-256 of its text, or by its text: by all that it gives. */
  find({ id, text }: DocumentReference): TrustedDocument | undefined {
    const named = id === undefined || id.length > maxIdLength ? undefined : this.#documents.withId(id);
    if (text === undefined) return named;
    const document = this.#documents.withText(text);
    return id === undefined || named === document ? document : undefined;
  }

  /** The document with the SHA-256 in hex. */
  withHash(hash: string): TrustedDocument | undefined {
    return this.#documents.withId(hash);
  }

  /**
   * Replaces the documents when all new ones are valid; those with the same text stay compiled. Rejects as `load` does, and
   * then keeps the old ones. It takes turns with requests, and with other calls.
   */
  reload(source: DocumentsSource): Promise<void> {
    const loaded = this.#loading.then(() => this.#replace(source));
    loaded.then(
      () => this.#reloaded(true),
      () => this.#reloaded(false),
    );
    this.#loading = loaded.catch(() => {});
    return loaded;
  }

  /** Undefined until the first ones are loaded. */
  get loaded(): LoadedDocuments | undefined {
    return this.#loaded;
  }

  get status(): DocumentsStatus {
    return this.#status;
  }

  #reloaded(isSuccess: boolean): void {
    const { success, failure } = this.#status.reloads;
    const reloads = isSuccess ? { success: success + 1, failure } : { success, failure: failure + 1 };
    this.#status = { reloads, lastReloadFailed: !isSuccess };
  }

  async #replace(source: DocumentsSource): Promise<void> {
    const startedAt = performance.now();
    const before = this.#documents;
    const given = await manifestDocuments(source);
    const documents = await this.#load(given);
    this.#documents = documents;
    this.#loaded = loadedDocuments(given);
    this.#compiledFields = documents.weight;
    const counts = { documents: documents.size, added: documents.sizeWithout(before), fields: documents.weight };
    this.#options.logger.info({ ...counts, ms: Math.round(performance.now() - startedAt) }, 'trusted documents loaded');
  }

  async #load(documents: readonly ManifestDocument[]): Promise<DocumentSet> {
    const mistakes: string[] = [];
    const byText = new Map<string, TrustedDocument>();
    let fields = 0;
    let turnEnd = performance.now() + maxTurnMs;
    for (const { id, text, onError, file } of documents) {
      const same = byText.get(text);
      if (same !== undefined) {
        if (same.onError !== onError)
          mistakes.push(`${file}: ${quoted(id)} has another "onError" than the same text before.`);
        continue;
      }
      try {
        const document = this.#reusable(text, onError) ?? this.#created(text, onError);
        const isCompiled = document.executable.weight > 0;
        if (this.#options.compiles && !isCompiled && fields < maxCompiledFields) document.executable.compile();
        fields += document.executable.weight;
        byText.set(text, document);
      } catch (error) {
        if (!(error instanceof TrustedDocumentsError)) throw error;
        mistakes.push(...error.mistakes.map((line) => `${file}: ${quoted(id)} ${line}`));
      }
      if (performance.now() < turnEnd) continue;
      await setImmediate();
      turnEnd = performance.now() + maxTurnMs;
    }
    if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes);
    return new DocumentSet(
      documents.map(({ id, text }) => [id, text]),
      byText,
    );
  }

  #reusable(text: string, onError: ErrorBehavior | undefined): TrustedDocument | undefined {
    const document = this.#documents.withText(text);
    return document?.onError === onError ? document : undefined;
  }

  #created(text: string, onError: ErrorBehavior | undefined): TrustedDocument {
    return new TrustedDocument(text, onError, { ...this.#options, onGrowth: (fields) => this.#grow(fields) });
  }

  /** Beyond the limit all operations are compiled anew, when they are next executed. */
  #grow(fields: number): void {
    this.#compiledFields += fields;
    if (this.#compiledFields <= maxCompiledFields) return;
    this.#documents.evict();
    this.#compiledFields = 0;
  }
}

async function manifestDocuments(source: DocumentsSource): Promise<ManifestDocument[]> {
  if (typeof source === 'string') return await readManifests(source);
  if (isList(source)) return withoutRepetitions(source);
  return withoutRepetitions(Object.entries(source).map(([id, text]) => ({ id, text, file: 'trustedDocuments' })));
}

function isList(source: Exclude<DocumentsSource, string>): source is readonly ManifestDocument[] {
  return Array.isArray(source);
}
