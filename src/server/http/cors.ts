import type { Settings } from '../settings/settings.ts';
import { type RequestHeaders, textOf } from './headers.ts';
import { HttpError } from './http-errors.ts';
import type { GraphQLRequest, GraphQLResponse } from './http-messages.ts';

/** How long a browser may reuse the response to a preflight, in seconds: the longest that Chromium accepts. */
const maxAge = '7200';

/** Headers that pages of other origins may send, beside those that are forwarded to the REST service. */
const allowedHeaders = [
  'authorization',
  'content-type',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'apollographql-client-name',
  'apollographql-client-version',
  'x-client-name',
  'x-client-version',
  'x-request-id',
  'traceparent',
  'tracestate',
];

/** Headers of responses that pages of other origins may read. */
const exposedHeaders = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after', 'x-request-id'];

/**
 * Cross-origin resource sharing (https://fetch.spec.whatwg.org/#http-cors-protocol) for a list of origins. `@fastify/cors` is for
 * Fastify alone, which serves one of the four adapters, and none of the GraphQL requests to the gateway's own server.
 */
export class Cors {
  readonly #origins: ReadonlySet<string>;
  readonly #isForAll: boolean;
  /** Of every response to an allowed origin, and of the response to a preflight. */
  readonly #responseHeaders: Readonly<Record<string, string>>;
  readonly #preflightHeaders: Readonly<Record<string, string>>;

  private constructor({ corsOrigins, corsCredentials, forwardHeaders }: CorsSettings) {
    this.#origins = new Set(corsOrigins);
    this.#isForAll = this.#origins.has('*');
    const credentials: Record<string, string> = corsCredentials ? { 'access-control-allow-credentials': 'true' } : {};
    this.#responseHeaders = { ...credentials, 'access-control-expose-headers': exposedHeaders.join(', ') };
    this.#preflightHeaders = {
      ...credentials,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': [...new Set([...allowedHeaders, ...forwardHeaders])].join(', '),
      'access-control-max-age': maxAge,
    };
  }

  /** Undefined where no origin is allowed. */
  static create(settings: CorsSettings): Cors | undefined {
    return settings.corsOrigins.length === 0 ? undefined : new Cors(settings);
  }

  /** The response to a preflight; undefined for any other request. Throws an HttpError for an origin that is not listed. */
  preflightResponse(request: Pick<GraphQLRequest, 'method' | 'headers'>): GraphQLResponse | undefined {
    if (!isPreflight(request)) return undefined;
    if (this.#allowed(request.headers) === undefined) {
      throw new HttpError(403, 'UNKNOWN_ORIGIN', 'This origin is not in CORS_ORIGINS.');
    }
    return { status: 204, headers: this.#preflightHeaders, body: '' };
  }

  /** A response that pages of the request's origin may read, if it is listed. */
  describeIn(response: GraphQLResponse, { headers }: Pick<GraphQLRequest, 'headers'>): GraphQLResponse {
    const allowed = this.#allowed(headers);
    const { vary } = response.headers;
    const all = { ...response.headers, vary: vary === undefined ? 'origin' : `${vary}, origin` };
    if (allowed === undefined) return { ...response, headers: all };
    const shared = response.status === 204 ? {} : this.#responseHeaders;
    return { ...response, headers: { ...all, ...shared, 'access-control-allow-origin': allowed } };
  }

  /** The origin that is allowed to read the response. */
  #allowed(headers: RequestHeaders): string | undefined {
    const origin = textOf(headers.origin);
    if (origin === '') return undefined;
    if (this.#isForAll) return '*';
    return this.#origins.has(origin) ? origin : undefined;
  }
}

export function isPreflight({ method, headers }: Pick<GraphQLRequest, 'method' | 'headers'>): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

type CorsSettings = Pick<Settings, 'corsOrigins' | 'corsCredentials' | 'forwardHeaders'>;
