import type { RestClient } from '../http/client.ts';
import type { RequestReads } from './request-cache.ts';

/** What resolvers work with: everything that belongs to one request, and dies with it. */
export interface Context {
  readonly rest: RestClient;
  readonly cache: RequestReads;
  /** The id of the client's user in the service, where it is known. */
  readonly userId?: string | undefined;
}
