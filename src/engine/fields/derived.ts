import type { Endpoint } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import type { Context } from '../data/context.ts';
import type { Reference } from '../data/reference.ts';
import { type Field, FieldKind } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import type { PlannedField, PlannedValues, Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';
import { planValue } from './value.ts';

type Derive = { derive(parent: Reference, args: unknown, context: Context): unknown }['derive'];

/** A value that is derived from the parent's record, and from further calls where that does not hold it. */
export class DerivedField extends FieldKind {
  readonly #derive: Derive;

  constructor(endpoints: readonly Endpoint[], derive: Derive) {
    super(endpoints);
    this.#derive = derive;
  }

  override needsRecord(): boolean {
    return true;
  }

  resolve(parent: Reference, args: FieldArguments, _field: FieldView, context: FieldContext): unknown {
    return this.#derive(parent, args, context);
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    planValue(this.endpoints, field, on, on.arrived, planner);
  }

  async sample(parent: Reference, { context }: SampleSource): Promise<unknown[]> {
    return [await this.#derive(parent, {}, context)];
  }
}

/** A value that is derived from the parent's record, and from calls to `endpoints` where that does not hold it. */
export function derived<E extends Entity, Args, Value>(
  endpoints: readonly Endpoint[],
  derive: (parent: Reference<E>, args: Args, context: Context) => Value | Promise<Value>,
): Field<Reference<E>, Args, Value, DerivedField> {
  return new DerivedField(endpoints, derive);
}
