import type { Loaders } from '../data/request-cache.ts';
import type { RestClient } from '../http/client.ts';
import type { Verdicts } from './mutation-validation.ts';

/** Everything that belongs to one request, and dies with it. */
export interface Context {
  rest: RestClient;
  loaders: Loaders;
  /** What the check of all mutations of the operation came to, once it has been made. */
  verdicts?: Verdicts;
}
