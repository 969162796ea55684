import type { Credentials, MemoryClaim } from '../../engine/engine.ts';
import { authenticationUnavailable, isUnavailable, notAuthenticated } from '../admission/authentication.ts';
import { overloaded } from '../admission/load-monitor.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import type { AdmittedRequest } from '../admission/trusted-documents/admission.ts';
import { withCacheHeaders } from '../http/cache-headers.ts';
import { isPreflight } from '../http/cors.ts';
import { errorResponse, HttpError, internalMessage, notCached } from '../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse, RequestOrigin } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';
import { requestEndOf } from '../observation/request-outcome.ts';
import { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { apolloHttpRequest } from './apollo-http-request.ts';
import { codeIn, responseOf } from './apollo-response.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { eventHeaders } from './event-headers.ts';
import { isSchemaAlone } from './introspection.ts';
import { noteKeptResult } from './kept-results.ts';
import { bytesOf, isLarge, memoryFor } from './request-memory.ts';
import type { StartedRequest } from './request-start.ts';
import { RequestStates } from './request-states.ts';
import { statusOfResult } from './response-status.ts';
import { Revalidation, revalidatedByClient, validated } from './revalidation.ts';
import { withServerTiming } from './server-timing.ts';

/** Answers GraphQL over HTTP. Cached operations take the fast path, everything else goes through Apollo's pipeline. */
export class GraphQLEndpoint {
  readonly #options: EndpointOptions;
  readonly #states: RequestStates;
  readonly #revalidation = new Revalidation();
  #inFlight = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#states = new RequestStates(options);
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
    const isForGraphQL = request.sdlForm === undefined && (cors === undefined || !isPreflight(request));
    const observed = isForGraphQL
      ? observers.requestStarted(request.method, request)
      : new ObservedRequest(request.method, request);
    const { progress } = request;
    if (progress !== undefined) progress.headers = eventHeaders(request, this.#options, observed.id);
    this.#inFlight++;
    const quota = rateLimits?.forRequest(request);
    let memory: MemoryClaim | undefined;
    let response: GraphQLResponse;
    try {
      if (isLarge(request)) memory = await memoryFor(request, this.#options);
      response = await this.#answer(request, observed, quota, memory);
      if (progress?.stop() !== true && compression !== undefined) response = await compression.apply(request, response);
    } catch (error) {
      response = this.#reject(observed, error, isForGraphQL);
    } finally {
      quota?.end();
      memory?.end();
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onIdle?.();
    }
    if (quota !== undefined) response = quota.describeIn(response);
    if (cors !== undefined) response = cors.describeIn(response, request);
    return response.headers[requestIdHeader] === undefined ? withRequestId(response, observed) : response;
  }

  /** Counts a request for something else than GraphQL. Rejects with an HttpError where it is one too many. */
  async admit(source: RequestOrigin): Promise<void> {
    const quota = await this.admitFrom(source);
    await quota?.takeFromClient({ client: '' });
  }

  /** Counts a request of a service, which is no client, by its address alone. Rejects with an HttpError where it is one too many. */
  async admitFrom(source: RequestOrigin): Promise<RequestQuota | undefined> {
    const { load, rateLimits } = this.#options;
    if (load.rejects(this.#inFlight)) throw overloaded();
    const quota = rateLimits?.forRequest(source);
    await quota?.takeFromAddress();
    return quota;
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
  #reject(observed: ObservedRequest, error: unknown, isForGraphQL: boolean): GraphQLResponse {
    const isKnown = error instanceof HttpError;
    const { status, reason } = isKnown ? error : { status: 500, reason: 'INTERNAL_SERVER_ERROR' };
    this.#observeRejection(observed, status, reason, isForGraphQL);
    return isKnown ? withCacheHeaders(errorResponse(error), this.#options.varyHeader) : this.fail(error, observed.id);
  }

  /** Waits for the requests in flight; later ones get a 503. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#inFlight > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    const { apollo, pluginTimeoutMs, logger } = this.#options;
    const stopped = withTimeout(apollo.stop(), pluginTimeoutMs, pluginTimedOut);
    await stopped.catch((error) => logger.error({ err: error }, 'a plugin failed while the gateway was closed'));
  }

  async #answer(
    request: GraphQLRequest,
    observed: ObservedRequest,
    quota: RequestQuota | undefined,
    memory: MemoryClaim | undefined,
  ): Promise<GraphQLResponse> {
    const { fastPath, start, load, cors, authenticator } = this.#options;
    if (this.#isClosed) throw closed();
    if (load.rejects(this.#inFlight)) throw overloaded();
    if (quota !== undefined) await quota.takeFromAddress();
    const preflight = cors?.preflightResponse(request);
    if (preflight !== undefined) return preflight;
    if (request.rejection !== undefined) throw request.rejection;
    if (authenticator.challenge !== undefined) await this.#credentialsOf(request, observed);
    if (request.sdlForm !== undefined) return this.#sdl(request, observed, quota);
    const starting = start.start(request, () => this.#states.ownerOf(request, observed));
    // Nothing waits where nothing has to.
    const parsed = starting instanceof Promise ? await starting : starting;
    memory?.shrinkTo(bytesOf(request, parsed));
    const { hit } = parsed;
    if (fastPath === undefined || hit === undefined) {
      const createState = () => this.#states.stateOf(observed, request, quota);
      return this.#throughApollo(request, parsed, observed, createState, quota);
    }
    let state: RequestState;
    try {
      const credentials = this.#states.credentialsOf(request, observed);
      // Most gateways take the credentials from the headers.
      state = this.#states.create(
        observed,
        credentials instanceof Promise ? await credentials : credentials,
        request,
        quota,
      );
    } catch (error) {
      // Apollo answers it, as it does for requests that are not cached.
      return this.#throughApollo(request, parsed, observed, () => Promise.reject(error), undefined);
    }
    if (quota !== undefined) await quota.takeFromClient(state.caller.credentials);
    state.tookFastPath = true;
    state.onError = parsed.onError ?? 'PROPAGATE';
    state.trusted = parsed.trusted?.executable;
    state.isCached = hit.isCached;
    state.plan = hit.plan;
    const headers = {
      'content-type': hit.contentType,
      ...notCached,
      vary: this.#options.varyHeader,
      [requestIdHeader]: observed.id,
    };
    const place = this.#options.keptResults?.placeFor(hit.prepared, state);
    const found = place?.find(state);
    const kept = found instanceof Promise ? await found : found;
    if (kept !== undefined) {
      noteKeptResult(hit.prepared, state);
      const response = this.#timed({ status: 200, headers, body: [kept] }, state);
      const validating = validated(request, response, place?.cacheControl ?? revalidatedByClient);
      const answer = validating instanceof Promise ? await validating : validating;
      this.#report(state, answer.status, parsed);
      return answer;
    }
    place?.watch(state);
    const result = await fastPath.executor.run(hit.prepared, state);
    const body = result.body();
    const serialized = body instanceof Promise ? await body : body;
    // Serializing a result that is too large replaces it by an error.
    const status = statusOfResult(hit.contentType, result);
    const response = this.#timed({ status, headers, body: serialized }, state);
    let validating: GraphQLResponse | Promise<GraphQLResponse> = response;
    if (isSchemaAlone(state)) {
      validating = this.#revalidation.apply(request, response);
    } else if (place !== undefined && result.errors === undefined) {
      place.keep(serialized);
      validating = validated(request, response, place.cacheControl);
    }
    const answer = validating instanceof Promise ? await validating : validating;
    this.#report(state, answer.status, parsed);
    return answer;
  }

  async #throughApollo(
    request: GraphQLRequest,
    parsed: StartedRequest,
    observed: ObservedRequest,
    createState: () => Promise<RequestState>,
    quota: RequestQuota | undefined,
  ): Promise<GraphQLResponse> {
    const { apollo, fastPath, needsProof, hasPlugins, pluginTimeoutMs } = this.#options;
    const { rejection, invalid, valid } = parsed;
    const httpGraphQLRequest = apolloHttpRequest(request, parsed, needsProof);
    const created: { state?: RequestState; failure?: HttpError } = {};
    const release = () => created.state?.executed?.release();
    const pending = apollo
      .executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: async () => {
          try {
            created.state = await createState();
          } catch (error) {
            if (isUnavailable(error)) created.failure = authenticationUnavailable(error);
            throw error;
          }
          created.state.rejection = rejection;
          created.state.onError = parsed.onError ?? 'PROPAGATE';
          created.state.invalid = invalid;
          created.state.valid = valid;
          created.state.trusted = parsed.trusted?.executable;
          return { request: created.state, progress: request.progress };
        },
      })
      .finally(release);
    // What is executed after a timeout is released when it ends.
    const inTime = hasPlugins ? withTimeout(pending, pluginTimeoutMs, pluginTimedOut).finally(release) : pending;
    const response = await inTime;
    const { state } = created;
    const failure = created.failure ?? quota?.rejection ?? state?.overload;
    if (failure !== undefined) throw failure;
    const answered = await responseOf(response, { request, state, needsProof });
    const answer = withCacheHeaders(
      state === undefined ? answered : this.#timed(answered, state),
      this.#options.varyHeader,
    );
    if (state?.result === undefined) {
      const isBatch = Array.isArray(httpGraphQLRequest.body);
      this.#observeRejection(observed, answer.status, isBatch ? 'BATCH' : codeIn(answer.body));
      return answer;
    }
    if (state.operation && answer.status < 300) fastPath?.learn(request, answer.headers['content-type']);
    // The data of events is text.
    const isRevalidated = !hasPlugins && isSchemaAlone(state) && request.progress?.stop() !== true;
    const final = isRevalidated ? await this.#revalidation.apply(request, answer) : answer;
    this.#report(state, final.status, parsed);
    return final;
  }

  #timed<Response extends GraphQLResponse>(response: Response, state: RequestState): Response {
    return this.#options.timesResponses ? withServerTiming(response, state) : response;
  }

  /** The SDL, for clients that may use introspection. */
  async #sdl(
    request: GraphQLRequest,
    observed: ObservedRequest,
    quota: RequestQuota | undefined,
  ): Promise<GraphQLResponse> {
    const credentials = await this.#credentialsOf(request, observed);
    await quota?.takeFromClient(credentials);
    return this.#revalidation.apply(request, this.#options.sdl.responseTo(request));
  }

  /** Rejects with an HttpError. */
  async #credentialsOf(request: GraphQLRequest, observed: ObservedRequest): Promise<Credentials> {
    try {
      return await this.#states.credentialsOf(request, observed);
    } catch (error) {
      throw notAuthenticated(error, this.#options.authenticator.challenge);
    }
  }

  #report(state: RequestState, status: number, { unknown }: AdmittedRequest): void {
    const { admission, observers } = this.#options;
    if (unknown !== undefined) admission?.logExecution(unknown, state);
    observers.requestEnded(state, requestEndOf(state, status));
  }

  #observeRejection(observed: ObservedRequest, status: number, reason: string, isForGraphQL = true): void {
    const { id: requestId, method } = observed;
    const request = isForGraphQL ? observed : undefined;
    this.#options.observers.requestRejected({ requestId, method, status, reason, request, origin: observed });
  }
}

/** Another instance, or the next one, may answer the request that is sent again. */
function closed(): HttpError {
  const headers = { 'retry-after': '1', connection: 'close' };
  return new HttpError(503, 'CLOSED', 'The gateway is shut down.', headers);
}

function pluginTimedOut(): Error {
  return new Error('A hook of a plugin did not settle in time.');
}

function withRequestId(response: GraphQLResponse, { id }: ObservedRequest): GraphQLResponse {
  return { ...response, headers: { ...response.headers, [requestIdHeader]: id } };
}
