import type { ItemOf, ListEndpoint } from '../contract/endpoint.ts';
import type { Entity, KeyOf, RecordOf } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import type { Connection, ConnectionArguments } from '../relay/connection.ts';
import { ConnectionField } from './connection.ts';
import { itemFunctions, type ToNode } from './connection-functions.ts';
import type { Field, RequestOf } from './field-kind.ts';
import { callOf } from './request.ts';

/** A connection over a list at a path that the parent's record tells. */
export function connectionFromRecord<
  O extends ListEndpoint,
  E extends Entity,
  Target extends Entity,
  Args extends ConnectionArguments,
>(
  endpoint: O,
  request: (record: RecordOf<E>, args: Args, key: KeyOf<E>) => RequestOf<NoInfer<O>>,
  target: Target,
): Field<Reference<E>, Args, Connection<ItemOf<O>, Reference<Target>>, ConnectionField> {
  return new ConnectionField([endpoint], {
    request: ({ record, key }: Reference<E>, args: Args) => callOf(endpoint, request(record as RecordOf<E>, args, key)),
    place: 'in record',
    ...itemFunctions([endpoint], target),
  });
}

/** A connection over a list of the client's user; null where that is not known. */
export function connectionOfUser<O extends ListEndpoint, Node, Parent, Args extends ConnectionArguments>(
  endpoint: O,
  request: (parent: Parent, args: Args, userId: string) => RequestOf<NoInfer<O>>,
  toNode: ToNode<O, Node>,
): Field<Parent, Args, Connection<ItemOf<O>, Node> | null, ConnectionField> {
  return new ConnectionField([endpoint], {
    request: (parent: Parent, args: Args, userId = '') => callOf(endpoint, request(parent, args, userId)),
    place: 'below',
    isOfUser: true,
    ...itemFunctions([endpoint], toNode),
  });
}
