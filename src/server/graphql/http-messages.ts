import type { Cancellation, SdlForm } from '../../engine/engine.ts';
import type { ClientIdentity } from './authentication.ts';
import type { ResponseBody } from './operation-result.ts';
import type { RequestParts } from './parse-request.ts';

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
}

/** The response; `content-length` and what concerns the connection is left to the server. */
export interface GraphQLResponse {
  status: number;
  /** By lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: ResponseBody;
}
