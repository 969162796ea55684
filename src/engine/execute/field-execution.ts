import type {
  CompiledField,
  LeafShape,
  ListShape,
  ObjectShape,
  Selection,
  Shape,
} from '../compile/compiled-operation.ts';
import { addJsonSize } from './add-json-size.ts';
import { AwaitedField, AwaitedItem, type Completion } from './awaited-value.ts';
import type { Budget } from './budget.ts';
import {
  emptyObject,
  ignoreRejections,
  isIterable,
  isPromise,
  leafOf,
  notIterable,
  nullError,
  type Objects,
} from './completion.ts';
import type { OperationContext } from './context.ts';
import type { FieldErrors } from './field-errors.ts';
import { FieldResolution } from './field-resolution.ts';
import { IterableCompletion } from './iterable-completion.ts';
import { leafAtHand } from './leaf-at-hand.ts';
import type { PendingWork } from './pending-work.ts';
import { isReplaced, type Slot, slot } from './slot.ts';
import { TypeResolution } from './type-resolution.ts';

/**
 * Executes fields and completes their values: writes them straight into the response, until the budget ends. On the path of a leaf, no
 * function contains a closure: V8 would allocate a context at each call.
 */
export class FieldExecution implements Completion {
  readonly #budget: Budget;
  readonly #errors: FieldErrors;
  readonly #work: PendingWork;
  readonly #fields: FieldResolution;
  readonly #context: OperationContext;
  /** Most operations have no type that is told by a function. */
  #knownTypes: TypeResolution | undefined = undefined;
  /** The service's lists are arrays. */
  #knownIterables: IterableCompletion | undefined = undefined;

  constructor(context: OperationContext, budget: Budget, errors: FieldErrors, work: PendingWork) {
    this.#budget = budget;
    this.#errors = errors;
    this.#work = work;
    this.#fields = new FieldResolution(context);
    this.#context = context;
  }

  get #types(): TypeResolution {
    this.#knownTypes ??= new TypeResolution(this.#context, this, this.#budget, this.#errors, this.#work, this.#fields);
    return this.#knownTypes;
  }

  get #iterables(): IterableCompletion {
    this.#knownIterables ??= new IterableCompletion(this, this.#budget, this.#errors, this.#work);
    return this.#knownIterables;
  }

  /** Call when the execution has ended. */
  close(): void {
    this.#knownIterables?.close();
    this.#fields.close();
  }

  /** Executes the fields of an object that are not in the response yet. */
  executeFields(value: unknown, fields: readonly CompiledField[], from: number, object: Objects, place: Slot): void {
    for (let i = from; i < fields.length; i++) {
      if (this.#work.mustPause) {
        this.#continueRest(value, fields, i, object, place);
        return;
      }
      const field = fields[i] as CompiledField;
      if (!this.#putLeaf(field, value, object)) this.executeField(field, value, object, place);
      // The object was replaced by null: its other fields are not needed.
      if (this.#budget.end !== undefined || place.holder[place.key] !== object) return;
    }
  }

  /** Continues the work on an object or list later, unless it is not needed any more. */
  #continue(value: unknown, place: Slot, work: () => void): void {
    this.#work.continueLater(() => {
      if (this.#budget.end === undefined && !isReplaced(place, value)) work();
    });
  }

  executeField(compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    const { key, shape } = compiled;
    if (shape.kind === 'typename') {
      holder[key] = compiled.parentType.name;
      return;
    }
    let value: unknown;
    try {
      value = this.#fields.resolve(compiled, source, parent);
    } catch (error) {
      this.fail(error, shape, compiled, holder, key, parent);
      return;
    }
    this.completeOrWait(value, compiled, source, holder, parent);
  }

  completeOrWait(value: unknown, compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    if (isPromise(value)) {
      const awaited = new AwaitedField(this, value, compiled, source, holder, parent, this.#context.lastAwaited);
      this.#context.lastAwaited = awaited;
      this.#work.wait(value, awaited);
    } else this.completeField(value, compiled, source, holder, parent);
  }

  completeField(value: unknown, compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    const { key, shape } = compiled;
    let valid: unknown;
    try {
      valid = this.#fields.checked(value, compiled, source);
    } catch (error) {
      this.fail(error, shape, compiled, holder, key, parent);
      return;
    }
    this.complete(valid, shape, compiled, holder, key, parent);
  }

  ignores(value: unknown): boolean {
    if (this.#budget.end === undefined) return false;
    if (Array.isArray(value)) ignoreRejections(value, 0);
    return true;
  }

  /** Puts an item of a list, or what a promise of it resolves to, in its place. */
  putItem(value: unknown, shape: Shape, compiled: CompiledField, list: unknown[], index: number, place: Slot): void {
    const holder = list as unknown as Objects;
    if (isPromise(value)) this.#work.wait(value, new AwaitedItem(this, shape, compiled, holder, index, place));
    else this.complete(value, shape, compiled, holder, index, place);
  }

  complete(
    value: unknown,
    shape: Shape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    at: Slot,
  ): void {
    if (value == null) {
      holder[key] = null;
      if (!shape.nullable) this.fail(nullError(compiled), shape, compiled, holder, key, at);
    } else if (value instanceof Error) {
      this.fail(value, shape, compiled, holder, key, at);
    } else if (shape.kind === 'leaf') {
      this.#completeLeaf(value, shape, compiled, holder, key, at);
    } else {
      try {
        if (shape.kind === 'object') this.#completeObject(value, shape, compiled, holder, key, at);
        else if (shape.kind === 'list') this.#completeList(value, shape, compiled, slot(at, key, shape, holder));
        else if (shape.kind === 'abstract')
          this.#types.completeAbstract(value, shape, compiled, slot(at, key, shape, holder));
      } catch (error) {
        this.fail(error, shape, compiled, holder, key, at);
      }
    }
  }

  #completeLeaf(
    value: unknown,
    shape: LeafShape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    at: Slot,
  ): void {
    try {
      const leaf = leafOf(shape, value);
      holder[key] = leaf;
      if (typeof leaf === 'string') this.#budget.addBytes(leaf.length);
      else if (typeof leaf === 'object' && leaf !== null) addJsonSize(leaf, this.#budget, this.#work);
    } catch (error) {
      this.fail(error, shape, compiled, holder, key, at);
    }
  }

  putObject(value: unknown, { fields, hasProto, size }: Selection, place: Slot): void {
    const object = emptyObject(hasProto);
    place.holder[place.key] = object;
    this.#budget.addBytes(size);
    this.#executeRest(value, fields, 0, object, place);
  }

  /** Executes the fields from `from` on, of which none is in the object yet. While work pauses, none is added: thousands may wait. */
  #executeRest(value: unknown, fields: readonly CompiledField[], from: number, object: Objects, place: Slot): void {
    if (this.#work.mustPause) {
      this.#continueRest(value, fields, from, object, place);
      return;
    }
    // All keys first: their order is that of the document, whichever value is complete first.
    for (let i = from; i < fields.length; i++) object[(fields[i] as CompiledField).key] = undefined;
    this.executeFields(value, fields, from, object, place);
  }

  #continueRest(value: unknown, fields: readonly CompiledField[], from: number, object: Objects, place: Slot): void {
    this.#continue(object, place, () => this.#executeRest(value, fields, from, object, place));
  }

  /** Completes an object. Its place is made only where a field is more than a leaf at hand. */
  #completeObject(
    value: unknown,
    shape: ObjectShape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    at: Slot,
  ): void {
    const selection = shape.selection();
    const { type, fields, hasProto, size } = selection;
    if (type.isTypeOf != null) {
      this.#types.complete(value, selection, compiled, slot(at, key, shape, holder));
      return;
    }
    const object = emptyObject(hasProto);
    holder[key] = object;
    this.#budget.addBytes(size);
    const from = this.#putLeaves(value, fields, object);
    if (from < fields.length) this.#executeRest(value, fields, from, object, slot(at, key, shape, holder));
  }

  /** Puts the first fields, as long as they are leaves at hand. Returns the index of the first other one. */
  #putLeaves(source: unknown, fields: readonly CompiledField[], object: Objects): number {
    for (let i = 0; i < fields.length; i++) {
      if (this.#work.mustPause || !this.#putLeaf(fields[i] as CompiledField, source, object)) return i;
    }
    return fields.length;
  }

  /** Puts the value of a field that is a leaf at hand; false for any other. */
  #putLeaf(compiled: CompiledField, source: unknown, object: Objects): boolean {
    if (!compiled.isLeafAtHand || this.#budget.end !== undefined) return false;
    const leaf = leafAtHand(compiled, source);
    if (leaf === undefined) return false;
    object[compiled.key] = leaf;
    if (typeof leaf === 'string') this.#budget.addBytes(leaf.length);
    return true;
  }

  #completeList(value: unknown, { item }: ListShape, compiled: CompiledField, place: Slot): void {
    if (!isIterable(value)) throw notIterable(compiled);
    const list: unknown[] = [];
    place.holder[place.key] = list;
    if (Array.isArray(value)) {
      this.#budget.addBytes(2 * value.length);
      this.#completeItems(value, 0, item, compiled, list, place);
      return;
    }
    this.#iterables.complete(value[Symbol.iterator](), item, compiled, list, place);
  }

  #completeItems(
    items: readonly unknown[],
    from: number,
    shape: Shape,
    compiled: CompiledField,
    list: unknown[],
    place: Slot,
  ): void {
    for (let i = from; i < items.length; i++) {
      if (this.#work.mustPause) {
        if (list.length < items.length) ignoreRejections(items, i);
        list.length = items.length;
        this.#continueItems(items, i, shape, compiled, list, place);
        return;
      }
      if (i === list.length) list.push(undefined);
      this.putItem(items[i], shape, compiled, list, i, place);
      if (this.#budget.end !== undefined || place.holder[place.key] !== list) {
        // What has no value is found by its absence.
        list.length = items.length;
        ignoreRejections(items, i + 1);
        return;
      }
    }
  }

  #continueItems(
    items: readonly unknown[],
    from: number,
    shape: Shape,
    compiled: CompiledField,
    list: unknown[],
    place: Slot,
  ): void {
    this.#continue(list, place, () => this.#completeItems(items, from, shape, compiled, list, place));
  }

  fail(error: unknown, shape: Shape, compiled: CompiledField, holder: Objects, key: string | number, at: Slot): void {
    this.#errors.add(error, compiled, slot(at, key, shape, holder));
  }
}
