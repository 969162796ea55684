import { type GraphQLObjectType, type GraphQLResolveInfo, getNamedType } from 'graphql';
import {
  type EntityAt,
  type EntityName,
  entityAt,
  entityListedBy,
  type KeyOf,
  type ListedBy,
  type RecordOf,
  readsOf,
} from '../contract/entity.ts';
import type { ItemOf, ListOperation, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import { Reference } from '../data/reference.ts';
import type { Loaders } from '../data/request-cache.ts';
import { contractBroken } from '../http/errors.ts';
import { includedFields } from '../operation/selection.ts';
import {
  type Connection,
  type ConnectionArguments,
  checkWindow,
  connectionOf,
  itemFields,
  type List,
  noItems,
  readFirst,
  windowOf,
} from '../relay/connection.ts';
import type { Key } from '../relay/global-id.ts';
import { ArrayList, RestList, readAll } from '../relay/rest-list.ts';
import { checkIds, lengthCheck } from './argument-checks.ts';
import type { Context } from './context.ts';
import { ofAnotherType } from './contract-checks.ts';
import type { Field, Place } from './field.ts';
import { settle } from './prefetch.ts';
import { startBelowItems } from './prefetch-items.ts';

/** What a field asks of an operation. Null stands for an argument that is not given. */
export interface Request<O extends Operation> {
  path: PathOf<O>;
  query?: { [Name in keyof QueryOf<O>]?: QueryOf<O>[Name] | null };
}

/**
 * A field that one GET answers. At an entity's path it is a reference, fetched if its record is needed; elsewhere
 * `value` picks what the field gives from the answer.
 */
export function lookup<O extends Operation, Parent, Args>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
): Field<Parent, Args, Reference<EntityAt<O>>>;
export function lookup<O extends Operation, Parent, Args, Value>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
  value: (result: ResultOf<O>, parent: Parent, args: Args) => Value,
): Field<Parent, Args, Value>;
export function lookup<O extends Operation, Parent, Args, Value>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
  value?: (result: ResultOf<O>, parent: Parent, args: Args) => Value,
) {
  if (value === undefined) {
    const name = entityAt(operation) as EntityName;
    return lookupOf(name, [operation], (parent: Parent, args: Args) => {
      const { path, query } = request(parent, args);
      return referenceTo(name, operation, path as unknown as KeyOf<typeof name>, query);
    });
  }
  const read = (parent: Parent, args: Args, { loaders }: Context) =>
    loaders.read(operation, request(parent, args) as Parameters<typeof loaders.read<O>>[1]);
  const resolve = (parent: Parent, args: Args, context: Context) =>
    read(parent, args, context).then((result) => value(result, parent, args));
  const start = async (parent: Parent, args: Args, context: Context) => read(parent, args, context);
  return Object.assign(resolve, {
    calls: [operation],
    needs: 'key' as const,
    gives: 'answer' as const,
    start,
    check: (args: Args) => checkIds(args as Record<string, unknown>),
    below: 'record' as const,
  });
}

/** A record that can only be read from the list it stands in, by its key. */
export function listed<Name extends EntityName, Parent, Args>(
  name: Name,
  key: (parent: Parent, args: Args) => KeyOf<Name>,
): Field<Parent, Args, Reference<Name>> {
  return lookupOf(name, readsOf(name), (parent: Parent, args: Args) => Reference.to(name, key(parent, args)));
}

/** A field that looks a record up by its arguments: what it gives was said to exist by the service. */
export function lookupOf<Name extends EntityName, Parent, Args>(
  name: Name,
  calls: readonly Operation[],
  find: (parent: Parent, args: Args) => Reference<Name>,
): Field<Parent, Args, Reference<Name>> {
  const resolve = (parent: Parent, args: Args, context: Context, info: GraphQLResolveInfo) =>
    settle(find(parent, args), context, placeOf(info), true);
  const start = async (parent: Parent, args: Args, context: Context, place: Place) =>
    settle(find(parent, args), context, place, true);
  const check = (args: Args) => checkIds(args as Record<string, unknown>, name);
  const described = { calls, needs: 'key', gives: 'reference', claims: true, start, check, below: 'record' } as const;
  return Object.assign(resolve, described);
}

/** A reference to what an operation answers; with a query, to the record in the form that the query asks for. */
export function referenceTo<Name extends EntityName, O extends Operation>(
  name: Name,
  operation: O,
  key: KeyOf<Name>,
  query: Readonly<Record<string, unknown>> = {},
): Reference<Name> {
  const isPlain = Object.values(query).every((value) => value == null);
  if (isPlain) return Reference.to(name, key);
  return Reference.to(name, key, (loaders) => {
    const call = { path: key, query } as unknown as Parameters<typeof loaders.read<O>>[1];
    return loaders.read(operation, call) as Promise<unknown> as Promise<RecordOf<Name>>;
  });
}

/** A field over a paged list. Its nodes are references to the listed records, or what `toNode` makes of an item. */
export function connection<O extends ListOperation, Parent, Args extends ConnectionArguments>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
): Field<Parent, Args, Connection<ItemOf<O>, Reference<ListedBy<O>>>>;
export function connection<O extends ListOperation, Parent, Args extends ConnectionArguments, Node>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
  toNode: (item: ItemOf<O>, path: PathOf<O>) => Node,
): Field<Parent, Args, Connection<ItemOf<O>, Node>>;
export function connection<O extends ListOperation, Parent, Args extends ConnectionArguments, Node>(
  operation: O,
  request: (parent: Parent, args: Args) => Request<O>,
  toNode: (item: ItemOf<O>, path: PathOf<O>) => Node = referenceIn(operation),
) {
  const checkLengths = lengthCheck(operation);
  const resolve = (parent: Parent, args: Args, { loaders }: Context, info: GraphQLResolveInfo) => {
    const { path, query } = request(parent, args);
    checkLengths?.(query);
    const list = new RestList(operation, path, query, loaders);
    return windowed(list, args, placeOf(info), (item) => toNode(item, path));
  };
  const start = async (parent: Parent, args: Args, context: Context, place: Place) => {
    const { path, query } = request(parent, args);
    checkLengths?.(query);
    const list = new RestList(operation, path, query, context.loaders);
    const window = windowAt(list, args, place);
    const answer = readFirst(list, window);
    // What fails is told by the field itself, when it is resolved.
    startBelowItems({ answer, window, toNode: (item) => toNode(item, path) }, context, place).catch(() => {});
    return answer;
  };
  const check = (args: Args) => {
    checkWindow(args);
    checkIds(args as Record<string, unknown>);
    checkLengths?.(args as Record<string, unknown>);
  };
  const described = { calls: [operation], needs: 'key', gives: 'page', start, check, below: 'list' } as const;
  return Object.assign(resolve, described);
}

/** A connection over any list, for the window and the selection of a field. */
export function windowed<Item, Node>(
  list: List<Item>,
  args: ConnectionArguments,
  place: Place,
  toNode: (item: Item) => Node,
): Promise<Connection<Item, Node>> {
  return connectionOf(list, windowAt(list, args, place), toNode);
}

/** The window to read: none of the list's items where only what its envelope holds is selected. */
function windowAt(list: List<unknown>, args: ConnectionArguments, { scope, nodes, type }: Place) {
  const window = windowOf(args, list);
  const needsItems = includedFields(scope, nodes, type).some(({ field }) => itemFields.has(field.name));
  return needsItems ? window : noItems;
}

function referenceIn<O extends ListOperation>(operation: O) {
  const name = entityListedBy(operation) as EntityName;
  // Without an entity, `connection` is given a `toNode` by its signature.
  return (item: ItemOf<O>, path: PathOf<O>) =>
    Reference.of(name, path as Record<string, string>, item as RecordOf<typeof name>, operation) as never;
}

/** A field that reads its parent's record. Fields with the name of their REST field need no resolver. */
export function record<Name extends EntityName, Value>(
  read: (record: RecordOf<Name>) => Value,
): Field<Reference<Name>, object, Value> {
  return loadedField((_parent, loaded) => read(loaded));
}

/** A field that reads its parent's record, and needs the parent itself too. */
export function loadedField<Name extends EntityName, Value>(
  read: (
    parent: Reference<Name>,
    record: RecordOf<Name>,
    context: Context,
    info: GraphQLResolveInfo,
  ) => Value | Promise<Value>,
): Field<Reference<Name>, object, Value> {
  const resolve = (parent: Reference<Name>, _args: object, context: Context, info: GraphQLResolveInfo) =>
    parent.record === undefined
      ? parent.load(context.loaders).then((loaded) => read(parent, loaded, context, info))
      : read(parent, parent.record, context, info);
  return Object.assign(resolve, { needs: 'record' as const });
}

type NoKey = null | undefined | '';

/**
 * An edge to a record whose id stands in the parent's record; null where there is none. `within` is the path of the list
 * that the target stands in, where its key does not tell: several of one list are then read from it.
 */
export function edge<Name extends EntityName, Target extends EntityName>(
  target: Target,
  key: (record: RecordOf<Name>, key: KeyOf<Name>) => KeyOf<Target> | NoKey,
  within?: (record: RecordOf<Name>) => Key,
): Field<Reference<Name>, object, Reference<Target> | null> {
  const field = loadedField<Name, Reference<Target> | null>((parent, loaded, context, info) =>
    follow(target, key(loaded, parent.key), { source: parent.source, within: within?.(loaded), context, info }),
  );
  return Object.assign(field, { calls: readsOf(target), gives: 'reference' as const });
}

/** An edge from a value that is no record of its own. */
export function edgeFrom<Parent, Target extends EntityName>(
  target: Target,
  key: (parent: Parent) => KeyOf<Target> | NoKey,
): Field<Parent, object, Reference<Target> | null> {
  const resolve = (parent: Parent, _args: object, context: Context, info: GraphQLResolveInfo) =>
    follow(target, key(parent), { source: undefined, context, info });
  return Object.assign(resolve, { calls: readsOf(target), gives: 'reference' as const });
}

interface Following {
  source: Operation | undefined;
  within?: Key | undefined;
  context: Context;
  info: GraphQLResolveInfo;
}

/** The record that a key of the service's answer names. What it leaves out, or is no text, is no id. */
function follow<Target extends EntityName>(
  target: Target,
  key: KeyOf<Target> | NoKey,
  { source, within, context, info }: Following,
): Reference<Target> | null | Promise<Reference<Target>> {
  if (key == null || key === '') return null;
  for (const name in key) {
    const part: unknown = key[name];
    if (part == null || part === '') return null;
    if (typeof part !== 'string') throw contractBroken(source, info.fieldName, ofAnotherType);
  }
  const isWhole =
    within !== undefined && Object.values(within).every((part) => typeof part === 'string' && part !== '');
  const fetch = isWhole ? (loaders: Loaders) => loaders.record(target, key, within) : undefined;
  return settle(Reference.to(target, key, fetch), context, placeOf(info), false);
}

/** An edge to a record above the parent in its path: known by the parent's key alone. */
export function keyEdge<Name extends EntityName, Target extends EntityName>(
  targets: readonly Target[],
  refer: (key: KeyOf<Name>) => Reference<Target>,
): Field<Reference<Name>, object, Reference<Target>> {
  const resolve = (parent: Reference<Name>, _args: object, context: Context, info: GraphQLResolveInfo) =>
    settle(refer(parent.key), context, placeOf(info), false);
  const start = async (parent: Reference<Name>, _args: object, context: Context, place: Place) =>
    settle(refer(parent.key), context, place, false);
  const calls = targets.flatMap(readsOf);
  return Object.assign(resolve, { calls, needs: 'key' as const, gives: 'reference' as const, start });
}

/** An edge to a whole record inside the parent's record; null where there is none. */
export function embedded<Name extends EntityName, Target extends EntityName>(
  target: Target,
  read: (record: RecordOf<Name>) => RecordOf<Target> | null | undefined,
): Field<Reference<Name>, object, Reference<Target> | null> {
  return loadedField((parent, loaded) => {
    const inner = read(loaded);
    return inner == null ? null : Reference.of(target, parent.key as Key, inner, parent.source);
  });
}

/** Where an embedded list is read from when the record came without it: the whole list above it. */
interface Fallback<Name extends EntityName, O extends ListOperation> {
  list: O;
  /** Whether an item of the list belongs to the parent. */
  holds: (item: ItemOf<O>, key: KeyOf<Name>) => boolean;
}

/** A connection over the whole records that the parent's record holds. */
export function embeddedConnection<Name extends EntityName, Target extends EntityName, O extends ListOperation>(
  target: Target,
  read: (record: RecordOf<Name>) => RecordOf<Target>[] | undefined,
  { list, holds }: Fallback<Name, O>,
): Field<Reference<Name>, ConnectionArguments, Connection<RecordOf<Target>, Reference<Target>>> {
  const resolve = async (
    parent: Reference<Name>,
    args: ConnectionArguments,
    { loaders }: Context,
    info: GraphQLResolveInfo,
  ) => {
    const inner = read(parent.record ?? (await parent.load(loaders)));
    const items =
      inner ??
      ((await readAll(list, parent.key as Key, loaders)) as RecordOf<Target>[]).filter((item) =>
        holds(item as ItemOf<O>, parent.key),
      );
    const url = `${parent.name} ${Object.values(parent.key).join('/')} ${target}`;
    const source = inner === undefined ? list : parent.source;
    return windowed(new ArrayList(url, items), args, placeOf(info), (item) =>
      Reference.of(target, parent.key as Key, item, source),
    );
  };
  return Object.assign(resolve, {
    calls: [list],
    needs: 'record' as const,
    gives: 'items' as const,
    check: checkWindow,
  });
}

export function placeOf(info: GraphQLResolveInfo): Place {
  return { scope: info, nodes: info.fieldNodes, type: getNamedType(info.returnType) as GraphQLObjectType };
}
