import type { Key } from '../contract/entity.ts';
import type { Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import type { Query } from './cached-read.ts';

/** A GET: the operation, and what it is called with. */
export interface ReadCall {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Query | undefined;
  /** The field that it is read for, where calls are logged. */
  readonly origin?: CallOrigin | undefined;
}

/** Reads with the types of their operations. */
export abstract class TypedReads {
  /** The result of a GET whose operation is known at run time alone. Throws or rejects with a GatewayError. */
  abstract readCall(call: ReadCall, batched?: boolean): Promise<unknown>;

  /**
   * The result of a GET. `batched` marks a list that is read in place of several single records.
   * Throws or rejects with a GatewayError.
   */
  read<O extends Operation>(
    operation: O,
    { path, query }: { path: PathOf<O>; query?: QueryOf<O> | undefined },
    batched = false,
  ): Promise<ResultOf<O>> {
    return this.readCall({ operation, path, query: query as Query | undefined }, batched) as Promise<ResultOf<O>>;
  }
}
