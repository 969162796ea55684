import { hash } from 'node:crypto';
import {
  badUserInput,
  GatewayError,
  isJsonObject,
  isTurnOver,
  type OperationLimits,
  runAtOnce,
  runInTurns,
  type TurnOwner,
} from '../../engine/engine.ts';
import type { Admission, AdmittedRequest } from '../admission/trusted-documents/admission.ts';
import { type DocumentCheck, InvalidDocument, type InvalidRequest } from '../documents/document-check.ts';
import type { ValidDocument, ValidDocuments } from '../documents/valid-documents.ts';
import type { GraphQLRequest } from '../http/http-messages.ts';
import { documentTextOf, parseRequest } from '../request/parse-request.ts';
import type { FastPath, FastPathHit } from './fast-path.ts';
import { isLarge } from './request-memory.ts';

/** A request that can be executed, or rejected. */
export interface StartedRequest extends AdmittedRequest {
  rejection: GatewayError | undefined;
  /** What the fast path executes, unless there is a rejection. */
  hit?: FastPathHit | undefined;
  /** Its document, which is valid. */
  valid?: ValidDocument | undefined;
  /** Its document or its variables, which are not. */
  invalid?: InvalidRequest | undefined;
}

export interface RequestStartOptions {
  /** Undefined where every request goes through Apollo. */
  fastPath: FastPath | undefined;
  limits: OperationLimits;
  /** Undefined where no documents are trusted. */
  admission: Admission | undefined;
  check: DocumentCheck;
  documents: ValidDocuments;
  /** Whether plugins of the embedder are told of invalid documents. */
  hasPlugins: boolean;
}

/**
 * What is done for a request before its execution: its body is parsed, its document parsed and validated, its variables are
 * coerced. Each is done once. What takes long, and what arrives while others wait, is done in the client's turns.
 */
export class RequestStart {
  readonly #options: RequestStartOptions;

  constructor(options: RequestStartOptions) {
    this.#options = options;
  }

  /** Throws, or rejects with, an HttpError for what is no GraphQL request. `ownerOf` gives whose turns it takes. */
  start(request: GraphQLRequest, ownerOf: () => TurnOwner): StartedRequest | Promise<StartedRequest> {
    if (isLarge(request) || isTurnOver()) return runInTurns(this.#steps(request), ownerOf());
    const started = this.#find(request, runAtOnce(this.#parse(request)));
    const text = this.#uncheckedText(request, started);
    return text === undefined ? started : runInTurns(this.#check(request, started, text), ownerOf());
  }

  *#steps(request: GraphQLRequest): Generator<void, StartedRequest, void> {
    const parsed = yield* this.#parse(request);
    yield;
    const started = yield* this.#findInSteps(request, parsed);
    const text = this.#uncheckedText(request, started);
    if (text === undefined) return started;
    yield;
    return yield* this.#check(request, started, text);
  }

  *#check(request: GraphQLRequest, started: StartedRequest, text: string): Generator<void, StartedRequest, void> {
    const { check, documents, fastPath, hasPlugins } = this.#options;
    const textHash = hash('sha256', text, 'hex');
    const registered = started.params?.hash;
    // Apollo says that they do not belong together.
    if (registered !== undefined && registered !== textHash) return started;
    const document = documents.withHash(textHash) ?? (yield* check.steps(text));
    if (document instanceof GatewayError) return { ...started, rejection: document };
    // Their hooks for parsing and validation are called by Apollo, for valid documents, too.
    if (hasPlugins) return started;
    if (document instanceof InvalidDocument) return { ...started, invalid: document };
    const valid = { hash: textHash, document };
    documents.add(valid);
    yield;
    if (fastPath === undefined || registered !== undefined) return { ...started, valid };
    fastPath.executor.operations.add(text, document, started.params?.operationName, undefined);
    const found = yield* this.#findInSteps(request, started);
    if (found.hit !== undefined) found.hit.isCached = false;
    return { ...found, valid };
  }

  *#parse(request: GraphQLRequest): Generator<void, AdmittedRequest, void> {
    const parsed = yield* parseRequest(request, this.#options.limits);
    const admitted: AdmittedRequest = this.#options.admission?.admit(request, parsed) ?? parsed;
    const onError = admitted.trusted?.onError ?? admitted.onError;
    if (onError === undefined) return admitted;
    const rejection = this.#options.fastPath === undefined && onError !== 'PROPAGATE' ? onlyPropagates() : undefined;
    return { ...admitted, onError, rejection: admitted.rejection ?? rejection };
  }

  /** The request with what the fast path executes, or with the limit that it exceeds. */
  #find(request: GraphQLRequest, parsed: AdmittedRequest): StartedRequest {
    const { params, rejection, trusted } = parsed;
    if (rejection !== undefined || params === undefined) return parsed;
    const hit = this.#options.fastPath?.find(request, params, trusted?.executable);
    return hit === undefined ? parsed : withHit(parsed, hit);
  }

  /** The same, with the variables of a large request coerced in steps. */
  *#findInSteps(request: GraphQLRequest, parsed: AdmittedRequest): Generator<void, StartedRequest, void> {
    const { fastPath } = this.#options;
    const { params, rejection, trusted } = parsed;
    if (fastPath === undefined || rejection !== undefined || params === undefined) return parsed;
    if (!isLarge(request)) return this.#find(request, parsed);
    const place = fastPath.locate(request, params, trusted?.executable);
    if (place === undefined) return parsed;
    const { coerced, errors } = yield* fastPath.executor.coercionOf(place.executable, params.variables);
    if (coerced === undefined) return { ...parsed, invalid: { errors } };
    const prepared = fastPath.executor.prepareCoerced(place.executable, coerced);
    return withHit(parsed, fastPath.hit(place, prepared));
  }

  /** The text of a document that is still to be checked; undefined also where something else of the request is invalid. */
  #uncheckedText(
    request: GraphQLRequest,
    { hit, invalid, trusted, rejection, body, params }: StartedRequest,
  ): string | undefined {
    if (hit !== undefined || invalid !== undefined || trusted !== undefined || rejection !== undefined)
      return undefined;
    if (params === undefined && !(isJsonObject(body) && isWellFormed(body))) return undefined;
    return documentTextOf(request, body);
  }
}

/** Names all properties: objects that are copied by spreading would each have a hidden class of their own. */
function withHit(parsed: StartedRequest, hit: FastPathHit): StartedRequest {
  const { body, params, onError, trusted, unknown, valid, invalid } = parsed;
  return { body, params, rejection: hit.rejection, onError, trusted, unknown, hit, valid, invalid };
}

function onlyPropagates(): GatewayError {
  return badUserInput(
    'This gateway executes operations by graphql-js, which knows no other "onError" than "PROPAGATE".',
  );
}

/** Whether the parts of a request have the types that Apollo requires. */
function isWellFormed({ operationName, variables, extensions }: Readonly<Record<string, unknown>>): boolean {
  return (
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || isJsonObject(variables)) &&
    (extensions == null || isJsonObject(extensions))
  );
}
