import type { Endpoint, PathOf, QueryOf, ResultOf } from '../contract/endpoint.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import type { CallTarget } from '../http/rest-call.ts';
import type { Query } from './cached-read.ts';

/** A GET, and the field that it is made for. */
export interface ReadCall extends CallTarget {
  /** The field that it is read for, where calls are logged. */
  readonly origin?: CallOrigin | undefined;
}

export abstract class TypedReads {
  /**
   * The result of a GET whose endpoint is known at run time alone. `batched` marks a list that is read in place of several single
   * records. Throws or rejects with a GatewayError.
   */
  abstract readCall(call: ReadCall, batched?: boolean): Promise<unknown>;

  /** The result of a GET. Throws or rejects with a GatewayError. */
  read<O extends Endpoint>(
    endpoint: O,
    { path, query }: { path: PathOf<O>; query?: QueryOf<O> | undefined },
  ): Promise<ResultOf<O>> {
    return this.readCall({ endpoint, path, query: query as Query | undefined }) as Promise<ResultOf<O>>;
  }
}
