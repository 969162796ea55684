import type { Loaders } from '../loaders/loaders.ts';
import type { RestClient } from '../rest/client.ts';

/** Everything that belongs to one request, and dies with it. */
export interface Context {
  rest: RestClient;
  loaders: Loaders;
}
