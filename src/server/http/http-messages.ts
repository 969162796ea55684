import type { Cancellation, SdlForm } from '../../engine/engine.ts';
import type { RequestHeaders } from './headers.ts';

/** What tells the address of a client. */
export interface RequestOrigin {
  readonly headers: RequestHeaders;
  /** IP address of the connection's other end; undefined where it is not known. */
  readonly address?: string | undefined;
}

/** The parts of an HTTP request that GraphQL over HTTP reads. */
export interface RequestParts {
  method: string;
  /** The query string, with or without its question mark. */
  search: string;
  /** By lower-case names. */
  headers: RequestHeaders;
  /** The bytes of the body, already read. */
  body?: Uint8Array | undefined;
  /** In place of `body`: what a body parser in front of the endpoint has made of it. */
  parsedBody?: unknown;
  /** The trusted document that the path names. */
  documentInPath?: DocumentInPath | undefined;
}

/** What the path `/graphql/<id>/<name>` names. */
export interface DocumentInPath {
  id: string;
  operationName: string | undefined;
}

/** A client, and what is sent upstream for it. */
export interface ClientIdentity {
  /** The `Authorization` header of its REST calls. */
  authorization?: string | undefined;
  /** Further headers of its REST calls. */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Clients with the same identity may share REST calls and results. Left out: those whose credentials are the same.
   */
  identity?: string | undefined;
  /** The REST id of the client's user, for `viewer` and the filter value `VIEWER`. Left out: nobody is known. */
  userId?: string | undefined;
}

/** A GraphQL request over HTTP, whatever server received it. */
export interface GraphQLRequest extends RequestParts {
  /** Cancelled when the client goes away: reads in flight for it alone are then aborted. */
  cancellation?: Cancellation | undefined;
  /** The client, where the caller knows it already: `authenticate` is then not called. */
  client?: ClientIdentity | undefined;
  /** Given to `authenticate`. */
  source?: unknown;
  /** IP address of the connection's other end; undefined where there is no connection, or none that has an address. */
  address?: string | undefined;
  /** Why the request could not be read, as `reject` takes it: the request is counted, and then rejected. */
  rejection?: unknown;
  /** The form of the SDL that it is for; undefined for GraphQL. */
  sdlForm?: SdlForm | undefined;
  /** Shows its client the progress of an execution; undefined where the server or the client cannot. */
  progress?: Progress | undefined;
}

/** How far an execution is. */
export interface ProgressNumbers {
  /** REST calls that it has started. */
  readonly calls: number;
  /** Those of them that were answered. */
  readonly answered: number;
}

/** A response that may begin before its result is known, to show the progress until then. */
export interface Progress {
  /** Those of the response, where it begins early. */
  headers: () => Readonly<Record<string, string>>;
  /** Begins to show what `read` returns, from time to time. */
  watch(read: () => ProgressNumbers): void;
  /** Shows no more of it: the result is known. Returns whether the response has begun. */
  stop(): boolean;
}

/** The body of a response: a text where it is small, or its bytes in pieces. */
export type ResponseBody = string | readonly Uint8Array[];

/** The response; `content-length` and what concerns the connection is left to the server. */
export interface GraphQLResponse {
  status: number;
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: ResponseBody;
}
