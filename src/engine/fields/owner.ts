import { type Entity, type RecordOf, readsOf } from '../contract/entity.ts';
import type { Reference } from '../data/reference.ts';
import { type Field, FieldKind } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { endpointsBelow, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';

interface OwnerValues {
  owner(reference: Reference): Reference;
  fromOwner(ownerRecord: unknown): unknown;
  fromOwn(record: object): unknown;
}

/** A value in the record of the parent's owner, which may have arrived where the parent's own has not. */
export class OwnerField extends FieldKind {
  override readonly readsOwner = true;
  readonly #values: OwnerValues;

  constructor(owners: readonly Entity[], values: OwnerValues) {
    super(owners.flatMap(readsOf));
    this.#values = values;
  }

  resolve(parent: Reference, _args: FieldArguments, _field: FieldView, context: FieldContext): unknown {
    const { record } = parent;
    return record === undefined ? this.#loadOwner(parent, context) : this.#values.fromOwn(record);
  }

  async #loadOwner(parent: Reference, { cache }: FieldContext): Promise<unknown> {
    return this.#values.fromOwner(await this.#values.owner(parent).load(cache));
  }

  /** Neither record is read for it where the other has arrived. */
  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const endpoints = endpointsBelow(this.endpoints, on);
    const isAtHand = on.hasRecord || on.owner === undefined || on.owner.hasRecord;
    if (isAtHand) planner.fallback(field, { endpoints, count: on.count, start: on.arrived });
    else planner.calls(field, { endpoints, count: on.count, start: on.keysKnown });
  }

  sample(parent: Reference, samples: SampleSource): unknown[] {
    this.#values.fromOwn(parent.record ?? {});
    for (const endpoint of this.endpoints) this.#values.fromOwner(samples.result(endpoint));
    return [];
  }
}

/** A value that both the parent's record and the record of its owner hold: it is read from the one that has arrived. */
export function fromOwner<E extends Entity, Owner extends Entity, Value>(
  owners: readonly Owner[],
  owner: (reference: Reference<E>) => Reference,
  values: { fromOwn: (record: RecordOf<E>) => Value; fromOwner: (record: RecordOf<Owner>) => Value },
): Field<Reference<E>, object, Value, OwnerField> {
  return new OwnerField(owners, { owner, ...values });
}
