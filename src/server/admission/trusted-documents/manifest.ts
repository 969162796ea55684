import { type ErrorBehavior, isErrorBehavior, isJsonObject } from '../../../engine/engine.ts';
import { quoted, TrustedDocumentsError } from './errors.ts';

export interface ManifestDocument {
  /** What requests name it by: often, but not always, the SHA-256 of its text. */
  id: string;
  text: string;
  /** What errors do to the response; undefined where requests say it. */
  onError?: ErrorBehavior | undefined;
  /** The file that holds it, for messages. */
  file: string;
}

/** Longest id, in characters: of a document, and of one that a request can name. */
export const maxIdLength = 512;

const apolloFormat = 'apollo-persisted-query-manifest';

/**
 * Parses a manifest, whose form tells who wrote it: Relay and the client preset of GraphQL Code Generator write
 * `{"<id>": "<text>"}`, Apollo `{"format": "apollo-persisted-query-manifest", "version": 1, "operations": [{id, name, type,
 * body}]}`, where an operation may also have `onError`. Throws a TrustedDocumentsError with a line for each mistake.
 */
export function parseManifest(json: string, file: string): ManifestDocument[] {
  const manifest = parsed(json, file);
  const entries = Object.hasOwn(manifest, 'format')
    ? apolloEntries(manifest, file)
    : Object.entries(manifest).map(([id, text]) => ({ id, text, onError: undefined }));
  const mistakes = entries.flatMap((entry, i) => mistakeIn(entry, i) ?? []);
  if (mistakes.length > 0) throw new TrustedDocumentsError(mistakes.map((mistake) => `${file}: ${mistake}`));
  return entries.map(({ id, text, onError }) => ({
    id: String(id),
    text: String(text),
    file,
    ...(isErrorBehavior(onError) && { onError }),
  }));
}

function parsed(json: string, file: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new TrustedDocumentsError([`${file}: The manifest is not valid JSON.`]);
  }
  if (isJsonObject(value)) return value;
  throw new TrustedDocumentsError([`${file}: The manifest must be a JSON object.`]);
}

interface Entry {
  id: unknown;
  text: unknown;
  onError: unknown;
}

function apolloEntries({ format, version, operations }: Readonly<Record<string, unknown>>, file: string): Entry[] {
  const fail = (mistake: string) => new TrustedDocumentsError([`${file}: ${mistake}`]);
  if (format !== apolloFormat) throw fail(`"format" must be ${quoted(apolloFormat)}.`);
  if (version !== 1) throw fail('"version" must be 1.');
  if (!Array.isArray(operations)) throw fail('"operations" must be a list.');
  return operations.map((operation: unknown) =>
    isJsonObject(operation)
      ? { id: operation.id, text: operation.body, onError: operation.onError }
      : { id: undefined, text: undefined, onError: undefined },
  );
}

function mistakeIn({ id, text, onError }: Entry, index: number): string | undefined {
  if (typeof id !== 'string' || id === '') return `Document ${index + 1} needs an id, which is a text.`;
  if (id.length > maxIdLength) return `The id ${quoted(id)} is longer than ${maxIdLength} characters.`;
  if (typeof text !== 'string') return `The document ${quoted(id)} must be a text.`;
  if (onError !== undefined && !isErrorBehavior(onError)) {
    return `"onError" of the document ${quoted(id)} must be "PROPAGATE", "NULL" or "HALT".`;
  }
  return undefined;
}
