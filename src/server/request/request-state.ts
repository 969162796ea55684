import type { GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import {
  type Caller,
  CallStatistics,
  type Cancellation,
  type Clock,
  type Credentials,
  type ErrorBehavior,
  type GatewayError,
  type ObservedCall,
  type OperationContext,
  type Plan,
} from '../../engine/engine.ts';
import type { InvalidRequest } from '../documents/document-check.ts';
import type { ExecutableDocument } from '../documents/executable-document.ts';
import type { ValidDocument } from '../documents/valid-documents.ts';
import type { Progress, ResponseBody } from '../http/http-messages.ts';
import type { ObservedRequest } from './observed-request.ts';

/** The REST calls that were planned before an operation was executed; times are those of `performance.now()`. */
export interface MadePlan {
  /** Without calls that nothing bounds. */
  readonly calls: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** An operation whose REST calls can be planned. */
export interface PlannableOperation {
  /** The number of planned calls, without those that nothing bounds; undefined where it is not known. */
  countPlannedCalls(): number | undefined;
  /** Undefined for an operation that cannot be planned. */
  plan(): Plan | undefined;
}

/** The result of an operation, or of a document that was rejected. */
export interface RequestResult {
  readonly data: unknown;
  readonly errors: readonly GraphQLFormattedError[] | undefined;
}

/** One GraphQL request: its client, and what becomes known of it while it is answered. */
export class RequestState {
  readonly observed: ObservedRequest;
  readonly caller: Caller;
  /** What its REST calls come to; nothing where it shares the execution of an identical query. */
  readonly statistics = new CallStatistics();
  /** What an error does to the response. */
  onError: ErrorBehavior = 'PROPAGATE';
  /** Why its operation is not executed, where a limit is exceeded. */
  rejection: GatewayError | undefined = undefined;
  /** Why its document is not executed: it is invalid, or its variables are. */
  invalid: InvalidRequest | undefined = undefined;
  /** Its document, where it was parsed and validated before Apollo's pipeline. */
  valid: ValidDocument | undefined = undefined;
  /** The trusted document that it names. */
  trusted: ExecutableDocument | undefined = undefined;
  /** Undefined until the document is valid and has an operation of the requested name. One that needs too many calls is rejected. */
  operation: OperationDefinitionNode | undefined = undefined;
  /** SHA-256 of the document's text, in hexadecimal digits; undefined until it is valid. */
  hash: string | undefined = undefined;
  /** Undefined until the operation has a result. */
  result: RequestResult | undefined = undefined;
  /** What its execution holds until its response is made. */
  executed: { release(): void } | undefined = undefined;
  /** The JSON of a large result, in place of the text that Apollo returns. */
  serialized: ResponseBody | undefined = undefined;
  /** Why its operation was not executed to its end, where the gateway had no memory for it. */
  overload: Error | undefined = undefined;
  /** Its place in the order of the writes of all processes, where they share what they keep. */
  clock: Clock | undefined = undefined;
  /** Whether it shares the execution of an identical query. */
  isShared = false;
  /** Whether its result was kept from an earlier request. */
  isKept = false;
  /** Whether its operation was in the operation cache. */
  isCached = false;
  /** Whether it was answered without Apollo. */
  tookFastPath = false;
  /** Undefined where nothing needed a plan before the execution. */
  plan: MadePlan | undefined = undefined;
  /** Undefined where graphql-js executes the operation, and until it is executed. */
  plannable: PlannableOperation | undefined = undefined;
  /** Its REST calls, once all have ended, where an observer records them. */
  readonly endedCalls: ObservedCall[] = [];
  #plannedCalls: number | undefined = undefined;
  #isCounted = false;

  constructor(observed: ObservedRequest, credentials: Credentials, cancellation: Cancellation | undefined) {
    this.observed = observed;
    const { statistics } = this;
    this.caller = {
      credentials,
      requestId: observed.id,
      client: undefined,
      cancellation,
      statistics,
      callLog: undefined,
      sources: undefined,
      readsAnew: undefined,
      observer: undefined,
      headerSource: undefined,
      endedCalls: undefined,
    };
  }

  /** When the request arrived, on the clock of `performance.now()`. */
  get startedAt(): number {
    return this.observed.startedAt;
  }

  /** Planned calls of the operation, without those that nothing bounds; undefined where they are not known. */
  get plannedCalls(): number | undefined {
    if (this.plan !== undefined) return this.plan.calls;
    if (!this.#isCounted && this.plannable !== undefined) {
      this.#isCounted = true;
      this.#plannedCalls = this.plannable.countPlannedCalls();
    }
    return this.#plannedCalls;
  }
}

/**
 * Apollo's context: the request alone, until graphql-js executes its operation. Apollo copies it for each operation, so
 * that what belongs to the request is one object inside.
 */
export interface ServerContext extends Partial<OperationContext> {
  readonly request: RequestState;
  /** Shows its client how far it is, where that is possible. */
  readonly progress?: Progress | undefined;
}
