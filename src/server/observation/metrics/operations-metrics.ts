import { counter, gauge, type MetricFamily } from './family.ts';

/** What became of the documents since the start. */
export interface DocumentsStatus {
  readonly reloads: { readonly success: number; readonly failure: number };
  /** Whether the documents are older than those that were to be loaded. */
  readonly lastReloadFailed: boolean;
}

/** What is read of the parts of a gateway that do not handle requests. */
export interface OperationsSources {
  /** The version of the gateway, as its traces have it. */
  version: string;
  /** Whether Redis can be used, by what it is used for; undefined where it is not used. */
  redis: Readonly<Record<string, boolean | undefined>>;
  documents: DocumentsStatus | undefined;
  unknownDocuments: Readonly<Record<'executed' | 'rejected', number>> | undefined;
  droppedSpans: number;
  /** How long the keys that verify tokens could not be read, in milliseconds; undefined where none are used. */
  keysFailingMs: number | undefined;
}

export function operationsMetrics(sources: OperationsSources): MetricFamily[] {
  const { version, redis, unknownDocuments, droppedSpans, keysFailingMs } = sources;
  const isUp = Object.entries(redis).filter(([, up]) => up !== undefined);
  return [
    gauge('docgraph_build_info', 'The version of the gateway.', [{ labels: { version }, value: 1 }], 'first'),
    gauge(
      'docgraph_redis_up',
      'Whether Redis can be used, by what it is used for.',
      isUp.map(([use, up]) => ({ labels: { use }, value: Number(up) })),
      'min',
    ),
    counter(
      'docgraph_unknown_documents_total',
      'Requests with a document that is not trusted, by what became of it.',
      samplesOf(unknownDocuments),
    ),
    ...reloadMetrics(sources.documents),
    counter('docgraph_spans_dropped_total', 'Spans that could not be exported.', droppedSpans),
    gauge(
      'docgraph_jwt_keys_failing_seconds',
      'How long the keys of JWT_JWKS_URL could not be read; 0 where the last request for them was successful.',
      keysFailingMs === undefined ? [] : keysFailingMs / 1000,
      'max',
    ),
  ];
}

/** The metrics of reloads of trusted documents; undefined where no documents are trusted. */
export function reloadMetrics(documents: DocumentsStatus | undefined): MetricFamily[] {
  return [
    counter(
      'docgraph_document_reloads_total',
      'Reloads of the trusted documents, by their result. Each process counts its own.',
      samplesOf(documents?.reloads),
    ),
    gauge(
      'docgraph_document_reload_failed',
      'Whether the last reload of the trusted documents failed.',
      documents === undefined ? [] : Number(documents.lastReloadFailed),
      'max',
    ),
  ];
}

function samplesOf(counts: Readonly<Record<string, number>> = {}) {
  return Object.entries(counts).map(([result, value]) => ({ labels: { result }, value }));
}
