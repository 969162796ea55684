import type { Loaders } from '../loaders/loaders.ts';
import type { RestClient } from '../rest/client.ts';
import type { Verdicts } from './verdicts.ts';

/** Everything that belongs to one request, and dies with it. */
export interface Context {
  rest: RestClient;
  loaders: Loaders;
  /** What the check of all mutations of the operation came to, once it has been made. */
  verdicts?: Verdicts;
}
