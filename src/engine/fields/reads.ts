import type { Entity, Key, KeyOf, RecordOf } from '../contract/entity.ts';
import type { ItemOf, ListOperation, Operation, PathOf, ResultOf } from '../contract/operation.ts';
import { hasNoValue, type Query } from '../data/cached-read.ts';
import { lastOf, Reference } from '../data/reference.ts';
import type { RequestReads } from '../data/request-cache.ts';
import { notFound } from '../http/errors.ts';
import type { Connection, ConnectionArguments } from '../relay/connection.ts';
import { findItem } from '../relay/rest-list.ts';
import { lengthCheck } from './argument-checks.ts';
import type { ConnectionSpec, Field, LookupSpec, RequestOf, ValueSpec } from './spec.ts';

/** An operation that depends on the parent: a page's links are read in its space, or in its change request. */
export interface OperationChoice<O extends Operation, Parent> {
  readonly operations: readonly O[];
  choose(parent: Parent): O;
}

type OneOrChoice<O extends Operation, Parent> = O | OperationChoice<O, Parent>;
type RequestFunction<O extends Operation, Parent, Args> = (parent: Parent, args: Args) => RequestOf<O>;

function choiceOf<O extends Operation, Parent>(operation: OneOrChoice<O, Parent>): OperationChoice<O, Parent> {
  return 'choose' in operation ? operation : { operations: [operation], choose: () => operation };
}

/** A record at the path that the arguments name. With a query it is read in the form that the query asks for. */
export function lookup<O extends Operation, E extends Entity, Parent, Args>(
  operation: O,
  request: RequestFunction<O, Parent, Args>,
  entity: E,
): Field<Parent, Args, Reference<E>, LookupSpec> {
  const refer = (parent: Parent, args: Args) => {
    const { path, query } = request(parent, args);
    return referenceTo(entity, operation, path as KeyOf<E>, query);
  };
  return { kind: 'lookup', operations: [operation], entity, refer };
}

/** A record by its key that can only be read from the list that contains it; with a query, in the form that it asks for. */
export function lookupInList<E extends Entity, Parent, Args>(
  entity: E,
  key: (parent: Parent, args: Args) => KeyOf<E>,
  query: (args: Args) => Query = () => ({}),
): Field<Parent, Args, Reference<E>, LookupSpec> {
  const refer = (parent: Parent, args: Args) => {
    const own = key(parent, args);
    const form = query(args);
    return hasNoValue(form) ? Reference.to(entity, own) : Reference.to(entity, own, findIn(entity, own, form));
  };
  return { kind: 'lookup', operations: entity.lists, entity, refer };
}

/** Finds a record in its list, which is read with a query. */
function findIn<E extends Entity>(entity: E, key: KeyOf<E>, query: Query) {
  const id = lastOf(key);
  const list = entity.lists[0] as ListOperation;
  const isWanted = (item: object) => entity.includes(item) && entity.idOf(item) === id;
  return async (cache: RequestReads): Promise<RecordOf<E>> => {
    const found = await findItem(list, { path: key, query }, (item) => isWanted(item as object), cache);
    if (found === undefined) throw notFound(list);
    return found as RecordOf<E>;
  };
}

/** A reference to what an operation returns; with a query, to the record in the form that the query asks for. */
export function referenceTo<E extends Entity>(
  entity: E,
  operation: Operation,
  key: KeyOf<E>,
  query: Query = {},
): Reference<E> {
  if (hasNoValue(query)) return Reference.to(entity, key);
  return Reference.to(entity, key, (cache) => cache.readCall({ operation, path: key, query }) as Promise<RecordOf<E>>);
}

/** A value that one GET returns. `toValue` picks it from the result. */
export function read<O extends Operation, Parent, Args, Value>(
  operation: O,
  request: RequestFunction<O, Parent, Args>,
  toValue: (result: ResultOf<O>, parent: Parent, args: Args) => Value,
  options: Pick<ValueSpec, 'fromParentRecord'> = {},
): Field<Parent, Args, Value, ValueSpec> {
  return {
    kind: 'value',
    operations: [operation],
    request: (parent: Parent, args: Args) => callOf(operation, request(parent, args)),
    toValue,
    ...options,
  };
}

interface ConnectionOptions<Parent> {
  /**
   * How many items the list has at most, as the parent's record tells: of all that it can hold, whatever its filters and
   * the client's rights, as each of them can only take away. With 0, no call is made.
   */
  count?: (record: Parent extends Reference<infer E> ? RecordOf<E> : never) => number | undefined;
}

type ToNode<O extends ListOperation, Node> = (item: ItemOf<O>, path: PathOf<O>) => Node;

/** A connection over a paged list. Its nodes are references to an entity's records, or what `target` makes of an item. */
export function connection<O extends ListOperation, E extends Entity, Parent, Args extends ConnectionArguments>(
  operation: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: E,
  options?: ConnectionOptions<Parent>,
): Field<Parent, Args, Connection<ItemOf<O>, Reference<E>>, ConnectionSpec>;
export function connection<O extends ListOperation, Node, Parent, Args extends ConnectionArguments>(
  operation: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: ToNode<O, Node>,
  options?: ConnectionOptions<Parent>,
): Field<Parent, Args, Connection<ItemOf<O>, Node>, ConnectionSpec>;
export function connection<O extends ListOperation, Parent, Args extends ConnectionArguments>(
  operation: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: Entity | ToNode<O, unknown>,
  { count }: ConnectionOptions<Parent> = {},
): Field<Parent, Args, Connection<ItemOf<O>, unknown>, ConnectionSpec> {
  const { operations, choose } = choiceOf(operation);
  const checkQuery = lengthCheck(operations[0] as O);
  const isEntity = typeof target !== 'function';
  return {
    kind: 'connection',
    operations,
    request: (parent: Parent, args: Args) => callOf(choose(parent), request(parent, args)),
    toNode: isEntity
      ? (item: object, { path, operation: source }) => Reference.of(target, path, item, source)
      : (item: ItemOf<O>, { path }) => target(item, path as PathOf<O>),
    includes: isEntity && target.isMixed ? (item) => target.includes(item as object) : undefined,
    ...(count && { count }),
    ...(checkQuery && { checkQuery }),
  };
}

function callOf<O extends Operation>(operation: O, { path, query }: RequestOf<O>) {
  const key: Key = path;
  return { operation, path: key, query };
}
