import type { Endpoint, ResultOf } from '../contract/endpoint.ts';
import type { Context } from '../data/context.ts';
import { isForbidden, isNotFound } from '../http/errors.ts';
import { type Field, FieldKind } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { arrivedValues, type PlannedField, type PlannedValues, type Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';

interface SequenceFunctions {
  /** The last call's result; undefined where a list before it is empty. */
  find(parent: unknown, context: Context): Promise<unknown>;
  toValue(result: unknown, parent: unknown): unknown;
}

/** A value behind calls of which each needs the one before it. */
export class SequenceField extends FieldKind {
  readonly #functions: SequenceFunctions;

  constructor(endpoints: readonly Endpoint[], functions: SequenceFunctions) {
    super(endpoints);
    this.#functions = functions;
  }

  async resolve(parent: unknown, _args: FieldArguments, _field: FieldView, context: FieldContext): Promise<unknown> {
    const { find, toValue } = this.#functions;
    return toValue(await find(parent, context).catch(undefinedIfHidden), parent);
  }

  override plan(field: PlannedField, { count, arrived }: PlannedValues, planner: Planner): void {
    let end = arrived;
    for (const endpoint of this.endpoints) end = planner.calls(field, { endpoints: [endpoint], count, start: end });
    planner.below(field, arrivedValues(count, end));
  }

  sample(parent: unknown, samples: SampleSource): unknown[] {
    return this.endpoints.slice(-1).map((last) => this.#functions.toValue(samples.result(last), parent));
  }
}

function undefinedIfHidden(error: unknown): undefined {
  if (!isNotFound(error) && !isForbidden(error)) throw error;
}

/**
 * A value behind calls to all of the endpoints in turn, of which `find` returns the last one's result. `toValue` gets undefined where
 * there is none, or where the client may not see it.
 */
export function sequence<Last extends Endpoint, Parent, Value>(
  endpoints: readonly [...Endpoint[], Last],
  find: (parent: Parent, context: Context) => Promise<ResultOf<Last> | undefined>,
  toValue: (result: ResultOf<Last> | undefined, parent: Parent) => Value,
): Field<Parent, object, Value, SequenceField> {
  return new SequenceField(endpoints, { find, toValue });
}
