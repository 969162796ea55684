import type { z } from 'zod';
import type { Endpoint, PathOf, ResultOf } from '../engine/contract/endpoint.ts';
import type { Contract } from '../resources/contract.ts';
import type { Page } from '../resources/dialect.ts';
import type { UserRow } from './rows.ts';
import type { Store } from './store.ts';

/** The authenticated caller and the store, as the look-ups of access.ts need them. */
export interface Session {
  readonly caller: UserRow;
  readonly store: Store;
}

/**
 * The request that a handler receives: path, query and body are validated by the operation's schemas, and the caller is
 * authenticated. The handler itself checks permissions.
 */
export interface OperationRequest<O extends Endpoint = Endpoint> extends Session {
  readonly path: PathOf<O>;
  readonly query: z.output<O['query']>;
  readonly body: O['body'] extends z.ZodType ? z.output<O['body']> : undefined;
  readonly paginate: Paginate;
}

/**
 * Returns the requested page of a list: `paginate(rows, (row) => record)` takes all rows, filtered and sorted, and
 * converts those of the page to records.
 */
export type Paginate = <Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item) => Required<CountedPage<Item>>;
type CountedPage<Item> = Pick<Page<Item>, 'items' | 'count'> & { next: { page: string } | undefined };

/**
 * Handles one operation: looks up the records in the path (`organizationFor`, `spaceFor`, `collectionFor` of access.ts,
 * which throw 404 and 403), changes the store's tables, and returns the response body, or nothing for a response without
 * content. Errors are thrown with the functions of errors.ts. Handlers are synchronous, so each one is a transaction:
 * validate everything before the first change. The few that wait look up the records, validate and change them after it.
 */
export type Handler<O extends Endpoint> = (
  request: OperationRequest<O>,
) => ResultOf<O> extends undefined ? void : ResultOf<O> | Promise<ResultOf<O>>;

/**
 * The handlers of one resource. A resource's file exports
 * `export const teams: Handlers<Contract['teams']> = { list: ({ path, query, paginate, ...session }) => … }`.
 */
export type Handlers<Group> = { [Name in keyof Group]: Group[Name] extends Endpoint ? Handler<Group[Name]> : never };

/** One handler for every operation of the contract: a missing one is a compile error. */
export type AllHandlers = { [Group in keyof Contract]: Handlers<Contract[Group]> };
