import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import type { ObservedCall } from './observed-call.ts';
import type { RequestShare } from './shares.ts';

/**
 * A call that a GraphQL request makes. An instance of a class, as V8 may allocate object literals in the old generation where
 * many of them live through a collection, and what they refer to then lives as long.
 */
export class CallRequest {
  readonly operation: Operation;
  /** Path and query, without the path prefix of the service's base address. */
  readonly url: string;
  readonly credentials: Credentials;
  /** What the GraphQL request uses of the upstream. */
  readonly share: RequestShare;
  /** When the GraphQL request has to be complete, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Undefined where calls are not observed. */
  readonly observed: ObservedCall | undefined;

  constructor(
    operation: Operation,
    url: string,
    credentials: Credentials,
    share: RequestShare,
    deadlineAt: number,
    observed: ObservedCall | undefined,
  ) {
    this.operation = operation;
    this.url = url;
    this.credentials = credentials;
    this.share = share;
    this.deadlineAt = deadlineAt;
    this.observed = observed;
  }
}
