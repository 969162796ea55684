import { authenticationUnavailable, isUnavailable } from '../admission/authentication.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import { withCacheHeaders } from '../http/cache-headers.ts';
import type { HttpError } from '../http/http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from '../http/http-messages.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { apolloHttpRequest } from './apollo-http-request.ts';
import { codeIn, responseOf } from './apollo-response.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import type { EndpointReport } from './endpoint-report.ts';
import { isSchemaAlone } from './introspection.ts';
import type { StartedRequest } from './request-start.ts';
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

function withRequest(state: RequestState, { rejection, invalid, valid, onError, trusted }: StartedRequest) {
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
