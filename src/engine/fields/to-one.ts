import { type Entity, type Key, type KeyOf, type RecordOf, readsOf } from '../contract/entity.ts';
import type { ItemOf, ListOperation, Operation, PathOf } from '../contract/operation.ts';
import { Reference } from '../data/reference.ts';
import type { Connection, ConnectionArguments } from '../relay/connection.ts';
import { checkId } from './contract-checks.ts';
import type { EmbeddedConnectionSpec, Field, RecordSpec, ToOneSpec } from './spec.ts';

type NoKey = null | undefined | '';
type RecordParent<E extends Entity> = Reference<E> & { record: RecordOf<E> };

/**
 * The record whose id is in the parent's record; null where there is none. `within` is the path of the list that contains
 * the target, where its key does not tell: several of one list are then read from it.
 */
export function toOne<E extends Entity, Target extends Entity>(
  target: Target,
  keyOf: (record: RecordOf<E>, key: KeyOf<E>) => KeyOf<Target> | NoKey,
  within?: (record: RecordOf<E>) => Key,
): Field<Reference<E>, object, Reference<Target> | null, ToOneSpec> {
  const refer = (parent: RecordParent<E>, _args: object, field: string) =>
    referenceFrom(target, keyOf(parent.record, parent.key), { source: parent.source, field }, within?.(parent.record));
  return { kind: 'toOne', operations: readsOf(target), entities: [target], from: 'record', isBelow: false, refer };
}

/** The record that a value which is no record itself refers to; null where it refers to none. */
export function toOneFrom<Parent, Target extends Entity>(
  target: Target,
  keyOf: (parent: Parent) => KeyOf<Target> | NoKey,
): Field<Parent, object, Reference<Target> | null, ToOneSpec> {
  const refer = (parent: Parent, _args: object, field: string) =>
    referenceFrom(target, keyOf(parent), { source: undefined, field });
  return { kind: 'toOne', operations: readsOf(target), entities: [target], from: 'value', isBelow: false, refer };
}

/** A record above the parent, which the parent's key alone identifies: the site of a section. */
export function toParent<E extends Entity, Target extends Entity>(
  targets: readonly Target[],
  refer: (key: KeyOf<E>) => ReferenceToEach<Target>,
): Field<Reference<E>, object, ReferenceToEach<Target>, ToOneSpec> {
  return {
    kind: 'toOne',
    operations: targets.flatMap(readsOf),
    entities: targets,
    from: 'key',
    isBelow: false,
    refer: ({ key }: Reference<E>) => refer(key),
  };
}

type ReferenceToEach<E> = E extends Entity ? Reference<E> : never;

/** A record below the parent's path, which the parent's key alone identifies: the content of a space. */
export function toChild<Parent extends Reference, Args, Target extends Entity>(
  operation: Operation,
  target: Target,
  refer: (parent: Parent, args: Args) => Reference<Target>,
): Field<Parent, Args, Reference<Target>, ToOneSpec> {
  return { kind: 'toOne', operations: [operation], entities: [target], from: 'key', isBelow: true, refer };
}

interface Origin {
  source: Operation | undefined;
  field: string;
}

/** The record that a key in a response identifies. A part that is missing identifies none. */
function referenceFrom<Target extends Entity>(
  target: Target,
  key: KeyOf<Target> | NoKey,
  { source, field }: Origin,
  within?: Key,
): Reference<Target> | null {
  if (key == null || key === '') return null;
  for (const part of Object.values<unknown>(key)) {
    if (part == null || part === '') return null;
    checkId(part, source, field);
  }
  if (within === undefined || !isComplete(within)) return Reference.to(target, key);
  return Reference.to(target, key, (cache) => cache.record(target, key, within));
}

function isComplete(path: Readonly<Record<string, unknown>>): boolean {
  return Object.values(path).every((part) => typeof part === 'string' && part !== '');
}

/** A whole record inside the parent's record; null where there is none. */
export function embedded<E extends Entity, Target extends Entity>(
  target: Target,
  read: (record: RecordOf<E>) => RecordOf<Target> | null | undefined,
): Field<Reference<E>, object, Reference<Target> | null, RecordSpec> {
  return {
    kind: 'record',
    operations: [],
    read: (record: RecordOf<E>, { key, source }: Reference<E>) => {
      const inner = read(record);
      return inner == null ? null : Reference.of(target, key, inner, source);
    },
  };
}

/** Where an embedded list is read from when the record came without it: the list of all, and which of them belong here. */
interface Fallback<E extends Entity, O extends ListOperation> {
  list: O;
  belongs: (item: ItemOf<O>, key: KeyOf<E>) => boolean;
}

/** A connection over the whole records that the parent's record holds. */
export function embeddedConnection<E extends Entity, Target extends Entity, O extends ListOperation>(
  target: Target,
  items: (record: RecordOf<E>) => RecordOf<Target>[] | undefined,
  { list, belongs }: Fallback<E, O>,
): Field<Reference<E>, ConnectionArguments, Connection<RecordOf<Target>, Reference<Target>>, EmbeddedConnectionSpec> {
  return { kind: 'embeddedConnection', operations: [list], entity: target, list, items, belongs };
}

/** A connection over the items of `list`, at a path that the parent's record tells, which belong to the parent. */
export function connectionWithin<E extends Entity, Target extends Entity, O extends ListOperation>(
  target: Target,
  path: (record: RecordOf<E>) => PathOf<O>,
  { list, belongs }: Fallback<E, O>,
): Field<Reference<E>, ConnectionArguments, Connection<RecordOf<Target>, Reference<Target>>, EmbeddedConnectionSpec> {
  return { kind: 'embeddedConnection', operations: [list], entity: target, list, path, belongs };
}
