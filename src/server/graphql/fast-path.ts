import { GatewayError } from '../../engine/engine.ts';
import type { ExecutableDocument, ExecutableOperation } from '../documents/executable-document.ts';
import { mediaTypeOf, textOf } from '../http/headers.ts';
import type { RequestParts } from '../http/http-messages.ts';
import type { OperationParams } from '../request/parse-request.ts';
import type { MadePlan } from '../request/request-state.ts';
import { isSafeGet } from './csrf.ts';
import type { Executor } from './executor.ts';
import { NegotiationCache } from './negotiation-cache.ts';
import type { PreparedOperation } from './prepared-operation.ts';

/** An operation that can be executed without Apollo, and the content type that Apollo would answer with. */
export interface FastPathHit {
  prepared: PreparedOperation;
  contentType: string;
  /** Whether the operation was in the operation cache. */
  isCached: boolean;
  /** Undefined where the number of REST calls is not limited. */
  plan: MadePlan | undefined;
  /** Why it is not executed: it exceeds a limit. */
  rejection: GatewayError | undefined;
}

/** An operation that can be executed without Apollo, if its variables are valid. */
export interface FastPathPlace {
  executable: ExecutableOperation;
  contentType: string;
}

/**
 * Finds requests whose response is known to be the same without Apollo: cached operations with valid variables, in a
 * request that Apollo's CSRF prevention and content negotiation accept. Most requests of a client are the same few
 * operations with other values, and Apollo's pipeline costs more than a small operation itself.
 */
export class FastPath {
  readonly executor: Executor;
  readonly #needsProof: boolean;
  readonly #negotiation = new NegotiationCache();

  /** `needsProof`: whether a GET has to prove that it is of the gateway's own origin. */
  constructor(executor: Executor, needsProof: boolean) {
    this.executor = executor;
    this.#needsProof = needsProof;
  }

  /**
   * Undefined where only Apollo's pipeline can answer. `trusted`: the document of the request, which needs no look-up.
   */
  find(request: RequestParts, params: OperationParams, trusted?: ExecutableDocument): FastPathHit | undefined {
    const place = this.locate(request, params, trusted);
    if (place === undefined) return undefined;
    const prepared = this.executor.prepare(place.executable, params.variables);
    return prepared && this.hit(place, prepared);
  }

  /** The same before the variables are coerced, for those that take long. */
  locate(request: RequestParts, params: OperationParams, trusted?: ExecutableDocument): FastPathPlace | undefined {
    const contentType = this.#negotiation.get(textOf(request.headers.accept));
    if (contentType === undefined) return undefined;
    const executable =
      trusted === undefined ? this.executor.operations.find(params) : trusted.operation(params.operationName);
    if (executable === undefined) return undefined;
    if (
      request.method === 'GET' &&
      !(executable.operation.operation === 'query' && isAcceptedGet(request, this.#needsProof))
    ) {
      return undefined;
    }
    return { executable, contentType };
  }

  /** What was located, with its variables. */
  hit({ contentType }: FastPathPlace, prepared: PreparedOperation): FastPathHit {
    try {
      const plan = this.executor.checkPlan(prepared);
      return { prepared, contentType, isCached: true, plan, rejection: undefined };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      return { prepared, contentType, isCached: true, plan: undefined, rejection: error };
    }
  }

  /** Notes with which content type Apollo answered an operation. */
  learn({ headers }: Pick<RequestParts, 'headers'>, contentType: string | undefined): void {
    if (contentType !== undefined) this.#negotiation.learn(textOf(headers.accept), contentType);
  }
}

/** A GET may only have the content type that takes a preflight. */
function isAcceptedGet({ headers }: RequestParts, needsProof: boolean): boolean {
  const contentType = textOf(headers['content-type']);
  return (contentType === '' || mediaTypeOf(contentType) === 'application/json') && isSafeGet(headers, needsProof);
}
