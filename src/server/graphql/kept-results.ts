import { type CachedResponse, type ResultCache, ResultSources } from '../../engine/engine.ts';
import type { ExecutableOperation } from '../documents/executable-document.ts';
import type { ResponseBody } from '../http/http-messages.ts';
import type { RequestState } from '../request/request-state.ts';
import { queryText } from './coalescing-key.ts';
import { noteOperation } from './executor.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import { revalidatedByClient } from './revalidation.ts';

/** Results of queries that are kept across requests, as the bytes of their responses. */
export class KeptResults {
  readonly #cache: ResultCache;
  readonly #clientMaxAgeMs: number;

  /** `clientMaxAgeMs`: longest time that clients may use a kept result without asking; 0 where they have to ask each time. */
  constructor(cache: ResultCache, clientMaxAgeMs: number) {
    this.#cache = cache;
    this.#clientMaxAgeMs = clientMaxAgeMs;
  }

  /**
   * Where the result of a request may be kept. Undefined for mutations, for what needs a record of its calls, and for variables
   * that are too large to compare.
   */
  placeFor({ executable, variables }: PreparedOperation, request: RequestState): ResultPlace | undefined {
    const { caller, onError } = request;
    if (executable.operation.operation !== 'query' || caller.callLog !== undefined) return undefined;
    const { credentials } = caller;
    const operation = this.#cache.isShared ? sharedNameOf(executable) : executable.number;
    const query = queryText(operation, variables, onError, credentials);
    return query === undefined
      ? undefined
      : new ResultPlace(this.#cache, this.#cache.keyOf(credentials.identity, query), this.#clientMaxAgeMs);
  }
}

/** The place of one query's result, for one identity. */
export class ResultPlace {
  readonly #cache: ResultCache;
  readonly #key: string;
  readonly #clientMaxAgeMs: number;
  #sources: ResultSources | undefined = undefined;
  /** The result, where it is kept. */
  #kept: CachedResponse | undefined = undefined;

  constructor(cache: ResultCache, key: string, clientMaxAgeMs: number) {
    this.#cache = cache;
    this.#key = key;
    this.#clientMaxAgeMs = clientMaxAgeMs;
  }

  /** The bytes of the response, where the result is kept and may still be used; later where processes share results. */
  find(request: RequestState): Buffer | undefined | Promise<Buffer | undefined> {
    if (this.#cache.isShared) return this.#lookUp(request);
    this.#kept = this.#cache.find(this.#key);
    return this.#kept?.body;
  }

  /** Call before the request is executed: notes what its result is made of. */
  watch({ caller }: RequestState): void {
    this.#sources = new ResultSources();
    caller.sources = this.#sources;
  }

  /** Keeps the body of a result without errors, if all that it was made of may be kept. Whether it is kept. */
  keep(body: ResponseBody): boolean {
    // A request that joined the execution of another one has no sources of its own. Without its client, a result is not serialized.
    if (this.#sources?.isComplete !== true || body.length === 0) return false;
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
    this.#kept = this.#cache.offer(this.#key, bytes, this.#sources);
    return this.#kept !== undefined;
  }

  /** What the client may do with the response: use it without asking for the time that the result has left, or ask each time. */
  get cacheControl(): string {
    const seconds = Math.floor(Math.min(this.#clientMaxAgeMs, this.#kept?.remainingMs ?? 0) / 1000);
    return seconds > 0 ? `private, max-age=${seconds}` : revalidatedByClient;
  }

  async #lookUp(request: RequestState): Promise<Buffer | undefined> {
    const { entry, clock } = await this.#cache.lookUp(this.#key);
    request.clock = clock;
    this.#kept = entry;
    return entry?.body;
  }
}

/** The name of an operation in all processes. */
function sharedNameOf({ hash, operation }: ExecutableOperation): string {
  return `${hash} ${operation.name?.value ?? ''}`;
}

/** Notes in a request that it was answered by a kept result, which has data and no errors. */
export function noteKeptResult(prepared: PreparedOperation, request: RequestState): void {
  noteOperation(prepared, request);
  request.isKept = true;
  request.result = keptResult;
}

/** The data are not parsed: nobody reads them. */
const keptResult = { data: {}, errors: undefined };
