import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { type Credentials, isPromise, LineInterval, minSecretLength } from '../../engine/engine.ts';
import { type RequestHeaders, textOf } from '../http/headers.ts';
import { HttpError } from '../http/http-errors.ts';
import type { ClientIdentity } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';
import { identifiesNobody, isTracingHeader } from '../http/tracing-headers.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import type { Settings } from '../settings/settings.ts';
import { checkedClient, InvalidClient } from './checked-client.ts';
import type { UserOf } from './known-users.ts';

/** A request as `authenticate` sees it. */
export interface AuthenticationRequest {
  method: string;
  /** By lower-case names. Several values of a header are joined as HTTP allows. */
  headers: Readonly<Record<string, string | undefined>>;
  /** What the adapter was given: an `IncomingMessage` (Express adds its session to it), a `Request`, or nothing. */
  source: unknown;
}

type Identified = ClientIdentity | PromiseLike<ClientIdentity>;

/** Turns a cookie or a session into credentials. Throws, or rejects, for a client that may not send requests. */
export type Authenticate = (request: AuthenticationRequest) => Identified;

/** Thrown where nobody can tell whether a client may send requests, such as without the store of the sessions: clients get status 503, and not 401. */
export class AuthenticationUnavailable extends Error {}

export interface AuthenticationOptions {
  readonly authenticate: Authenticate | undefined;
  /** The scheme of the credentials that the gateway verifies itself, for `WWW-Authenticate`. An embedder's clients may use none of HTTP. */
  readonly challenge?: string | undefined;
  readonly userOf: UserOf | undefined;
}

/** What tells a request from others, and what its calls send in addition. */
type Observed = Pick<ObservedRequest, 'id' | 'callHeaders'>;

/** A request as its adapter gives it. */
type ReceivedRequest = Omit<AuthenticationRequest, 'headers'> & { headers: RequestHeaders };

/** Finds the credentials of requests. */
export class Authenticator {
  /** The scheme of the credentials that each request has to have. */
  readonly challenge: string | undefined;
  readonly #authenticate: Authenticate | undefined;
  readonly #sent: SentHeaders;
  /** Names of headers for a trace, which `authenticate` cannot replace: those of single calls differ. */
  readonly #traced: ReadonlySet<string>;
  readonly #userOf: UserOf | undefined;
  readonly #timeoutMs: number;
  readonly #logger: Logger;
  readonly #lines = new LineInterval();

  /** `tracing`: names of headers that the gateway sets itself in REST calls. */
  constructor(
    settings: Settings,
    { authenticate, challenge, userOf }: AuthenticationOptions,
    tracing: readonly string[],
    logger: Logger,
  ) {
    this.#authenticate = authenticate;
    this.#traced = new Set(tracing.filter((name) => name !== requestIdHeader));
    this.#sent = {
      fallback: settings.upstreamToken && `Bearer ${settings.upstreamToken}`,
      forwarded: settings.forwardHeaders.filter((name) => !tracing.includes(name)),
      fixed: Object.entries(settings.upstreamHeaders).flatMap(([name, value]) => [name.toLowerCase(), value]),
    };
    this.#userOf = userOf;
    this.challenge = challenge;
    this.#timeoutMs = settings.requestTimeout;
    this.#logger = logger;
  }

  /**
   * The credentials of a request: those of `client` where it is given, of `authenticate` where that is configured, of its
   * own headers otherwise. Throws, or rejects with, an UNAUTHENTICATED error without details.
   */
  credentialsOf(
    request: ReceivedRequest,
    observed: Observed,
    client?: ClientIdentity,
  ): Credentials | Promise<Credentials> {
    const { headers } = request;
    if (client === undefined && this.#authenticate === undefined) {
      const authorization = textOf(headers.authorization) || this.#sent.fallback;
      const userId = this.#userOf?.(authorization);
      return new ClientCredentials({ authorization, userId }, headers, this.#sent, observed.callHeaders);
    }
    return this.#identify(request, observed, client);
  }

  /** Whether the credentials of a request are those in its headers. */
  isImmediate(client: ClientIdentity | undefined): boolean {
    return client === undefined && this.#authenticate === undefined;
  }

  async #identify(
    request: ReceivedRequest,
    observed: Observed,
    given: ClientIdentity | undefined,
  ): Promise<Credentials> {
    try {
      const client = given ?? (await this.#authenticated(this.#authenticate?.(withTexts(request)))) ?? {};
      const headers = Object.entries(checkedClient(client).headers ?? {}).filter(
        ([name]) => !this.#traced.has(name.toLowerCase()),
      );
      const sent = { ...client, headers: Object.fromEntries(headers) };
      return new ClientCredentials(sent, request.headers, this.#sent, observed.callHeaders);
    } catch (error) {
      if (error instanceof AuthenticationUnavailable) {
        this.#logUnavailable(error);
        throw unavailable();
      }
      const details = error instanceof InvalidClient ? { problem: error.message } : isFault(error) && { err: error };
      this.#logger.info({ requestId: observed.id, error: kindOf(error).error, ...details }, 'authentication failed');
      throw unauthenticated();
    }
  }

  #logUnavailable({ cause }: AuthenticationUnavailable): void {
    const others = this.#lines.next();
    if (others !== undefined) this.#logger.warn({ ...kindOf(cause), ...others }, 'authentication unavailable');
  }

  #authenticated(client: Identified | undefined): Identified | undefined {
    return isPromise(client) ? withTimeout(client, this.#timeoutMs, notInTime) : client;
  }
}

function withTexts({ method, headers, source }: ReceivedRequest): AuthenticationRequest {
  const texts = Object.entries(headers).map(([name, value]) => [name, value && textOf(value)]);
  return { method, headers: Object.fromEntries(texts), source };
}

/** Whether an error is rather one of the program than of a client: the log then says where it was thrown. */
function isFault(error: unknown): boolean {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}

/** What the log tells of an error: its message may quote a credential. */
export function kindOf(error: unknown): { error: string; code?: string | undefined } {
  if (!(error instanceof Error)) return { error: typeof error };
  const { name, code, cause }: NodeJS.ErrnoException = error;
  return { error: name, code: code ?? (cause as NodeJS.ErrnoException | undefined)?.code };
}

function notInTime(): Error {
  const cause = new DOMException('Not authenticated in time.', 'TimeoutError');
  return new AuthenticationUnavailable(cause.message, { cause });
}

function unauthenticated(): GraphQLError {
  return new GraphQLError('The request could not be authenticated.', {
    extensions: { code: 'UNAUTHENTICATED', http: { status: 401 } },
  });
}

function unavailable(): GraphQLError {
  return new GraphQLError('The request cannot be authenticated at the moment. Send it again later.', {
    extensions: { code: 'SERVICE_UNAVAILABLE', http: { status: 503 } },
  });
}

/** The response to a request that Apollo does not answer, as it has no credentials for this reason. */
export function notAuthenticated(error: unknown, challenge: string | undefined): HttpError {
  if (isUnavailable(error)) return authenticationUnavailable(error);
  const message = 'The request could not be authenticated.';
  const headers = challenge === undefined ? undefined : { 'www-authenticate': challenge };
  return new HttpError(401, 'UNAUTHENTICATED', message, headers, { code: 'UNAUTHENTICATED' });
}

export function authenticationUnavailable({ message }: GraphQLError): HttpError {
  return new HttpError(503, 'AUTHENTICATION_UNAVAILABLE', message, { 'retry-after': '1' });
}

/** Whether an error says that clients cannot be authenticated at the moment. */
export function isUnavailable(error: unknown): error is GraphQLError {
  return error instanceof GraphQLError && error.extensions.code === 'SERVICE_UNAVAILABLE';
}

/** What REST calls send beside the headers of `authenticate`. */
interface SentHeaders {
  /** `Authorization` of clients that send none. */
  readonly fallback: string | undefined;
  /** Names of headers that are those of the request. */
  readonly forwarded: readonly string[];
  /** Headers of all calls, names and values in turn. */
  readonly fixed: readonly string[];
}

/** The credentials of one request: what its REST calls send, and with which requests they may be shared. */
class ClientCredentials implements Credentials {
  readonly authorization: string | undefined;
  readonly headers: string[];
  readonly identity: string;
  readonly userId: string | undefined;
  readonly #givenIdentity: string | undefined;
  readonly #fallback: string | undefined;
  /** How many of the names and values are the client's own, and not the same for all. */
  readonly #ownLength: number;

  constructor(
    client: ClientIdentity,
    incoming: RequestHeaders,
    { fallback, forwarded, fixed }: SentHeaders,
    tracing: readonly string[],
  ) {
    const own = client.headers === undefined ? none : Object.keys(client.headers).map((name) => name.toLowerCase());
    const sent = ['accept', 'application/json'];
    if (client.authorization !== undefined) sent.push('authorization', client.authorization);
    for (const name in client.headers) sent.push(name.toLowerCase(), client.headers[name] ?? '');
    // What the embedder says of a client replaces its credentials, and nothing else that is forwarded.
    const identified = client.identity === undefined ? sent.slice() : [JSON.stringify(client.identity)];
    for (const name of forwarded) {
      if (incoming[name] === undefined || own.includes(name)) continue;
      const value = textOf(incoming[name]);
      sent.push(name, value);
      if (!identifiesNobody(name, value)) identified.push(name, value);
    }
    this.#ownLength = sent.length;
    for (let i = 0; i < fixed.length; i += 2) {
      if (!own.includes(fixed[i] as string)) sent.push(fixed[i] as string, fixed[i + 1] as string);
    }
    for (let i = 0; i < tracing.length; i += 2) {
      const name = tracing[i] as string;
      const value = tracing[i + 1] as string;
      if (own.includes(name)) continue;
      sent.push(name, value);
      if (!identifiesNobody(name, value)) identified.push(name, value);
    }
    this.authorization = client.authorization;
    this.userId = client.userId;
    this.#givenIdentity = client.identity;
    this.#fallback = fallback;
    this.headers = sent;
    // No header holds a line end, so that no two lists are joined to the same text.
    this.identity = identified.join('\n');
  }

  get client(): string {
    if (this.#givenIdentity !== undefined) return `identity ${this.#givenIdentity}`;
    const { authorization } = this;
    if (authorization !== undefined && authorization !== this.#fallback) return clientOf(authorization);
    const own = credentialsIn(this.headers.slice(0, this.#ownLength));
    return own.filter((secret) => secret !== authorization).join('\n');
  }

  get secrets(): readonly string[] {
    return credentialsIn(this.headers).filter(
      (value) => value === this.authorization || value.length >= minSecretLength,
    );
  }
}

/** The values of headers that may be credentials. `headers`: names and values in turn. */
function credentialsIn(headers: readonly string[]): string[] {
  return headers.filter((_, i) => {
    const name = headers[i - 1] ?? '';
    return i % 2 === 1 && !harmlessNames.test(name) && !isTracingHeader(name);
  });
}

const none: readonly string[] = [];

/** What nearly all clients send: a scheme and a credential, with one space between them. */
const plainAuthorization = /^[A-Za-z]+ [\w.~+/=-]+$/;

/** Services take the scheme in any case, and any number of spaces after it. */
function clientOf(authorization: string): string {
  if (plainAuthorization.test(authorization)) {
    const end = authorization.indexOf(' ');
    return `authorization ${authorization.slice(0, end).toLowerCase()}${authorization.slice(end)}`;
  }
  const [scheme = '', ...rest] = authorization.trim().split(/\s+/);
  return ['authorization', scheme.toLowerCase(), ...rest].join(' ');
}

/** Names of headers that hold no credential. Any other header may: its name does not tell. */
const harmlessNames =
  /^(?:accept|accept-language|user-agent|forwarded|x-forwarded-.+|x-real-ip|apollographql-client-.+|x-client-(?:name|version))$/;
