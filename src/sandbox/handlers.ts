import type { z } from 'zod';
import type { Operation, Page, PathOf, ResultOf } from '../engine/contract/operation.ts';
import type { Contract } from '../resources/contract.ts';
import type { UserRow } from './records.ts';
import type { Store } from './store.ts';

/** Who asks, and of what. The look-ups of access.ts take it. */
export interface Session {
  readonly caller: UserRow;
  readonly store: Store;
}

/**
 * What a handler gets: path, query and body are typed by the operation and already checked by its schemas, and the
 * caller holds a known token. Which rights the caller has is for the handler to ask.
 */
export interface Call<O extends Operation = Operation> extends Session {
  readonly path: PathOf<O>;
  readonly query: z.output<O['query']>;
  readonly body: O['body'] extends z.ZodType ? z.output<O['body']> : undefined;
  readonly paginate: Paginate;
}

/**
 * Cuts the page that the request asks for out of all rows of a list, filtered and ordered, and turns its rows into
 * records: `paginate(rows, (row) => record)`. Only the rows of the page are turned.
 */
export type Paginate = <Row, Item>(rows: readonly Row[], toItem: (row: Row) => Item) => Required<Counted<Item>>;
type Counted<Item> = Pick<Page<Item>, 'items' | 'count'> & { next: { page: string } | undefined };

/**
 * Answers one operation: it looks up what the path names (`organizationFor`, `spaceFor`, `collectionFor` of access.ts,
 * which refuse with 404 and 403), changes the store's tables, and returns the record, or nothing where the success has
 * no content. Failures are thrown from errors.ts. Handlers are synchronous, so each one is a transaction; check
 * everything before the first change.
 */
export type Handler<O extends Operation> = (call: Call<O>) => ResultOf<O> extends undefined ? void : ResultOf<O>;

/**
 * The handlers of one resource. A resource's file exports
 * `export const teams: Handlers<Contract['teams']> = { list: ({ path, query, paginate, ...session }) => … }`.
 */
export type Handlers<Group> = { [Name in keyof Group]: Group[Name] extends Operation ? Handler<Group[Name]> : never };

/** One handler for every operation of the contract: a missing one is a compile error. */
export type AllHandlers = { [Group in keyof Contract]: Handlers<Contract[Group]> };
