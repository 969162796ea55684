import type { Credentials, MemoryClaim } from '../../engine/engine.ts';
import { notAuthenticated } from '../admission/authentication.ts';
import { overloaded } from '../admission/load-monitor.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import { withCacheHeaders } from '../http/cache-headers.ts';
import { isPreflight } from '../http/cors.ts';
import {
  cancelledStatus,
  errorResponse,
  HttpError,
  internalMessage,
  notCached,
  shownCodeOf,
} from '../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse, RequestOrigin } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';
import { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { ApolloPath, type Created } from './apollo-path.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { EndpointReport } from './endpoint-report.ts';
import { eventHeaders } from './event-headers.ts';
import { isSchemaAlone } from './introspection.ts';
import { noteKeptResult } from './kept-results.ts';
import { bytesOf, isLarge, memoryFor } from './request-memory.ts';
import { RequestStates } from './request-states.ts';
import { statusOfResult } from './response-status.ts';
import { Revalidation, validated } from './revalidation.ts';
import { withServerTiming } from './server-timing.ts';

/** Answers GraphQL over HTTP. Cached operations take the fast path, everything else goes through Apollo's pipeline. */
export class GraphQLEndpoint {
  readonly #options: EndpointOptions;
  readonly #states: RequestStates;
  readonly #revalidation = new Revalidation();
  readonly #report: EndpointReport;
  readonly #apolloPath: ApolloPath;
  #inFlight = 0;
  #isClosed = false;
  #onIdle: (() => void) | undefined;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#states = new RequestStates(options);
    this.#report = new EndpointReport(options);
    this.#apolloPath = new ApolloPath(options, this.#revalidation, this.#report);
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Whether requests may name trusted documents in their path. */
  get trustsDocuments(): boolean {
    return this.#options.admission !== undefined;
  }

  /** Answers a request. Never rejects: a fault of the gateway is a response with status 500. */
  async handle(request: GraphQLRequest): Promise<GraphQLResponse> {
    const { compression, cors, rateLimits, observers, varyHeader } = this.#options;
    const isForGraphQL = request.sdlForm === undefined && (cors === undefined || !isPreflight(request));
    const observed = isForGraphQL
      ? observers.requestStarted(request.method, request)
      : new ObservedRequest(request.method, request);
    const { progress } = request;
    this.#inFlight++;
    const quota = rateLimits?.forRequest(request);
    if (progress !== undefined) progress.headers = eventHeaders(request, { cors, varyHeader, quota }, observed.id);
    const created: Created = {};
    let memory: MemoryClaim | undefined;
    let response: GraphQLResponse;
    try {
      if (isLarge(request)) memory = await memoryFor(request, this.#options);
      response = await this.#answer(request, observed, quota, memory, created);
      if (progress?.stop() !== true && compression !== undefined) response = await compression.apply(request, response);
    } catch (error) {
      response = this.#reject(request, observed, error, isForGraphQL, created.state);
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
  #reject(
    { cancellation }: GraphQLRequest,
    observed: ObservedRequest,
    error: unknown,
    isForGraphQL: boolean,
    state: RequestState | undefined,
  ): GraphQLResponse {
    const isKnown = error instanceof HttpError;
    const { status, reason } = isKnown ? error : { status: 500, reason: 'INTERNAL_SERVER_ERROR' };
    const reported = cancellation?.isCancelled === true ? cancelledStatus : status;
    if (state?.operation === undefined) this.#report.rejected(observed, reported, reason, isForGraphQL);
    else this.#report.failed(state, status, isKnown ? shownCodeOf(error) : reason);
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
    await this.#apolloPath.close();
  }

  async #answer(
    request: GraphQLRequest,
    observed: ObservedRequest,
    quota: RequestQuota | undefined,
    memory: MemoryClaim | undefined,
    created: Created,
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
    const { hit, rejection } = parsed;
    if (fastPath === undefined || hit === undefined || rejection !== undefined) {
      const createState = () => this.#states.stateOf(observed, request, quota);
      return this.#apolloPath.answer({ request, parsed, observed, createState, quota, created });
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
      const createState = () => Promise.reject(error);
      return this.#apolloPath.answer({ request, parsed, observed, createState, quota: undefined, created });
    }
    if (quota !== undefined) await quota.takeFromClient(state.caller.credentials);
    created.state = state;
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
    if (place !== undefined && kept !== undefined) {
      noteKeptResult(hit.prepared, state);
      const response = this.#timed({ status: 200, headers, body: [kept] }, state);
      const validating = validated(request, response, place.cacheControl);
      const answer = validating instanceof Promise ? await validating : validating;
      this.#report.executed(state, answer.status, parsed);
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
    } else if (place !== undefined && result.errors === undefined && place.keep(serialized)) {
      validating = validated(request, response, place.cacheControl);
    }
    const answer = validating instanceof Promise ? await validating : validating;
    this.#report.executed(state, answer.status, parsed);
    return answer;
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
}

/** Another instance, or the next one, may answer the request that is sent again. */
function closed(): HttpError {
  const headers = { 'retry-after': '1', connection: 'close' };
  return new HttpError(503, 'CLOSED', 'The gateway is shut down.', headers);
}

function withRequestId(response: GraphQLResponse, { id }: ObservedRequest): GraphQLResponse {
  return { ...response, headers: { ...response.headers, [requestIdHeader]: id } };
}
