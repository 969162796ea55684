import { isJsonObject } from '../../../engine/engine.ts';
import { clientAddress } from '../../http/client-address.ts';
import { HttpError } from '../../http/http-errors.ts';
import type { RequestParts } from '../../http/http-messages.ts';
import { clientInfoOf } from '../../request/client-info.ts';
import { confirmedClientOf } from '../../request/confirmed-client.ts';
import { lenientParams, type ParsedRequest } from '../../request/parse-request.ts';
import type { RequestState } from '../../request/request-state.ts';
import type { TrustedDocument } from './trusted-document.ts';
import type { DocumentReference, TrustedDocuments } from './trusted-documents.ts';
import type { UnknownDocument, UnknownDocumentLog } from './unknown-document-log.ts';

/** `report` logs unknown documents, `enforce` rejects them. */
export type TrustedDocumentsMode = 'report' | 'enforce';

/** A request whose document was looked up. */
export interface AdmittedRequest extends ParsedRequest {
  /** The trusted document that it names. */
  trusted?: TrustedDocument | undefined;
  /** The document that it names, or sends, where that is not trusted. */
  unknown?: UnknownDocument | undefined;
}

interface RequestedDocument extends DocumentReference {
  /** Whether the id is that of an automatic persisted query (APQ), which the client can register. */
  isPersistedQuery: boolean;
  operationName: string | undefined;
}

/** A request before its document was looked up. */
interface AdmissionRequest extends RequestParts {
  /** IP address of the connection's other end, where it is known. */
  address?: string | undefined;
}

interface AdmissionOptions {
  documents: TrustedDocuments;
  mode: TrustedDocumentsMode;
  log: UnknownDocumentLog;
  /** Number of proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: number;
}

/** Looks up the documents of requests, before anything parses them. */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #unknownDocuments = { executed: 0, rejected: 0 };

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /**
   * The request with the text of the trusted document that it names. Throws an HttpError for an unknown document where only
   * trusted ones are executed, where there is nothing but an unknown id, and for another document or operation than the path names.
   */
  admit(request: AdmissionRequest, parsed: ParsedRequest): AdmittedRequest {
    // Such a request has no document: it is rejected by others.
    if (parsed.rejection !== undefined || (request.method === 'POST' && !isJsonObject(parsed.body))) return parsed;
    const requested = requestedDocument(request, parsed);
    const trusted = this.#options.documents.find(requested);
    if (trusted === undefined) return this.#unknown(request, parsed, requested);
    if (this.#isOtherThanInPath(request, requested, trusted)) throw otherDocument();
    const { operationName } = requested;
    const params = parsed.params && { ...parsed.params, query: trusted.text, hash: undefined, operationName };
    return { ...parsed, params, trusted };
  }

  /** Counts and logs an unknown document that was executed, with the name of the operation. */
  logExecution(unknown: UnknownDocument, state: RequestState): void {
    if (state.operation !== undefined && state.rejection === undefined) this.#unknownDocuments.executed++;
    const operationName = state.operation?.name?.value ?? unknown.operationName;
    this.#options.log.add({ ...unknown, operationName }, state.observed.client, confirmedClientOf(state));
  }

  /** How many requests had an unknown document. */
  get unknownDocuments(): Readonly<Record<'executed' | 'rejected', number>> {
    return this.#unknownDocuments;
  }

  /** Proxies decide by the path. What it names is no document where an endpoint of an embedder is mounted below `/graphql`. */
  #isOtherThanInPath(
    { documentInPath }: AdmissionRequest,
    { operationName }: RequestedDocument,
    { text }: TrustedDocument,
  ): boolean {
    if (documentInPath === undefined) return false;
    const named = this.#options.documents.find({ id: documentInPath.id, text: undefined });
    if (named === undefined) return false;
    return named.text !== text || (documentInPath.operationName ?? operationName) !== operationName;
  }

  #unknown(request: AdmissionRequest, parsed: ParsedRequest, requested: RequestedDocument): AdmittedRequest {
    const { mode, log, trustedProxies } = this.#options;
    const { headers } = request;
    const { id, text, isPersistedQuery } = requested;
    const unknown = { ...requested, address: clientAddress(headers, request.address, trustedProxies) };
    const isExecutable = text !== undefined || isPersistedQuery || id === undefined;
    if (mode === 'report' && isExecutable) return { ...parsed, unknown };
    if (id !== undefined || text !== undefined) this.#unknownDocuments.rejected++;
    log.add(unknown, clientInfoOf(headers));
    throw unknownDocument(mode);
  }
}

function unknownDocument(mode: TrustedDocumentsMode): HttpError {
  const message =
    mode === 'enforce'
      ? 'This gateway executes trusted documents only. Send the id of a document in its manifests.'
      : 'There is no trusted document with this id. Send the text of the document.';
  return new HttpError(400, 'UNKNOWN_DOCUMENT', message, {}, { code: 'UNKNOWN_DOCUMENT' });
}

function otherDocument(): HttpError {
  const message =
    'The path names another document, or another operation, than the request. Send the same, or leave it out.';
  return new HttpError(400, 'OTHER_DOCUMENT', message);
}

function requestedDocument(request: RequestParts, { params, body }: ParsedRequest): RequestedDocument {
  const { query, documentId, hash, operationName } = params ?? lenientParams(request, body);
  const { documentInPath } = request;
  const id = documentId ?? documentInPath?.id;
  return {
    id: id ?? hash,
    // Some clients send an empty text along with an id.
    text: query === '' ? undefined : query,
    isPersistedQuery: id === undefined && hash !== undefined,
    operationName: operationName ?? documentInPath?.operationName,
  };
}
