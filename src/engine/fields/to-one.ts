import { type Endpoint, pathParams } from '../contract/endpoint.ts';
import { type Entity, type Key, type KeyOf, type RecordOf, readsOf } from '../contract/entity.ts';
import { type PrefetchedField, Reference } from '../data/reference.ts';
import { checkId } from './contract-checks.ts';
import {
  type CallRequest,
  type Execution,
  type Field,
  type InfoFunction,
  type Prefetch,
  PrefetchableKind,
} from './field-kind.ts';
import { type FieldArguments, type FieldContext, type FieldView, validSelectionIn } from './field-view.ts';
import { nullIfMissing } from './null-if-missing.ts';
import { endpointsBelow, type PlannedField, type PlannedValues, type Planner } from './planner.ts';

/** What a reference is derived from: with the key alone, its calls start before the parent's record arrives. */
type ReferenceSource = 'key' | 'record' | 'value';

/** `field` is the field's name, for errors. Throws UPSTREAM_CONTRACT for a key that is not a string. */
type Refer = { refer(parent: unknown, args: unknown, field: string): Reference | null }['refer'];

/** The record that another record or value refers to; null where there is none. */
export class ToOneField extends PrefetchableKind {
  override readonly isReader: boolean;
  override readonly prefetchable: this | undefined;
  override readonly entities: readonly Entity[];
  override readonly isKeyInParent: boolean;
  readonly isBelowParent: boolean;
  readonly from: ReferenceSource;
  /** Whether the record has the same parents as the value that refers to it. */
  readonly isBesideParent: boolean;
  readonly refer: Refer;

  constructor(
    endpoints: readonly Endpoint[],
    entities: readonly Entity[],
    from: ReferenceSource,
    isBelowParent: boolean,
    refer: Refer,
    isBesideParent = false,
  ) {
    super(endpoints);
    this.entities = entities;
    this.from = from;
    this.isKeyInParent = from !== 'key';
    this.isBelowParent = isBelowParent;
    this.isReader = isBelowParent;
    this.prefetchable = from === 'key' ? this : undefined;
    this.refer = refer;
    this.isBesideParent = isBesideParent;
  }

  /** What is selected on a record below may be in the parent's record. */
  override needsRecord(field: FieldView): boolean {
    if (this.from !== 'key') return true;
    const selection = validSelectionIn(field);
    return selection !== undefined && !selection.needsRecord && selection.readsOwner;
  }

  resolve(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    _info: InfoFunction,
    execution: Execution,
  ): unknown {
    if (parent instanceof Reference) {
      if (this.from === 'record' && parent.record === undefined) {
        return this.#loadAndFollow(parent, args, field, context, execution);
      }
      const prefetched = this.from === 'key' ? parent.claim(field, context.origin) : undefined;
      if (prefetched !== undefined) return prefetched.result();
    }
    return this.#follow(parent, args, field, context, execution);
  }

  #follow(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    execution: Execution,
  ): Reference | null | Promise<Reference> {
    const reference = this.refer(parent, args, field.field.name);
    return reference === null ? null : execution.ready(reference, field, context, false);
  }

  async #loadAndFollow(
    parent: Reference,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    execution: Execution,
  ): Promise<Reference | null> {
    await parent.load(context.cache);
    return this.#follow(parent, args, field, context, execution);
  }

  prefetch(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    prefetch: Prefetch,
  ): PrefetchedField {
    return prefetchedReference(this.#follow(parent, args, field, context, prefetch));
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const start = this.from === 'key' ? on.keysKnown : on.arrived;
    const endpoints = this.isBesideParent ? endpointsBelow(this.endpoints, on) : this.endpoints;
    for (const entity of this.entities) {
      const reference = { entity, endpoints, count: on.count, start, mustExist: false };
      planner.references(field, on, reference);
    }
  }

  override keyShapes(endpoint: Endpoint): readonly (readonly string[])[] | undefined {
    return this.isBelowParent ? [pathParams(endpoint.path)] : undefined;
  }

  override requestFor(endpoint: Endpoint, parent: unknown, args: FieldArguments): CallRequest | undefined {
    const reference = this.refer(parent, args, '');
    return reference === null ? undefined : { endpoint, path: reference.key, query: undefined };
  }

  sample(parent: unknown, _samples: unknown, name: string): unknown[] {
    if (this.from !== 'key') this.refer(parent, {}, name);
    return [];
  }
}

/** A reference to a record that there need not be: null, without an error, where the service says that there is none. */
class OptionalToOneField extends ToOneField {
  override resolve(...args: Parameters<ToOneField['resolve']>): unknown {
    return nullIfMissing(super.resolve(...args));
  }
}

/** A reference that is being made ready before its field is resolved. */
export function prefetchedReference(ready: Reference | null | Promise<Reference>): PrefetchedField {
  return { response: ready instanceof Promise ? ready : undefined, result: () => ready };
}

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
): Field<Reference<E>, object, Reference<Target> | null, ToOneField> {
  const refer = (parent: RecordParent<E>, _args: object, field: string) =>
    referenceFrom(target, keyOf(parent.record, parent.key), parent.source, field, within?.(parent.record));
  return new ToOneField(readsOf(target), [target], 'record', false, refer);
}

interface ToOneOptions {
  /** Whether there need not be such a record: the field is null where the service says that there is none. */
  isOptional?: boolean;
  /** Whether the record has the same parents as the value, where records of its kind may have several. */
  isBesideParent?: boolean;
  /** What may return it; any read of its kind by default. */
  endpoints?: readonly Endpoint[];
}

/** The record that a value which is no record itself refers to; null where it refers to none. */
export function toOneFrom<Parent, Target extends Entity>(
  target: Target,
  keyOf: (parent: Parent) => KeyOf<Target> | NoKey,
  { isOptional = false, isBesideParent = false, endpoints = readsOf(target) }: ToOneOptions = {},
): Field<Parent, object, Reference<Target> | null, ToOneField> {
  const refer = (parent: Parent, _args: object, field: string) =>
    referenceFrom(target, keyOf(parent), undefined, field, undefined);
  const Kind = isOptional ? OptionalToOneField : ToOneField;
  return new Kind(endpoints, [target], 'value', false, refer, isBesideParent);
}

/** The record above the parent whose key the parent's key begins with: the shelf of a book. */
export function toParent<Target extends Entity, E extends Entity<string, KeyOf<Target>>>(
  target: Target,
): Field<Reference<E>, object, Reference<Target>, ToOneField> {
  const referByKey = ({ key }: Reference<E>) => referenceAbove(target, key);
  return new ToOneField(readsOf(target), [target], 'key', false, referByKey);
}

/** The record whose key a path begins with. */
export function referenceAbove<Target extends Entity>(target: Target, path: Key): Reference<Target> {
  const own: Record<string, string> = {};
  for (const name of target.keyShapes[0] ?? []) own[name] = path[name] as string;
  return Reference.to(target, own as KeyOf<Target>);
}

/** The record above the parent, which the parent's key identifies, where it may be of several kinds. */
export function toEitherParent<E extends Entity, Target extends Entity>(
  targets: readonly Target[],
  refer: (key: KeyOf<E>) => ReferenceToEach<Target>,
): Field<Reference<E>, object, ReferenceToEach<Target>, ToOneField> {
  const referByKey = ({ key }: Reference<E>) => refer(key);
  return new ToOneField(targets.flatMap(readsOf), targets, 'key', false, referByKey);
}

type ReferenceToEach<E> = E extends Entity ? Reference<E> : never;

/** A record below the parent's path, which the parent's key alone identifies: the cover of a book. */
export function toChild<Parent extends Reference, Args, Target extends Entity>(
  endpoint: Endpoint,
  target: Target,
  refer: (parent: Parent, args: Args) => Reference<Target>,
): Field<Parent, Args, Reference<Target>, ToOneField> {
  return new ToOneField([endpoint], [target], 'key', true, refer);
}

/** The record that a key in a response identifies. A part that is missing identifies none. */
function referenceFrom<Target extends Entity>(
  target: Target,
  key: KeyOf<Target> | NoKey,
  source: Endpoint | undefined,
  field: string,
  within: Key | undefined,
): Reference<Target> | null {
  if (key == null || key === '') return null;
  for (const part of Object.values<unknown>(key)) {
    if (part == null || part === '') return null;
    checkId(part, source, field);
  }
  return within === undefined || !isComplete(within) ? Reference.to(target, key) : referenceWithin(target, key, within);
}

function referenceWithin<Target extends Entity>(target: Target, key: KeyOf<Target>, within: Key): Reference<Target> {
  return Reference.to(target, key, (cache) => cache.record(target, key, within));
}

function isComplete(path: Readonly<Record<string, unknown>>): boolean {
  return Object.values(path).every((part) => typeof part === 'string' && part !== '');
}
