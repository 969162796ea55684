import { isJsonObject } from '../../engine/contract/json.ts';
import { type FetchOptions, fetchSource } from './fetch-source.ts';
import { SourceError } from './source-error.ts';

/** Where an API specification comes from: an address, or its text as JSON or YAML. */
export type SpecificationSource = { url: string } | { text: string };

export const maxSpecificationBytes = 512 * 1024;

const maxDepth = 100;

/**
 * Reads an API specification and validates it: Swagger 2.0 or OpenAPI 3, without references to other files.
 * @throws SourceError
 */
export async function readSpecification(
  source: SpecificationSource,
  options: Omit<FetchOptions, 'maxBytes'>,
): Promise<Record<string, unknown>> {
  const text = 'text' in source ? source.text : await fetchedText(source.url, options);
  const { normalize, validate } = await import('@scalar/openapi-parser');
  const document: unknown = parseWith(normalize, text);
  if (!isJsonObject(document) || !isShallow(document)) throw new SourceError('PARSE_FAILED');
  const { valid } = await validate(document).catch(() => ({ valid: false }));
  if (!valid) throw new SourceError('INVALID_SPECIFICATION');
  return document;
}

async function fetchedText(url: string, options: Omit<FetchOptions, 'maxBytes'>): Promise<string> {
  const { bytes } = await fetchSource(url, { ...options, maxBytes: maxSpecificationBytes });
  return bytes.toString('utf8');
}

function parseWith(parse: (text: string) => unknown, text: string): unknown {
  try {
    // JSON has no references: those of YAML become copies, and circular ones are an error.
    return JSON.parse(JSON.stringify(parse(text)));
  } catch {
    throw new SourceError('PARSE_FAILED');
  }
}

/** Whether a value has at most `maxDepth` levels, so that it can be validated and serialized. */
function isShallow(root: object): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return true;
}
