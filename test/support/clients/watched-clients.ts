import diagnostics from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, fetch } from 'undici';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { GraphQLResultError } from '../gateways/gateway.ts';

/** A client's request. */
export interface ClientRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  token?: string | null;
  headers?: Record<string, string>;
  explain?: boolean;
}

export interface ClientResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the data that it selected
  data: any;
  errors: GraphQLResultError[] | undefined;
  calls: CallRecord[];
}

/** A request that the gateway is processing. */
export interface SentRequest {
  response: Promise<ClientResponse>;
  /** Cancels the request; resolves when the gateway has noticed. */
  cancel(): Promise<void>;
}

const idHeader = 'x-watched';

/** Clients of a gateway in the same process, which observe when it starts processing their requests. */
export class WatchedClients {
  readonly #url: string;
  readonly #started = new EventEmitter();
  readonly #agent = new Agent();
  #sent = 0;

  constructor(gatewayUrl: string) {
    this.#url = `${gatewayUrl}/graphql`;
    diagnostics.subscribe('http.server.request.start', this.#onStart);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    diagnostics.unsubscribe('http.server.request.start', this.#onStart);
    await this.#agent.destroy();
  }

  /** Sends a request. Resolves when the gateway has started all calls that it can start for it. */
  async send(request: ClientRequest): Promise<SentRequest> {
    const sent = await this.#begin(request);
    // When a later request has completed a call to the service, the gateway has processed this request as far as it can.
    const marker = await this.#begin({ query: `{ organization(id: "marker-${this.#sent}") { title } }` });
    await marker.response;
    return sent;
  }

  async #begin(request: ClientRequest): Promise<SentRequest> {
    const id = String(this.#sent++);
    const controller = new AbortController();
    const started = once(this.#started, id) as Promise<[ServerResponse]>;
    const result = this.#post(id, request, controller.signal);
    // A cancelled request has no response.
    result.catch(() => {});
    const [response] = await started;
    const leave = async () => {
      const closed = once(response, 'close');
      controller.abort();
      await closed;
    };
    return { response: result, cancel: leave };
  }

  async #post(id: string, request: ClientRequest, signal: AbortSignal): Promise<ClientResponse> {
    const { query, variables, operationName, token = 'token', headers, explain = false } = request;
    const response = await fetch(this.#url, {
      method: 'POST',
      signal,
      dispatcher: this.#agent,
      headers: {
        'content-type': 'application/json',
        [idHeader]: id,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify({ query, variables, operationName, ...(explain && { extensions: { explain } }) }),
    });
    const { data, errors, extensions } = JSON.parse(await response.text());
    return { status: response.status, data, errors, calls: extensions?.explain?.calls ?? [] };
  }

  readonly #onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const id = request.headers[idHeader];
    if (typeof id === 'string') this.#started.emit(id, response);
  };
}
