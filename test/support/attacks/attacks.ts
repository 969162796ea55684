import type { Part } from '../clients/raw-socket.ts';
import type { GatewayProcess } from '../processes/gateway-process.ts';
import type { FaultUpstream, ReceivedRequest, Reply } from '../upstreams/fault-upstream.ts';

/** What a client sends: a request over HTTP, or bytes on a connection of its own. */
export type Message = HttpMessage | BytesMessage;

export interface HttpMessage {
  method: string;
  /** Path and query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
}

export interface BytesMessage {
  parts: readonly Part[];
  /** Time until the connection must have been answered or closed, in milliseconds; 10,000 by default. */
  timeoutMs?: number;
  /** Whether the server must close the connection. */
  closes?: boolean;
}

/** What the client must get. */
export interface Expected {
  /** One of these statuses. For bytes: that of the last response, 0 if none may come. */
  status: number | readonly number[];
  /** One of these is the code of every error; undefined means that there is no error. */
  code?: string | readonly string[];
  /** Whether the response has `data` that is not null; undefined where either is right. */
  data?: boolean;
  /** Number of REST calls, or the least and the most. */
  calls: number | readonly [least: number, most: number];
  /** A pattern that the response contains, or must not contain. */
  has?: RegExp;
  hasNot?: RegExp;
  /** Maximum length of the response. */
  maxLength?: number;
  /** Checks the requests that reached the service. */
  arrived?: (requests: readonly ReceivedRequest[]) => void;
}

/** One attack: a row of the table. */
export interface Attack {
  name: string;
  message: () => Message;
  expected: Expected;
  /** The service's replies; by default every list is full and every record exists. */
  upstream?: Reply;
  /** Number of times that it is sent at once; 1 by default. */
  copies?: number;
  /** Maximum CPU time of the gateway, in milliseconds; by default that for documents without a REST call. */
  cpuMs?: number;
}

/** What runs an attack: the gateway, and the service behind it. */
export interface Target {
  gateway: GatewayProcess;
  upstream: FaultUpstream;
}

export const attacker = 'sekret-token-of-the-attacker';

const standardHeaders = {
  'content-type': 'application/json',
  accept: 'application/graphql-response+json',
  authorization: `Bearer ${attacker}`,
};

/** A POST of a document. `variables` is JSON, so that it can be what no serializer writes. */
export function post(query: string, variables?: string, headers: Record<string, string> = {}): HttpMessage {
  const rest = variables === undefined ? '' : `,"variables":${variables}`;
  return postBody(`{"query":${JSON.stringify(query)}${rest}}`, headers);
}

/** A POST of these bytes. */
export function postBody(body: string | Buffer, headers: Record<string, string> = {}): HttpMessage {
  return { method: 'POST', path: '/graphql', headers: { ...standardHeaders, ...headers }, body };
}

/** A GET of a path, by default without headers that browsers send with a preflight only. */
export function get(path: string, headers: Record<string, string> = {}): HttpMessage {
  return { method: 'GET', path, headers: { accept: 'application/json', ...headers } };
}

/** A GET of a query. */
export function getQuery(query: string, headers: Record<string, string> = {}): HttpMessage {
  return get(`/graphql?${new URLSearchParams({ query })}`, { authorization: `Bearer ${attacker}`, ...headers });
}

/** Bytes of a whole HTTP/1.1 request; the head's lines end as given. */
export function bytes(...parts: Part[]): BytesMessage {
  return { parts };
}

/** Repeats a text. */
export const times = (count: number, text: (i: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, i) => text(i)).join(separator);
