import type { Endpoint, ListEndpoint } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import type { Context } from '../data/context.ts';
import type { Reference } from '../data/reference.ts';
import type { Items } from '../relay/connection.ts';

/** Samples of the service's results, in place of calls. */
export interface SampleSource {
  /** What resolvers get of a request: a record at hand needs none of it. */
  readonly context: Context;
  /** A sample of an endpoint's result. */
  result(endpoint: Endpoint): unknown;
  /** A sample of a connection over a list. */
  connection(list: ListEndpoint, items: Items<unknown, unknown>): unknown;
  path(endpoint: Endpoint): Key;
  /** Reads the id of a record from all places where it may be. */
  readId(reference: Reference): void;
}
