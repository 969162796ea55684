import type { Credentials } from '../../engine/http/credentials.ts';
import { GatewayError } from '../../engine/http/errors.ts';
import { errorResponse, HttpError, internalMessage, notCached } from '../http-errors.ts';
import { overloaded } from '../load-monitor.ts';
import type { ObservedRequest } from '../observation/observed-request.ts';
import { RequestCalls } from '../observation/request-calls.ts';
import { requestIdHeader } from '../observation/request-id.ts';
import type { RequestQuota } from '../rate-limits/request-quota.ts';
import type { AdmittedRequest } from '../trusted-documents/admission.ts';
import { apolloRequest, trivialRequest } from '../trusted-documents/apollo-request.ts';
import { codeIn, responseOf } from './apollo-response.ts';
import { withCacheHeaders } from './cache-headers.ts';
import { RequestState } from './context.ts';
import { isSameOriginGet } from './csrf.ts';
import { DocumentCheck } from './document-check.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import type { FastPathHit } from './fast-path.ts';
import { headerMapOf } from './headers.ts';
import type { GraphQLRequest, GraphQLResponse } from './http-messages.ts';
import { isIntrospection } from './introspection.ts';
import { documentTextOf, type ParsedRequest, parseRequest } from './parse-request.ts';
import { Revalidation } from './revalidation.ts';

/** Answers GraphQL over HTTP. Cached operations take the fast path, everything else goes through Apollo's pipeline. */
export class GraphQLEndpoint {
  readonly #options: EndpointOptions;
  readonly #documents: DocumentCheck;
  readonly #revalidation = new Revalidation();
  #inFlight = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#documents = new DocumentCheck(options.limits);
  }

  /** Number of requests in flight. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether requests may name trusted documents in their path. */
  get trustsDocuments(): boolean {
    return this.#options.admission !== undefined;
  }

  /** Answers a request. Never rejects: a fault of the gateway is a response with status 500. */
  async handle(request: GraphQLRequest): Promise<GraphQLResponse> {
    const { compression, cors, rateLimits, observers } = this.#options;
    const observed = observers.requestStarted(request.method, request.headers);
    this.#inFlight++;
    const quota = rateLimits?.forRequest(request);
    let response: GraphQLResponse;
    try {
      response = cors?.preflightResponse(request) ?? (await this.#answer(request, observed, quota));
      if (compression !== undefined) response = await compression.apply(request, response);
    } catch (error) {
      response = this.#reject(observed, error);
    } finally {
      quota?.end();
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onIdle?.();
    }
    if (quota !== undefined) response = quota.describeIn(response);
    if (cors !== undefined) response = cors.describeIn(response, request);
    return response.headers[requestIdHeader] === undefined ? withRequestId(response, observed) : response;
  }

  /** The response in place of one that cannot be computed, or that cannot be sent, which is a fault of a plugin. */
  fail(error: unknown, requestId = ''): GraphQLResponse {
    this.#options.logger.error({ err: error, requestId }, 'request failed');
    const headers = { [requestIdHeader]: requestId };
    return withCacheHeaders(
      errorResponse({ status: 500, message: internalMessage, headers }),
      this.#options.varyHeader,
    );
  }

  /** The response to a request that cannot be handled: an HttpError tells why, anything else is a fault of the gateway. */
  #reject(observed: ObservedRequest, error: unknown): GraphQLResponse {
    if (!(error instanceof HttpError)) {
      this.#observeRejection(observed, 500, 'INTERNAL_SERVER_ERROR');
      return this.fail(error, observed.id);
    }
    this.#observeRejection(observed, error.status, error.reason);
    return withCacheHeaders(errorResponse(error), this.#options.varyHeader);
  }

  /** Waits for the requests in flight; later ones get a 503. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.#options.rateLimits?.close();
    await this.#options.apollo.stop();
  }

  async #answer(
    request: GraphQLRequest,
    observed: ObservedRequest,
    quota: RequestQuota | undefined,
  ): Promise<GraphQLResponse> {
    const { fastPath, limits, load } = this.#options;
    if (this.#isClosed) throw new HttpError(503, 'CLOSED', 'The gateway is shut down.', { connection: 'close' });
    if (load.rejects(this.#inFlight)) throw overloaded();
    if (quota !== undefined) await quota.takeFromAddress();
    if (request.rejection !== undefined) throw request.rejection;
    if (request.isForSdl) return this.#sdl(request, observed, quota);
    const parsed = this.#admitted(request, parseRequest(request, limits.maxJsonDepth));
    const hit = this.#find(request, parsed);
    if (fastPath === undefined || hit === undefined || hit instanceof GatewayError) {
      const rejection = hit instanceof GatewayError ? hit : this.#rejectionOf(request, parsed);
      const createState = () => this.#stateOf(observed, request, quota);
      return this.#throughApollo(request, parsed, observed, createState, { rejection, quota });
    }
    let state: RequestState;
    try {
      const credentials = this.#credentialsOf(request, observed);
      // Nothing waits where nothing has to: most gateways take the credentials from the headers.
      state = this.#createState(
        observed,
        credentials instanceof Promise ? await credentials : credentials,
        request,
        quota,
      );
    } catch (error) {
      // Apollo answers it, as it does for requests that are not cached.
      return this.#throughApollo(request, parsed, observed, () => Promise.reject(error), {});
    }
    if (quota !== undefined) await quota.takeFromClient(state.caller.credentials);
    state.tookFastPath = true;
    state.isCached = hit.isCached;
    state.plan = hit.plan;
    const result = await fastPath.executor.run(hit.prepared, state);
    const body = result.body();
    const headers = {
      'content-type': hit.contentType,
      ...notCached,
      vary: this.#options.varyHeader,
      [requestIdHeader]: observed.id,
    };
    const response = { status: 200, headers, body: body instanceof Promise ? await body : body };
    this.#report(state, 200, parsed);
    return isSchemaAlone(state) ? this.#revalidation.apply(request, response) : response;
  }

  /** The request with the trusted document that it names. */
  #admitted(request: GraphQLRequest, parsed: ParsedRequest): AdmittedRequest {
    return this.#options.admission?.admit(request, parsed) ?? parsed;
  }

  /** What the fast path executes, or the limit that it exceeds. */
  #find(
    request: GraphQLRequest,
    { params, rejection, trusted }: AdmittedRequest,
  ): FastPathHit | GatewayError | undefined {
    if (rejection !== undefined || params === undefined) return rejection;
    try {
      return this.#options.fastPath?.find(request, params, trusted?.executable);
    } catch (error) {
      if (error instanceof GatewayError) return error;
      throw error;
    }
  }

  #rejectionOf(request: GraphQLRequest, { body, trusted }: AdmittedRequest): GatewayError | undefined {
    if (trusted !== undefined) return undefined;
    const text = documentTextOf(request, body);
    return text === undefined ? undefined : this.#documents.rejectionOf(text);
  }

  /** Apollo never sees a request that is rejected: in its place it gets a trivial one, and answers with the rejection. */
  async #throughApollo(
    request: GraphQLRequest,
    parsed: AdmittedRequest,
    observed: ObservedRequest,
    createState: () => Promise<RequestState>,
    { rejection, quota }: { rejection?: GatewayError | undefined; quota?: RequestQuota | undefined },
  ): Promise<GraphQLResponse> {
    const { apollo, fastPath, needsProof, hasPlugins } = this.#options;
    const { method } = request;
    const { search, body } = rejection === undefined ? apolloRequest(request, parsed) : trivialRequest;
    const headers = headerMapOf(request.headers);
    if (method === 'GET' && isSameOriginGet(request.headers, needsProof))
      headers.set('apollo-require-preflight', 'same-origin');
    const created: { state?: RequestState } = {};
    const response = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search, body },
      context: async () => {
        created.state = await createState();
        created.state.rejection = rejection;
        created.state.trusted = parsed.trusted?.executable;
        return { request: created.state };
      },
    });
    if (quota?.rejection !== undefined) throw quota.rejection;
    const { state } = created;
    const answer = withCacheHeaders(await responseOf(response), this.#options.varyHeader);
    if (state?.result === undefined) {
      this.#observeRejection(observed, answer.status, Array.isArray(body) ? 'BATCH' : codeIn(answer.body));
    } else {
      this.#report(state, answer.status, parsed);
      const contentType = answer.headers['content-type'];
      if (state.operation && answer.status === 200 && contentType) fastPath?.learn(request, contentType);
      if (!hasPlugins && isSchemaAlone(state)) return this.#revalidation.apply(request, answer);
    }
    return answer;
  }

  /** The SDL, for clients that may use introspection. */
  async #sdl(
    request: GraphQLRequest,
    observed: ObservedRequest,
    quota: RequestQuota | undefined,
  ): Promise<GraphQLResponse> {
    let credentials: Credentials;
    try {
      credentials = await this.#credentialsOf(request, observed);
    } catch {
      const message = 'The request could not be authenticated.';
      throw new HttpError(401, 'UNAUTHENTICATED', message, {}, { code: 'UNAUTHENTICATED' });
    }
    await quota?.takeFromClient(credentials);
    return this.#revalidation.apply(request, this.#options.sdl.responseTo(request));
  }

  async #stateOf(
    observed: ObservedRequest,
    request: GraphQLRequest,
    quota: RequestQuota | undefined,
  ): Promise<RequestState> {
    const credentials = await this.#credentialsOf(request, observed);
    await quota?.takeFromClient(credentials).catch(({ message }: HttpError) => {
      // Apollo's response to it is not used. Of any other class, it would be logged as a fault of the gateway.
      throw new GatewayError('RATE_LIMITED', message);
    });
    return this.#createState(observed, credentials, request, quota);
  }

  #credentialsOf(
    { method, headers, source, client }: GraphQLRequest,
    { callHeaders }: ObservedRequest,
  ): Credentials | Promise<Credentials> {
    return this.#options.authenticator.credentialsOf({ method, headers, source }, callHeaders, client);
  }

  #createState(
    observed: ObservedRequest,
    credentials: Credentials,
    { cancellation }: GraphQLRequest,
    quota: RequestQuota | undefined,
  ): RequestState {
    const { observers } = this.#options;
    const state = new RequestState(observed, credentials, cancellation);
    const { caller, endedCalls } = state;
    if (observers.observesCallsOf(observed) || quota?.countsCalls) {
      caller.observer = new RequestCalls(state, observers, quota);
    }
    caller.headerSource = observers.headerSourceOf(state);
    if (observers.recordsCallsOf(observed)) caller.endedCalls = endedCalls;
    return state;
  }

  #report(state: RequestState, status: number, { unknown }: AdmittedRequest): void {
    const { admission, observers } = this.#options;
    const { operation, observed } = state;
    if (unknown !== undefined) admission?.logExecution(unknown, operation?.name?.value, observed.client);
    observers.requestEnded(state, { status, ms: performance.now() - state.startedAt });
  }

  #observeRejection(request: ObservedRequest, status: number, reason: string): void {
    const { id: requestId, method } = request;
    this.#options.observers.requestRejected({ requestId, method, status, reason, request });
  }
}

function withRequestId(response: GraphQLResponse, { id }: ObservedRequest): GraphQLResponse {
  return { ...response, headers: { ...response.headers, [requestIdHeader]: id } };
}

/** Whether a response tells nothing but the schema. */
function isSchemaAlone({ operation, result }: RequestState): boolean {
  return operation !== undefined && result?.errors === undefined && isIntrospection(operation);
}
