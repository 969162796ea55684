import { defaultTypeResolver, isObjectType } from 'graphql';
import type { AbstractShape, CompiledField, Selection } from '../compile/compiled-operation.ts';
import type { Budget } from './budget.ts';
import { isPromise, wrongType } from './completion.ts';
import type { OperationContext } from './context.ts';
import type { FieldErrors } from './field-errors.ts';
import type { FieldResolution } from './field-resolution.ts';
import type { PendingWork } from './pending-work.ts';
import { isDetached, type Slot } from './slot.ts';

interface ObjectExecution {
  /** Puts an object, whose type is known, in its place. */
  putObject(value: unknown, selection: Selection, place: Slot): void;
}

/** Finds of which type the objects of one execution are, where the schema's functions tell that. */
export class TypeResolution {
  readonly #context: OperationContext;
  readonly #objects: ObjectExecution;
  readonly #budget: Budget;
  readonly #errors: FieldErrors;
  readonly #work: PendingWork;
  readonly #fields: FieldResolution;

  constructor(
    context: OperationContext,
    objects: ObjectExecution,
    budget: Budget,
    errors: FieldErrors,
    work: PendingWork,
    fields: FieldResolution,
  ) {
    this.#context = context;
    this.#objects = objects;
    this.#budget = budget;
    this.#errors = errors;
    this.#work = work;
    this.#fields = fields;
  }

  /** Completes an object, if it is of its type. Throws what the type's function throws. */
  complete(value: unknown, selection: Selection, compiled: CompiledField, place: Slot): void {
    const { isTypeOf } = selection.type;
    if (isTypeOf == null) {
      this.#objects.putObject(value, selection, place);
      return;
    }
    const check = isTypeOf(value, this.#context, this.#fields.infoOf(compiled, place));
    this.#checkObject(check, value, selection, compiled, place);
  }

  /** Completes an object if a check, which may be a promise, tells that it is of its type. */
  #checkObject(check: unknown, value: unknown, selection: Selection, compiled: CompiledField, place: Slot): void {
    const complete = (isOfType: unknown) => {
      if (isOfType) this.#objects.putObject(value, selection, place);
      else throw wrongType(selection.type);
    };
    if (isPromise(check)) this.#awaitType(check, complete, compiled, place);
    else complete(check);
  }

  /** Completes an object of an interface or a union. Throws what the type's function throws. */
  completeAbstract(value: unknown, shape: AbstractShape, compiled: CompiledField, place: Slot): void {
    const { type } = shape;
    const resolveType = type.resolveType ?? defaultTypeResolver;
    const name = resolveType(value, this.#context, this.#fields.infoOf(compiled, place), type);
    if (isPromise(name)) this.#completeLater(name, value, shape, compiled, place);
    else this.#completeAs(name, value, shape, compiled, place);
  }

  #completeLater(
    name: PromiseLike<unknown>,
    value: unknown,
    shape: AbstractShape,
    compiled: CompiledField,
    place: Slot,
  ): void {
    this.#awaitType(name, (found) => this.#completeAs(found, value, shape, compiled, place), compiled, place);
  }

  #completeAs(name: unknown, value: unknown, shape: AbstractShape, compiled: CompiledField, place: Slot): void {
    const found = typeof name === 'string' ? this.#context.compiled.schema.getType(name) : undefined;
    if (!isObjectType(found)) throw new TypeError(`Abstract type "${shape.type.name}" was not resolved to a type.`);
    this.complete(value, shape.selectionOn(found), compiled, place);
  }

  /** Continues when it is known of which type a value is. */
  #awaitType(
    type: PromiseLike<unknown>,
    complete: (type: unknown) => void,
    compiled: CompiledField,
    place: Slot,
  ): void {
    const fail = (error: unknown) => this.#errors.add(error, compiled, place);
    const completeOrFail = (found: unknown) => {
      if (this.#budget.end !== undefined || isDetached(place)) return;
      try {
        complete(found);
      } catch (error) {
        fail(error);
      }
    };
    this.#work.wait(type, { onResolved: completeOrFail, onRejected: fail });
  }
}
