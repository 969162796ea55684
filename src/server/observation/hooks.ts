import type { Logger } from 'pino';
import { GatewayError, type ObservedCall, roundMs } from '../../engine/engine.ts';
import { codeOf } from '../request/error-code.ts';
import type { RequestState } from '../request/request-state.ts';
import type { Observer, RequestEnd } from './observer.ts';
import type { Outcome } from './outcome.ts';

/** An operation that was answered. */
export interface OperationEvent {
  /** Null for an anonymous operation, and for a document that was rejected. */
  name: string | null;
  /** Null for a document that was rejected. */
  kind: 'query' | 'mutation' | 'subscription' | null;
  /** From the arrival of the request to its result, in milliseconds. */
  ms: number;
  /** The HTTP status of the response; 499 where the client did not wait for it. */
  status: number;
  outcome: Outcome;
  /** `extensions.code` of each error. */
  errors: readonly string[];
  /** REST calls that were made for this request; 0 where it shared the execution of an identical one. */
  calls: number;
  /** Whether it shared the execution of an identical query in flight. */
  shared: boolean;
}

/** A REST call that has ended. */
export interface CallEvent {
  /** Name of the REST operation, such as `spaces.get`. */
  operation: string;
  method: string;
  /** The path template, such as `/v1/spaces/{spaceId}`: it holds no id. */
  path: string;
  /** Null where no response arrived. */
  status: number | null;
  ms: number;
  /** An identical call in flight answered this one. */
  shared: boolean;
  /** A response of an earlier call, which the response cache has kept, answered this one. */
  cached: boolean;
  /** That response had expired: it was used while it was read anew, or as the service failed. */
  stale: boolean;
  /** The service has confirmed a kept response. */
  revalidated: boolean;
  /** The call is a list that stands for several look-ups. */
  batched: boolean;
  /** `extensions.code` of the error that it became. */
  errorCode: string | undefined;
}

/** Functions of the embedder for metrics and tracing. What they throw, or reject with, is logged and harms no request. */
export interface Hooks {
  /** Called once for each operation, when its result is known. */
  onOperation?: (event: OperationEvent) => void | Promise<void>;
  /** Called once for each REST call, when it has ended. */
  onCall?: (event: CallEvent) => void | Promise<void>;
}

/** Calls hooks so that their errors stay in the log. */
export class HookRunner implements Observer {
  readonly #hooks: Hooks;
  readonly #logger: Logger;

  constructor(hooks: Hooks, logger: Logger) {
    this.#hooks = hooks;
    this.#logger = logger;
  }

  get observesCalls(): boolean {
    return this.#hooks.onCall !== undefined;
  }

  requestEnded({ operation, result, statistics, isShared }: RequestState, { status, ms, outcome }: RequestEnd): void {
    if (this.#hooks.onOperation === undefined) return;
    this.#run('onOperation', () =>
      this.#hooks.onOperation?.({
        name: operation?.name?.value ?? null,
        kind: operation?.operation ?? null,
        ms: roundMs(ms),
        status,
        outcome,
        errors: result?.errors?.map(codeOf) ?? [],
        calls: statistics.made,
        shared: isShared,
      }),
    );
  }

  callEnded(call: ObservedCall): void {
    const { endpoint, status, startedAt, endedAt, isShared, cachedMs, isStale, isRevalidated, isBatched, error } = call;
    this.#run('onCall', () =>
      this.#hooks.onCall?.({
        operation: endpoint.id,
        method: endpoint.method,
        path: endpoint.path,
        status,
        ms: roundMs(endedAt - startedAt),
        shared: isShared,
        cached: cachedMs !== undefined,
        stale: isStale,
        revalidated: isRevalidated,
        batched: isBatched,
        errorCode: error instanceof GatewayError ? error.code : undefined,
      }),
    );
  }

  #run(hook: keyof Hooks, call: () => void | Promise<void>): void {
    const failed = (error: unknown) => this.#logger.error({ err: error, hook }, 'hook failed');
    try {
      const returned = call();
      if (returned instanceof Promise) returned.catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
