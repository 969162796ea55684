import type { GraphQLResolveInfo } from 'graphql';
import type { EntityName, RecordOf } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import { Connection, type ConnectionArguments } from '../relay/connection.ts';
import type { Context } from './context.ts';
import type { Field, Place } from './field.ts';

/**
 * A connection that makes no call where its parent's record is at hand and counts nothing in it. `count` must be of all
 * that the list can hold, whatever its filters and the caller's rights: each of them can only take away from nothing.
 */
export function counted<Name extends EntityName, Args extends ConnectionArguments, Item, Node>(
  count: (record: RecordOf<Name>) => number | undefined,
  list: Field<Reference<Name>, Args, Connection<Item, Node>>,
): Field<Reference<Name>, Args, Connection<Item, Node>> {
  // A cursor says that the list held something once: whether it still does, or is of another list, it has to be asked.
  const isEmpty = ({ record }: Reference<Name>, { after }: Args) =>
    record !== undefined && after == null && count(record) === 0;
  const resolve = (parent: Reference<Name>, args: Args, context: Context, info: GraphQLResolveInfo) => {
    if (!isEmpty(parent, args)) return list(parent, args, context, info);
    list.check?.(args as never);
    return emptyConnection<Item, Node>();
  };
  const start = async (parent: Reference<Name>, args: Args, context: Context, place: Place) =>
    isEmpty(parent, args) ? undefined : list.start?.(parent as never, args as never, context, place);
  return Object.assign(resolve, { ...list, start });
}

function emptyConnection<Item, Node>(): Connection<Item, Node> {
  return new Connection<Item, Node>({ url: '' }, undefined, [], [], { items: [], count: 0 }, () => []);
}
