import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HTTPGraphQLRequest, HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { authenticationUnavailable, isUnavailable } from '../admission/authentication.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import { apolloRequest, trivialRequest } from '../admission/trusted-documents/apollo-request.ts';
import { withCacheHeaders } from '../http/cache-headers.ts';
import { headerMapOf } from '../http/headers.ts';
import type { HttpError } from '../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse, RequestParts, ResponseBody } from '../http/http-messages.ts';
import { textOfBody } from '../http/response-body.ts';
import { codeOf } from '../request/error-code.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { isSameOriginGet } from './csrf.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import type { EndpointReport } from './endpoint-report.ts';
import { isSchemaAlone } from './introspection.ts';
import type { StartedRequest } from './request-start.ts';
import { statusOfApollo } from './response-status.ts';
import type { Revalidation } from './revalidation.ts';
import { withServerTiming } from './server-timing.ts';

export interface ApolloRequest {
  readonly request: GraphQLRequest;
  readonly parsed: StartedRequest;
  readonly observed: ObservedRequest;
  /** Rejects where the request's credentials are not accepted. */
  readonly createState: () => Promise<RequestState>;
  readonly quota: RequestQuota | undefined;
  readonly created: Created;
}

/** What has come of a request before its response. */
export interface Created {
  state?: RequestState;
  failure?: HttpError;
}

/** Answers requests through Apollo's pipeline. */
export class ApolloPath {
  readonly #options: EndpointOptions;
  readonly #revalidation: Revalidation;
  readonly #report: EndpointReport;

  constructor(options: EndpointOptions, revalidation: Revalidation, report: EndpointReport) {
    this.#options = options;
    this.#revalidation = revalidation;
    this.#report = report;
  }

  /** Rejects with an HttpError for a request that is not executed. */
  async answer(apolloRequest: ApolloRequest): Promise<GraphQLResponse> {
    const { request, parsed, observed, quota, created } = apolloRequest;
    const { fastPath, needsProof, hasPlugins, timesResponses, varyHeader } = this.#options;
    const httpGraphQLRequest = apolloHttpRequest(request, parsed, needsProof);
    const response = await this.#execute(httpGraphQLRequest, apolloRequest);
    const { state } = created;
    const failure = created.failure ?? quota?.rejection ?? state?.overload;
    if (failure !== undefined) throw failure;
    const answered = await responseOf(response, { request, state, needsProof });
    const answer = withCacheHeaders(
      state !== undefined && timesResponses ? withServerTiming(answered, state) : answered,
      varyHeader,
    );
    if (state?.result === undefined && state?.operation !== undefined) {
      this.#report.failed(state, answer.status, codeIn(answer.body));
      return answer;
    }
    if (state?.result === undefined) {
      const isBatch = Array.isArray(httpGraphQLRequest.body);
      this.#report.rejected(observed, answer.status, isBatch ? 'BATCH' : codeIn(answer.body));
      return answer;
    }
    if (state.operation && answer.status < 300) fastPath?.learn(request, answer.headers['content-type']);
    // The data of events is text.
    const isRevalidated = !hasPlugins && isSchemaAlone(state) && request.progress?.stop() !== true;
    const final = isRevalidated ? await this.#revalidation.apply(request, answer) : answer;
    this.#report.executed(state, final.status, parsed);
    return final;
  }

  async close(): Promise<void> {
    const { apollo, pluginTimeoutMs, logger } = this.#options;
    const stopped = withTimeout(apollo.stop(), pluginTimeoutMs, pluginTimedOut);
    await stopped.catch((error) => logger.error({ err: error }, 'a plugin failed while the gateway was closed'));
  }

  #execute(
    httpGraphQLRequest: ReturnType<typeof apolloHttpRequest>,
    { request, parsed, createState, created }: ApolloRequest,
  ) {
    const { apollo, hasPlugins, pluginTimeoutMs } = this.#options;
    const release = () => created.state?.executed?.release();
    const pending = apollo
      .executeHTTPGraphQLRequest({
        httpGraphQLRequest,
        context: async () => {
          try {
            created.state = withRequest(await createState(), parsed);
          } catch (error) {
            if (isUnavailable(error)) created.failure = authenticationUnavailable(error);
            throw error;
          }
          return { request: created.state, progress: request.progress };
        },
      })
      .finally(release);
    // What is executed after a timeout is released when it ends.
    return hasPlugins ? withTimeout(pending, pluginTimeoutMs, pluginTimedOut).finally(release) : pending;
  }
}

function withRequest(state: RequestState, { rejection, hit, invalid, valid, onError, trusted }: StartedRequest) {
  if (hit !== undefined) {
    const { operation, hash } = hit.prepared.executable;
    state.operation = operation;
    state.hash = hash;
    state.isCached = hit.isCached;
  }
  state.rejection = rejection;
  state.onError = onError ?? 'PROPAGATE';
  state.invalid = invalid;
  state.valid = valid;
  state.trusted = trusted?.executable;
  return state;
}

function pluginTimedOut(): Error {
  return new Error('A hook of a plugin did not settle in time.');
}

/** What Apollo gets of a request: of one that is rejected a trivial one, and it answers with the rejection. */
function apolloHttpRequest(request: GraphQLRequest, parsed: StartedRequest, needsProof: boolean): HTTPGraphQLRequest {
  const { method } = request;
  const isRejected = parsed.rejection !== undefined || parsed.invalid !== undefined;
  const { search, body } = isRejected ? trivialRequest : apolloRequest(request, parsed);
  const headers = headerMapOf(request.headers);
  if (method === 'GET' && isSameOriginGet(request.headers, needsProof)) {
    headers.set('apollo-require-preflight', 'same-origin');
  }
  return { method, headers, search, body };
}

interface Answered {
  request: Pick<RequestParts, 'method' | 'headers'>;
  /** Undefined where the request is not one of GraphQL. */
  state: Pick<RequestState, 'result' | 'serialized'> | undefined;
  /** Whether a GET has to prove that it is of the gateway's own origin. */
  needsProof: boolean;
}

/** A response of Apollo in the form of the endpoint. Rejects where a plugin has set a status or a header that HTTP does not allow. */
async function responseOf(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { request, state, needsProof }: Answered,
): Promise<GraphQLResponse> {
  checkHead(status, headers);
  const text = await textOf(body);
  const contentType = headers.get('content-type') ?? '';
  const result = state?.result;
  const code = result === undefined ? codeIn(text) : firstCodeOf(result.errors);
  const refined = statusOfApollo(request, { status, contentType, code, result }, needsProof);
  const own = Object.fromEntries(headers);
  // Apollo lets clients keep it.
  if (code === 'PERSISTED_QUERY_NOT_FOUND') delete own['cache-control'];
  return { status: refined, headers: own, body: state?.serialized ?? text };
}

async function textOf(body: HTTPGraphQLResponse['body']): Promise<string> {
  if (body.kind === 'complete') return body.string;
  let text = '';
  for await (const chunk of body.asyncIterator) text += chunk;
  return text;
}

/** Servers differ in what they make of an invalid head, which may be an error that nobody handles: none gets one. */
function checkHead(status: number, headers: ReadonlyMap<string, string>): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError(`${status} is no status.`);
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

/** The code of the first error in a response of Apollo that has no data. */
function codeIn(body: ResponseBody): string {
  const { errors } = JSON.parse(textOfBody(body)) as { errors?: GraphQLFormattedError[] };
  return firstCodeOf(errors);
}

function firstCodeOf([error]: readonly GraphQLFormattedError[] = []): string {
  return error === undefined ? 'UNKNOWN' : codeOf(error);
}
