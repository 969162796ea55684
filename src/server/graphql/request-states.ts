import { type Credentials, GatewayError, type TurnOwner } from '../../engine/engine.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import type { HttpError } from '../http/http-errors.ts';
import type { GraphQLRequest } from '../http/http-messages.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import { RequestState } from '../request/request-state.ts';
import type { EndpointOptions } from './endpoint-options.ts';
import { RequestCalls } from './request-calls.ts';

type StateOptions = Pick<EndpointOptions, 'authenticator' | 'observers' | 'places'>;

/** Who sends a request, and the state that belongs to it until its response. */
export class RequestStates {
  readonly #options: StateOptions;

  constructor(options: StateOptions) {
    this.#options = options;
  }

  /** In whose turns a request is parsed: before it is authenticated by an embedder, in those of its address. */
  ownerOf(request: GraphQLRequest, observed: ObservedRequest): TurnOwner {
    const { authenticator, places } = this.#options;
    const credentials = authenticator.isImmediate(request.client) ? this.credentialsOf(request, observed) : undefined;
    const known = credentials === undefined || credentials instanceof Promise ? { client: '' } : credentials;
    return places.placeOf(request, known).usage.owner;
  }

  /** The state of a request that Apollo executes. Rejects with the error that its response has. */
  async stateOf(
    observed: ObservedRequest,
    request: GraphQLRequest,
    quota: RequestQuota | undefined,
  ): Promise<RequestState> {
    const credentials = await this.credentialsOf(request, observed);
    await quota?.takeFromClient(credentials).catch(({ message }: HttpError) => {
      // Apollo's response to it is not used. Of any other class, it would be logged as a fault of the gateway.
      throw new GatewayError('RATE_LIMITED', message);
    });
    return this.create(observed, credentials, request, quota);
  }

  /** The credentials of a request; most gateways take them from its headers, and do not wait. */
  credentialsOf(
    { method, headers, source, client }: GraphQLRequest,
    observed: ObservedRequest,
  ): Credentials | Promise<Credentials> {
    return this.#options.authenticator.credentialsOf({ method, headers, source }, observed, client);
  }

  /** The state of a request with these credentials. */
  create(
    observed: ObservedRequest,
    credentials: Credentials,
    request: GraphQLRequest,
    quota: RequestQuota | undefined,
  ): RequestState {
    const { observers, places } = this.#options;
    const state = new RequestState(observed, credentials, request.cancellation);
    const { caller, endedCalls } = state;
    caller.client = places.placeOf(request, credentials);
    if (observers.observesCallsOf(observed) || quota?.countsCalls) {
      caller.observer = new RequestCalls(state, observers, quota);
    }
    caller.headerSource = observers.headerSourceOf(state);
    if (observers.recordsCallsOf(observed)) caller.endedCalls = endedCalls;
    return state;
  }
}
