import type { GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { Pool } from 'undici';
import { type Cancellation, isJsonObject } from '../../engine/engine.ts';
import { readBytes } from '../runtime/read-bytes.ts';
import type { ComparableResult } from './compare-results.ts';
import { inputValuesOf } from './input-values.ts';
import { errorPlaces, type ShadowQuery, type ShadowTarget } from './shadow-target.ts';

export interface UrlTargetOptions {
  readonly url: URL;
  readonly schema: GraphQLSchema;
  /** Largest response, in bytes. */
  readonly maxBytes: number;
  readonly connections: number;
  readonly timeoutMs: number;
  /** Names of headers that belong to the REST service alone, in lower case. */
  readonly ownHeaders: ReadonlySet<string>;
  /** The `Authorization` of clients without one, which belongs to it, too. */
  readonly ownAuthorization: string | undefined;
}

/** Marks second executions: a gateway that gets one makes no further one of it. */
export const shadowHeader = 'docgraph-shadow';

/** Another gateway, which gets the query with its client's credentials. Redirects are not followed. */
export class UrlTarget implements ShadowTarget {
  readonly name = 'url';
  readonly #options: UrlTargetOptions;
  readonly #pool: Pool;

  constructor(options: UrlTargetOptions) {
    const { url, connections, timeoutMs } = options;
    this.#options = options;
    this.#pool = new Pool(url.origin, { connections, pipelining: 1, connect: { timeout: timeoutMs } });
  }

  async execute(query: ShadowQuery, cancellation: Cancellation): Promise<ComparableResult> {
    const { url, maxBytes } = this.#options;
    const controller = new AbortController();
    cancellation.add({ cancel: () => controller.abort() });
    const response = await this.#pool.request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: this.#headersOf(query),
      body: this.#bodyOf(query),
      signal: controller.signal,
    });
    const bytes = await readBytes(response.body, maxBytes);
    if (bytes === undefined) throw new RangeError('The response is too large.');
    return resultIn(bytes.toString());
  }

  /** Ends what is being sent. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #headersOf({ credentials: { headers } }: ShadowQuery): string[] {
    const sent = [shadowHeader, '1', 'content-type', 'application/json'];
    for (let i = 0; i < headers.length; i += 2) {
      const [name, value] = headers.slice(i, i + 2) as [string, string];
      if (!this.#isOwn(name, value)) sent.push(name, value);
    }
    return sent;
  }

  /** Whether a header is of the REST service, and not of the client. */
  #isOwn(name: string, value: string): boolean {
    const { ownHeaders, ownAuthorization } = this.#options;
    return ownHeaders.has(name) || (name === 'authorization' && value === ownAuthorization);
  }

  #bodyOf({ prepared: { executable, variables } }: ShadowQuery): string {
    const { text, operation } = executable;
    return JSON.stringify({
      query: text,
      operationName: operation.name?.value,
      variables: inputValuesOf(this.#options.schema, operation, variables),
    });
  }
}

/** A GraphQL response. Throws for anything else; what it has in `extensions` is not compared. */
function resultIn(text: string): ComparableResult {
  const value: unknown = JSON.parse(text);
  if (!isJsonObject(value) || !(isJsonObject(value.data) || value.data === null)) throw new TypeError('No result.');
  const { data, errors = [] } = value;
  if (!Array.isArray(errors) || !errors.every(isFormattedError)) throw new TypeError('No result.');
  return { data, errors: errorPlaces(errors) };
}

function isFormattedError(value: unknown): value is GraphQLFormattedError {
  if (!isJsonObject(value)) return false;
  const { path = [], extensions = {} } = value;
  return Array.isArray(path) && isJsonObject(extensions);
}
