import { isUtf8 } from 'node:buffer';
import { scan } from 'secure-json-parse';
import {
  type ErrorBehavior,
  GatewayError,
  holdsMoreValues,
  isDeeperThan,
  isJsonObject,
  jsonSizeOf,
  type OperationLimits,
  tooManyValues,
  tooNested,
  type Variables,
} from '../../engine/engine.ts';
import { mediaTypeOf, textOf } from '../http/headers.ts';
import { HttpError, methodNotAllowed, notAcceptable, unsupportedMediaType } from '../http/http-errors.ts';
import type { RequestParts } from '../http/http-messages.ts';
import { isAcceptable } from './acceptable.ts';
import { requestedErrorBehavior } from './requested-error-behavior.ts';

export interface ParsedRequest {
  /** The parsed JSON of a POST; undefined where there is none. */
  body: unknown;
  /** Undefined where a part has an unexpected type, or an extension is unknown: only Apollo can answer that. */
  params: OperationParams | undefined;
  /** Why the request is rejected before its operation is looked at. */
  rejection: GatewayError | undefined;
  /** What errors do to the response; undefined where the request says nothing of it. */
  onError?: ErrorBehavior | undefined;
}

/** A GraphQL request in the form that most clients send. */
export interface OperationParams {
  /** Undefined where only `hash` is given. */
  query: string | undefined;
  operationName: string | undefined;
  variables: Variables | undefined;
  /** SHA-256 of the query, of an automatic persisted query (APQ). */
  hash: string | undefined;
  /** Id of a trusted document. */
  documentId: string | undefined;
}

type JsonLimits = Pick<OperationLimits, 'maxJsonDepth' | 'maxInputValues'>;

/**
 * Parses a request whose JSON is within the limits, in steps of which the longest is `JSON.parse`. A step throws an HttpError where it is
 * no GraphQL request; wrong parts of one are left to Apollo.
 */
export function* parseRequest(request: RequestParts, limits: JsonLimits): Generator<void, ParsedRequest, void> {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'POST') throw methodNotAllowed();
  if (!isAcceptable(textOf(headers.accept))) throw notAcceptable();
  const parsed = method === 'GET' ? parseGet(request, limits) : yield* parseBody(request, limits);
  const onError = requestedErrorBehavior(request, parsed.body);
  if (onError instanceof GatewayError) return parsed.rejection === undefined ? rejected(onError) : parsed;
  return onError === undefined ? parsed : { ...parsed, onError };
}

/** The body itself and its `variables` are levels, too. */
const outerLevels = 2;

function* parseBody(request: RequestParts, limits: JsonLimits): Generator<void, ParsedRequest, void> {
  if (!hasJson(request)) return { body: undefined, params: undefined, rejection: undefined };
  const rejection = rejectionOf(request, limits);
  if (rejection !== undefined) return rejected(rejection);
  yield;
  const body = yield* parseJsonBody(request);
  const { maxJsonDepth } = limits;
  if (!isLong(request) && isDeeperThan(body, maxJsonDepth + outerLevels)) return rejected(tooDeep(maxJsonDepth));
  return { body, params: isJsonObject(body) ? paramsOf(body) : undefined, rejection: undefined };
}

function parseGet({ search }: RequestParts, { maxJsonDepth }: JsonLimits): ParsedRequest {
  const params = parseSearch(search);
  // Apollo parses parameters that are not understood here, without recursion.
  if (isDeeperThan(params?.variables, maxJsonDepth + 1)) return rejected(tooDeep(maxJsonDepth));
  return { body: undefined, params, rejection: undefined };
}

function tooDeep(maxJsonDepth: number): GatewayError {
  return tooNested('A value in the request', maxJsonDepth);
}

function rejected(rejection: GatewayError): ParsedRequest {
  return { body: undefined, params: undefined, rejection };
}

/** The text of a request's document; undefined where it has none. */
export function documentTextOf({ method, search }: RequestParts, body: unknown): string | undefined {
  const text = method === 'GET' ? new URLSearchParams(search).get('query') : isJsonObject(body) && body.query;
  return typeof text === 'string' ? text : undefined;
}

/** Whether a POST has a body to parse. Throws an HttpError for a body of another type. */
function hasJson({ headers, body, parsedBody }: RequestParts): boolean {
  const contentType = textOf(headers['content-type']);
  const type = mediaTypeOf(contentType);
  const hasBody = parsedBody !== undefined || (body !== undefined && body.length > 0);
  // Apollo rejects both: a page of another site can send them without a preflight.
  if (type === 'text/plain' || (type === '' && !hasBody)) return false;
  if (type !== 'application/json') throw unsupportedMediaType();
  if (parsedBody !== undefined) return true;
  if (!/^(?:identity)?$/i.test(textOf(headers['content-encoding']))) {
    throw new HttpError(415, 'UNSUPPORTED_ENCODING', 'The body must not be compressed.');
  }
  if (!/^utf-?8$/i.test(charset.exec(contentType)?.[1] ?? 'utf-8')) {
    throw new HttpError(415, 'UNSUPPORTED_CHARSET', 'The body must be in UTF-8.');
  }
  return true;
}

/** The charset in a `Content-Type`. */
const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/** Longer bodies are measured before they are parsed: what is nested deeply takes long. In bytes. */
const longBytes = 20_000;

function isLong({ body }: RequestParts): boolean {
  return body !== undefined && body.length >= longBytes;
}

/** The limit that the JSON of a request exceeds, where that is told before it is parsed. */
function rejectionOf(request: RequestParts, { maxJsonDepth, maxInputValues }: JsonLimits): GatewayError | undefined {
  const { body, parsedBody } = request;
  if (parsedBody !== undefined) {
    return holdsMoreValues(parsedBody, maxInputValues) ? tooManyValues(maxInputValues) : undefined;
  }
  // Each value has a byte, and another one before it.
  if (body === undefined || (!isLong(request) && body.length / 2 < maxInputValues)) return undefined;
  const maxLevels = maxJsonDepth + outerLevels;
  const { values, levels } = jsonSizeOf(body, maxInputValues, maxLevels);
  if (levels > maxLevels) return tooDeep(maxJsonDepth);
  return values > maxInputValues ? tooManyValues(maxInputValues) : undefined;
}

/** Parses the JSON of a body, and rejects the keys `__proto__` and `constructor.prototype`. */
function* parseJsonBody({ body, parsedBody }: RequestParts): Generator<void, unknown, void> {
  if (parsedBody !== undefined) return withoutPrototypes(parsedBody);
  const text = decode(body);
  const value = parseJson(text);
  if (!suspicious.test(text)) return value;
  yield;
  return withoutPrototypes(value);
}

function decode(body: Uint8Array | undefined): string {
  if (body === undefined || body.length === 0) throw malformed('Body must not be empty.');
  // Decoding would replace other bytes, and a mutation write the replacement.
  if (!isUtf8(body)) throw malformed('Body must be in UTF-8.');
  return Buffer.isBuffer(body) ? body.toString() : Buffer.from(body.buffer, body.byteOffset, body.length).toString();
}

/** Keys that could reach a prototype, and the escapes that they could be hidden in. */
const suspicious = /__proto__|constructor|\\u/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw malformed('Body must be valid JSON.');
  }
}

function withoutPrototypes(value: unknown): unknown {
  try {
    return isJsonObject(value) || Array.isArray(value) ? scan(value) : value;
  } catch {
    throw malformed('Body and variables must not have keys that reach a prototype.');
  }
}

function malformed(message: string): HttpError {
  return new HttpError(400, 'MALFORMED_JSON', message);
}

function paramsOf(body: Readonly<Record<string, unknown>>): OperationParams | undefined {
  const { query = null, operationName = null, variables = null, extensions = null } = body;
  if (query !== null && typeof query !== 'string') return undefined;
  if (operationName !== null && typeof operationName !== 'string') return undefined;
  if (variables !== null && !isJsonObject(variables)) return undefined;
  const persisted = extensions === null ? {} : persistedQueryOf(extensions);
  if (persisted === undefined) return undefined;
  return {
    query: query ?? undefined,
    operationName: operationName ?? undefined,
    variables: variables ?? undefined,
    hash: persisted.sha256Hash,
    documentId: documentIdIn(body),
  };
}

/** The id in `documentId`, or in `doc_id`, which Relay documents. */
function documentIdIn({ documentId, doc_id: relayId }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof documentId === 'string') return documentId;
  return typeof relayId === 'string' ? relayId : undefined;
}

/** What names the document of a request of which other parts may be invalid. */
export function lenientParams(
  { search }: Pick<RequestParts, 'search'>,
  body: unknown,
): Omit<OperationParams, 'variables'> {
  const values = isJsonObject(body) ? body : Object.fromEntries(new URLSearchParams(search));
  const { query, operationName, extensions } = values;
  const persisted = typeof extensions === 'string' ? parseParameter(extensions) : extensions;
  const hash = isJsonObject(persisted) && isJsonObject(persisted.persistedQuery) && persisted.persistedQuery.sha256Hash;
  return {
    query: typeof query === 'string' ? query : undefined,
    operationName: typeof operationName === 'string' ? operationName : undefined,
    hash: typeof hash === 'string' ? hash : undefined,
    documentId: documentIdIn(values),
  };
}

/** The persisted query that extensions name; undefined where they hold anything that could change the response. */
function persistedQueryOf(extensions: unknown): { sha256Hash?: string } | undefined {
  if (!isJsonObject(extensions)) return undefined;
  // `clientLibrary` is what Apollo Client 4 sends with every request: its own name and version.
  const { clientLibrary: _, persistedQuery, ...unknown } = extensions;
  if (Object.keys(unknown).length > 0) return undefined;
  if (persistedQuery === undefined) return {};
  if (!isJsonObject(persistedQuery)) return undefined;
  const { version, sha256Hash } = persistedQuery;
  return version === 1 && typeof sha256Hash === 'string' ? { sha256Hash } : undefined;
}

/** The parameters of a GET. Undefined where Apollo has to say what is wrong with them. */
function parseSearch(search: string): OperationParams | undefined {
  const found: Record<string, unknown> = {};
  for (const pair of search.replace(/^\?/, '').split('&')) {
    const end = pair.indexOf('=');
    const name = decodeParameter(end === -1 ? pair : pair.slice(0, end));
    if (!parameters.has(name)) continue;
    const text = end === -1 ? '' : decodeParameter(pair.slice(end + 1));
    if (text === '' && name !== 'query') continue;
    const value = jsonParameters.has(name) ? parseParameter(text) : text;
    if (value === undefined || name in found) return undefined;
    found[name] = value;
  }
  return paramsOf(found);
}

const jsonParameters: ReadonlySet<string> = new Set(['variables', 'extensions']);
const parameters: ReadonlySet<string> = new Set(['query', 'operationName', 'documentId', 'doc_id', ...jsonParameters]);

/** Decodes as `URLSearchParams` does, in less time. */
function decodeParameter(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return new URLSearchParams(`?x=${encoded}`).get('x') ?? '';
  }
}

/** Throws an HttpError for keys that reach a prototype; undefined for other texts that Apollo rejects. */
function parseParameter(text: string): object | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  if (suspicious.test(text)) withoutPrototypes(value);
  return value;
}
