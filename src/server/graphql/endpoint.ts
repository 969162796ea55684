import type { ApolloServer } from '@apollo/server';
import type { Logger } from 'pino';
import type { Caller } from '../../engine/http/client.ts';
import type { Credentials } from '../../engine/http/credentials.ts';
import { GatewayError } from '../../engine/http/errors.ts';
import { roundMs } from '../../engine/http/round-ms.ts';
import type { OperationLimits } from '../../engine/operation/default-limits.ts';
import type { Cors } from '../cors.ts';
import type { HookRunner, OperationEvent } from '../hooks.ts';
import { errorResponse, HttpError, internalMessage, notCached } from '../http-errors.ts';
import { type LoadMonitor, overloaded } from '../load-monitor.ts';
import { logOperation, logRejection } from '../logs.ts';
import type { RateLimits } from '../rate-limits/rate-limits.ts';
import type { RequestQuota } from '../rate-limits/request-quota.ts';
import { codeIn, codeOf, responseOf } from './apollo-response.ts';
import type { Authenticator } from './authentication.ts';
import { createRequestState, type RequestState, type ServerContext } from './context.ts';
import { isSameOriginGet } from './csrf.ts';
import { DocumentCheck } from './document-check.ts';
import type { FastPath, FastPathHit } from './fast-path.ts';
import { headerMapOf } from './headers.ts';
import type { GraphQLRequest, GraphQLResponse } from './http-messages.ts';
import { isIntrospection } from './introspection.ts';
import { documentTextOf, type ParsedRequest, parseRequest } from './parse-request.ts';
import { Revalidation } from './revalidation.ts';
import type { SdlResource } from './sdl-resource.ts';

export interface EndpointOptions {
  apollo: ApolloServer<ServerContext>;
  /** Undefined where every request goes through Apollo. */
  fastPath: FastPath | undefined;
  /** Whether a GET has to prove that it is of the gateway's own origin: with `UPSTREAM_TOKEN`. */
  needsProof: boolean;
  /** The `Vary` of every response. */
  varyHeader: string;
  limits: OperationLimits;
  authenticator: Authenticator;
  hooks: HookRunner;
  load: LoadMonitor;
  /** Undefined where no limit is on. */
  rateLimits: RateLimits | undefined;
  /** Undefined where pages of other origins may not send requests. */
  cors: Cors | undefined;
  sdl: SdlResource;
  /** Whether plugins of the embedder may have changed a response. */
  hasPlugins: boolean;
  logger: Logger;
}

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

  /** Answers a request. Never rejects: a fault of the gateway is a response with status 500. */
  async handle(request: GraphQLRequest): Promise<GraphQLResponse> {
    const startedAt = performance.now();
    this.#inFlight++;
    const { cors, rateLimits } = this.#options;
    const quota = rateLimits?.forRequest(request);
    let response: GraphQLResponse;
    try {
      response = cors?.preflightResponse(request) ?? (await this.#answer(request, startedAt, quota));
    } catch (error) {
      response = this.reject(request, error);
    } finally {
      quota?.end();
      this.#inFlight--;
      if (this.#inFlight === 0) this.#onIdle?.();
    }
    if (quota !== undefined) response = quota.describeIn(response);
    return cors === undefined ? response : cors.describeIn(response, request);
  }

  /** The response to a request that cannot be handled: an HttpError tells why, anything else is a fault of the gateway. */
  reject(request: { method?: string | undefined }, error: unknown): GraphQLResponse {
    if (error instanceof HttpError) {
      this.#logRejection(request, error.status, error.reason);
      return withCacheHeaders(errorResponse(error), this.#options.varyHeader);
    }
    this.#options.logger.error({ err: error }, 'request failed');
    const response = errorResponse({ status: 500, message: internalMessage, headers: {} });
    return withCacheHeaders(response, this.#options.varyHeader);
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

  async #answer(request: GraphQLRequest, startedAt: number, quota: RequestQuota | undefined): Promise<GraphQLResponse> {
    const { fastPath, limits, load } = this.#options;
    if (this.#isClosed) throw new HttpError(503, 'CLOSED', 'The gateway is shut down.', { connection: 'close' });
    if (load.rejects(this.#inFlight)) throw overloaded();
    if (quota !== undefined) await quota.takeFromAddress();
    if (request.rejection !== undefined) throw request.rejection;
    if (request.isForSdl) return this.#sdl(request, quota);
    const parsed = parseRequest(request, limits.maxJsonDepth);
    const hit = this.#find(request, parsed);
    if (fastPath === undefined || hit === undefined || hit instanceof GatewayError) {
      const rejection = hit instanceof GatewayError ? hit : this.#rejectionOf(request, parsed);
      const createState = () => this.#stateOf(startedAt, request, quota);
      return this.#throughApollo(request, parsed, createState, { rejection, quota });
    }
    let state: RequestState;
    try {
      const credentials = this.#credentialsOf(request);
      // Nothing waits where nothing has to: most gateways take the credentials from the headers.
      state = this.#createState(
        startedAt,
        credentials instanceof Promise ? await credentials : credentials,
        request,
        quota,
      );
    } catch (error) {
      // Apollo answers it, as it does for requests that are not cached.
      return this.#throughApollo(request, parsed, () => Promise.reject(error), {});
    }
    if (quota !== undefined) await quota.takeFromClient(state.caller.credentials);
    const result = await fastPath.executor.run(hit.prepared, state);
    const body = result.body();
    const headers = { 'content-type': hit.contentType, ...notCached, vary: this.#options.varyHeader };
    const response = { status: 200, headers, body: body instanceof Promise ? await body : body };
    this.#report(state, 200);
    return isSchemaAlone(state) ? this.#revalidation.apply(request, response) : response;
  }

  /** What the fast path executes, or the limit that it exceeds. */
  #find(request: GraphQLRequest, { params, rejection }: ParsedRequest): FastPathHit | GatewayError | undefined {
    if (rejection !== undefined || params === undefined) return rejection;
    try {
      return this.#options.fastPath?.find(request, params);
    } catch (error) {
      if (error instanceof GatewayError) return error;
      throw error;
    }
  }

  #rejectionOf(request: GraphQLRequest, { body }: ParsedRequest): GatewayError | undefined {
    const text = documentTextOf(request, body);
    return text === undefined ? undefined : this.#documents.rejectionOf(text);
  }

  /** Apollo never sees a request that is rejected: in its place it gets a trivial one, and answers with the rejection. */
  async #throughApollo(
    request: GraphQLRequest,
    { body: parsedBody }: ParsedRequest,
    createState: () => Promise<RequestState>,
    { rejection, quota }: { rejection?: GatewayError | undefined; quota?: RequestQuota | undefined },
  ): Promise<GraphQLResponse> {
    const { apollo, fastPath, needsProof, hasPlugins } = this.#options;
    const { method } = request;
    const { search, body } = rejection === undefined ? { search: request.search, body: parsedBody } : trivialRequest;
    const headers = headerMapOf(request.headers);
    if (method === 'GET' && isSameOriginGet(request.headers, needsProof))
      headers.set('apollo-require-preflight', 'same-origin');
    const created: { state?: RequestState } = {};
    const response = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method, headers, search, body },
      context: async () => {
        created.state = await createState();
        created.state.rejection = rejection;
        return { request: created.state };
      },
    });
    if (quota?.rejection !== undefined) throw quota.rejection;
    const { state } = created;
    const answer = withCacheHeaders(await responseOf(response), this.#options.varyHeader);
    if (state?.result === undefined) {
      this.#logRejection(request, answer.status, Array.isArray(body) ? 'BATCH' : codeIn(answer.body));
    } else {
      this.#report(state, answer.status);
      const contentType = answer.headers['content-type'];
      if (state.operation && answer.status === 200 && contentType) fastPath?.learn(request, contentType);
      if (!hasPlugins && isSchemaAlone(state)) return this.#revalidation.apply(request, answer);
    }
    return answer;
  }

  /** The SDL, for clients that may use introspection. */
  async #sdl(request: GraphQLRequest, quota: RequestQuota | undefined): Promise<GraphQLResponse> {
    let credentials: Credentials;
    try {
      credentials = await this.#credentialsOf(request);
    } catch {
      const message = 'The request could not be authenticated.';
      throw new HttpError(401, 'UNAUTHENTICATED', message, {}, { code: 'UNAUTHENTICATED' });
    }
    await quota?.takeFromClient(credentials);
    return this.#revalidation.apply(request, this.#options.sdl.responseTo(request));
  }

  async #stateOf(startedAt: number, request: GraphQLRequest, quota: RequestQuota | undefined): Promise<RequestState> {
    const credentials = await this.#credentialsOf(request);
    await quota?.takeFromClient(credentials).catch(({ message }: HttpError) => {
      // Apollo's response to it is not used. Of any other class, it would be logged as a fault of the gateway.
      throw new GatewayError('RATE_LIMITED', message);
    });
    return this.#createState(startedAt, credentials, request, quota);
  }

  #credentialsOf({ method, headers, source, client }: GraphQLRequest): Credentials | Promise<Credentials> {
    return this.#options.authenticator.credentialsOf({ method, headers, source }, client);
  }

  #createState(
    startedAt: number,
    credentials: Credentials,
    { cancellation }: GraphQLRequest,
    quota: RequestQuota | undefined,
  ): RequestState {
    const { hooks } = this.#options;
    const caller: Caller = { credentials, cancellation, callLog: undefined, onCall: undefined };
    const state = createRequestState(startedAt, caller);
    if (hooks.observesCalls || quota?.countsCalls) {
      caller.onCall = (record, operation, error) => {
        state.calls++;
        quota?.countCall(record);
        hooks.call(record, operation, error);
      };
    }
    return state;
  }

  /** Logs an operation, and tells the hooks of it. */
  #report({ operation, startedAt, result, calls, isShared }: RequestState, status: number): void {
    const event: OperationEvent = {
      name: operation?.name?.value ?? null,
      kind: operation?.operation ?? null,
      ms: roundMs(performance.now() - startedAt),
      status,
      errors: result?.errors?.map(codeOf) ?? [],
      calls,
      shared: isShared,
    };
    logOperation(this.#options.logger, event);
    this.#options.hooks.operation(event);
  }

  #logRejection({ method = '' }: { method?: string | undefined }, status: number, reason: string): void {
    logRejection(this.#options.logger, { method, status, reason });
  }
}

/** A response that no cache may store, unless a plugin says that it may. */
function withCacheHeaders<R extends GraphQLResponse>(response: R, varyHeader: string): R {
  const { vary, 'cache-control': cacheControl = notCached['cache-control'], ...others } = response.headers;
  const all = vary === undefined ? varyHeader : `${vary}, ${varyHeader}`;
  return { ...response, headers: { ...others, 'cache-control': cacheControl, vary: all } };
}

/** Whether a response tells nothing but the schema. */
function isSchemaAlone({ operation, result }: RequestState): boolean {
  return operation !== undefined && result?.errors === undefined && isIntrospection(operation);
}

const trivialRequest = { search: '?query=%7B__typename%7D', body: { query: '{__typename}' } };
