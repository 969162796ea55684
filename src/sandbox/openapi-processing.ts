import type { OpenapiSpecRow } from './rows.ts';
import { SourceError } from './sources/source-error.ts';
import { readSpecification, type SpecificationSource } from './sources/specification.ts';
import type { Store } from './store.ts';

/** Name of the document in a version's files. */
export const specificationFile = 'openapi.json';

/**
 * Starts to process a new source of a specification. The specification is `pending` at first. Then it has a new version
 * and is `complete`, or it keeps its versions, is `failed`, and has the reason in `lastProcessErrorCode`.
 */
export function processSource(store: Store, spec: OpenapiSpecRow, source: SpecificationSource): OpenapiSpecRow {
  store.background.start(spec.id, async (signal) => {
    const { timeoutMs } = store.background.settings;
    const result = await readSpecification(source, { signal, timeoutMs }).catch(errorCode);
    if (!signal.aborted) finish(store, spec, result);
  });
  return store.openapiSpecs.update(spec, {
    sourceURL: 'url' in source ? source.url : undefined,
    updatedAt: store.clock.iso(),
    processingState: 'pending',
    lastProcessErrorCode: undefined,
  });
}

function finish(store: Store, spec: OpenapiSpecRow, result: Record<string, unknown> | string): void {
  const now = store.clock.iso();
  const failed = typeof result === 'string';
  if (!failed) {
    const filesystem = { [specificationFile]: result };
    store.openapiSpecVersions.insert({ id: store.newId(), spec: spec.id, createdAt: now, filesystem });
  }
  store.openapiSpecs.update(spec, {
    updatedAt: now,
    processingState: failed ? 'failed' : 'complete',
    lastProcessedAt: now,
    lastProcessErrorCode: failed ? result : undefined,
  });
}

/** Any other error is one of the parser, which reports documents that it does not expect by throwing. */
const errorCode = (error: unknown): string => (error instanceof SourceError ? error.code : 'PARSE_FAILED');
