import type { GraphQLError } from 'graphql';
import type { CompiledField } from '../compile/compiled-operation.ts';
import type { Budget } from './budget.ts';
import type { ErrorBehavior } from './error-behavior.ts';
import { ReportedErrors } from './reported-errors.ts';
import { isDetached, pathOf, type Slot } from './slot.ts';

/** The errors of the fields of one execution, and the nulls that they leave in the response. */
export class FieldErrors {
  readonly #reported: ReportedErrors;
  readonly #budget: Budget;
  readonly #behavior: ErrorBehavior;

  constructor(budget: Budget, behavior: ErrorBehavior) {
    this.#reported = new ReportedErrors(budget);
    this.#budget = budget;
    this.#behavior = behavior;
  }

  /** In the order in which they occurred; undefined without any. */
  get all(): readonly GraphQLError[] | undefined {
    return this.#reported.all;
  }

  /** Whether an error has left the response without data. */
  get isHalted(): boolean {
    return this.#behavior === 'HALT' && this.all !== undefined;
  }

  /** Adds an error, and makes its value null. Below a null, errors are not reported. */
  add(error: unknown, { nodes }: CompiledField, at: Slot): void {
    if (this.isHalted || isDetached(at)) return;
    this.#reported.add(error, nodes, () => pathOf(at));
    this.makeNull(at);
    if (this.#behavior === 'HALT') this.#budget.halt();
  }

  /** Makes a value null, and all values up to the nearest nullable one, unless only the value itself is to be null. */
  makeNull(at: Slot): void {
    let place: Slot | undefined = at;
    while (place !== undefined) {
      place.holder[place.key] = null;
      place = place.nullable || this.#behavior === 'NULL' ? undefined : place.parent;
    }
  }

  /** Adds an error of the whole execution. */
  addFinal(error: GraphQLError): void {
    this.#reported.addFinal(error);
  }
}
