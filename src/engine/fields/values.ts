import { type Entity, type KeyOf, type RecordOf, readsOf } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import type { Context } from '../data/context.ts';
import type { Reference } from '../data/reference.ts';
import type { DerivedSpec, Field, NodesSpec, OwnerSpec, PropertySpec, RecordSpec } from './spec.ts';

/** A value in the parent's record. Fields with the name of their REST field need no entry in a resolver map. */
export function fromRecord<E extends Entity, Value>(
  read: (record: RecordOf<E>, reference: Reference<E>) => Value,
): Field<Reference<E>, object, Value, RecordSpec> {
  return { kind: 'record', operations: [], read };
}

/** A property of a value at hand, under another name: `canEdit: property('edit')`. */
export function property<Parent, Name extends keyof Parent & string>(
  name: Name,
): Field<Parent, object, Parent[Name], PropertySpec> {
  return { kind: 'property', operations: [], name };
}

/** A value that both the parent's record and the record of its owner hold: it is read from the one that has arrived. */
export function fromOwner<E extends Entity, Owner extends Entity, Value>(
  owners: readonly Owner[],
  owner: (key: KeyOf<E>) => Reference,
  values: { fromOwn: (record: RecordOf<E>) => Value; fromOwner: (record: RecordOf<Owner>) => Value },
): Field<Reference<E>, object, Value, OwnerSpec> {
  return {
    kind: 'owner',
    operations: owners.flatMap(readsOf),
    owner: ({ key }: Reference<E>) => owner(key),
    ...values,
  };
}

/** A value that is derived from the parent's record, and from calls to `operations` where that does not hold it. */
export function derived<E extends Entity, Args, Value>(
  operations: readonly Operation[],
  resolve: (parent: Reference<E>, args: Args, context: Context) => Value | Promise<Value>,
): Field<Reference<E>, Args, Value, DerivedSpec> {
  return { kind: 'derived', operations, resolve };
}

/** Records of any type by their global ids. */
export function nodes<Args, Result>(spec: Omit<NodesSpec, 'kind'>): Field<unknown, Args, Result, NodesSpec> {
  return { kind: 'nodes', ...spec };
}
