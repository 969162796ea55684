import { defaultFieldResolver, GraphQLError, type GraphQLResolveInfo, isObjectType, locatedError } from 'graphql';
import type {
  AbstractShape,
  CompiledField,
  CompiledOperation,
  ListShape,
  Selection,
  Shape,
} from './compiled-operation.ts';
import {
  type CompletedResult,
  emptyObject,
  ignoreRejections,
  isIterable,
  isPromise,
  leafOf,
  nullError,
  type Objects,
} from './completion.ts';
import { fieldContext, type OperationContext } from './context.ts';
import { isTurnOver, TurnQueue } from './event-loop-turn.ts';
import { FieldErrors } from './field-errors.ts';
import { weigh } from './json-weight.ts';
import { responseTooLarge } from './limits.ts';
import { resolveField } from './resolve.ts';
import { resolveInfos } from './resolve-info.ts';
import { isReplaced, pathOf, type Slot, slot } from './slot.ts';

/**
 * Executes a compiled operation, as section 6 of the GraphQL specification says. Values are written straight into the
 * response, and one counter tells when all of them are complete: a field whose value is available costs no promise. What
 * takes long continues in later turns of the event loop, in the same order.
 * Type resolvers must be synchronous, as the schema's are.
 */
export function execute(context: OperationContext): Promise<CompletedResult> {
  return new Execution(context).run();
}

/** A value of JSON is not weighed further: it is large. */
const mostWeighed = 50_000;

class Execution {
  readonly #compiled: CompiledOperation;
  readonly #context: OperationContext;
  readonly #errors = new FieldErrors();
  #pending = 0;
  #onIdle: (() => void) | undefined;
  readonly #info: (compiled: CompiledField) => GraphQLResolveInfo;
  /** Most executions end in the turn in which their last response arrives. */
  #later: TurnQueue | undefined;
  readonly #maxSize: number;
  readonly #isLogged: boolean;
  #size = 0;
  /** Set when the response has become too large: nothing more is completed. */
  #isStopped = false;

  constructor(context: OperationContext) {
    this.#compiled = context.compiled;
    this.#context = context;
    this.#isLogged = context.rest.isLogged;
    this.#info = resolveInfos(context.compiled, context.variables);
    this.#maxSize = context.limits.maxResponseBytes;
  }

  async run(): Promise<CompletedResult> {
    const response: { data: unknown } = { data: undefined };
    const root: Slot = { parent: undefined, key: 'data', nullable: true, holder: response };
    let executed = 0;
    try {
      executed = await this.#executeRoot(this.#compiled.root(), root);
    } catch (error) {
      return { errors: [locatedError(error, undefined)], data: null, size: 0 };
    }
    if (this.#isStopped) {
      return { errors: [responseTooLarge(this.#maxSize, this.#compiled.operation, executed)], data: null, size: 0 };
    }
    const data = response.data as Objects | null;
    const size = this.#size;
    const errors = this.#errors.all;
    return errors === undefined ? { data, size } : { errors, data, size };
  }

  /** Resolves to the number of root fields that were executed. */
  async #executeRoot({ fields, hasProto, size }: Selection, root: Slot): Promise<number> {
    const data = emptyObject(hasProto);
    root.holder.data = data;
    this.#size = size;
    for (const field of fields) data[field.key] = undefined;
    if (this.#compiled.operation.operation === 'mutation') return this.#executeInOrder(fields, data, root);
    this.#executeFields(undefined, fields, 0, data, root);
    if (this.#pending > 0) await this.#idle();
    return fields.length;
  }

  /** Executes mutations: each, with all that is selected on it, ends before the next one begins. */
  async #executeInOrder(fields: readonly CompiledField[], data: Objects, root: Slot): Promise<number> {
    let executed = 0;
    for (const field of fields) {
      this.#executeField(field, undefined, data, root);
      executed++;
      if (this.#pending > 0) await this.#idle();
      if (root.holder.data === null || this.#isStopped) break;
    }
    return executed;
  }

  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #completed(): void {
    this.#pending--;
    if (this.#pending === 0) this.#onIdle?.();
  }

  /** Continues in a later turn. `work` must not throw. */
  #continueLater(work: () => void): void {
    this.#pending++;
    this.#later ??= new TurnQueue();
    this.#later.add(() => {
      if (!this.#isStopped) work();
      this.#completed();
    });
  }

  /** Adds to the size of the response, and stops the execution where that is too large. */
  #grow(size: number): void {
    this.#size += size;
    if (this.#size <= this.#maxSize || this.#isStopped) return;
    this.#isStopped = true;
    // Calls that are in flight are not waited for.
    this.#onIdle?.();
  }

  #executeField(compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    const { key, shape } = compiled;
    if (shape.kind === 'typename') {
      holder[key] = compiled.parentType.name;
      return;
    }
    let value: unknown;
    try {
      value = this.#resolve(compiled, source, parent);
    } catch (error) {
      this.#errors.add(error, compiled, slot(parent, key, shape, holder));
      return;
    }
    this.#put(value, shape, compiled, holder, key, parent);
  }

  #resolve(compiled: CompiledField, source: unknown, parent: Slot): unknown {
    const { definition, field, key } = compiled;
    const args = this.#context.args.of(compiled);
    if (definition !== undefined) {
      const context = this.#isLogged
        ? fieldContext(this.#context, compiled, () => [...pathOf(parent), key])
        : this.#context;
      return resolveField(compiled, definition, source, args, context, this.#info);
    }
    return (field.resolve ?? defaultFieldResolver)(source, args, this.#context, this.#info(compiled));
  }

  /** Puts a value, or what a promise resolves to, in its place. */
  #put(
    value: unknown,
    shape: Shape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    parent: Slot,
  ): void {
    if (isPromise(value)) {
      this.#pending++;
      value.then(
        (resolved) => {
          const complete = () => this.#complete(resolved, shape, compiled, holder, key, parent);
          if (isTurnOver()) this.#continueLater(complete);
          else if (!this.#isStopped) complete();
          this.#completed();
        },
        (error) => {
          this.#errors.add(error, compiled, slot(parent, key, shape, holder));
          this.#completed();
        },
      );
      return;
    }
    this.#complete(value, shape, compiled, holder, key, parent);
  }

  #complete(
    value: unknown,
    shape: Shape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    parent: Slot,
  ): void {
    if (value == null) {
      holder[key] = null;
      if (!shape.nullable) this.#errors.add(nullError(compiled), compiled, slot(parent, key, shape, holder));
      return;
    }
    if (value instanceof Error) {
      this.#errors.add(value, compiled, slot(parent, key, shape, holder));
      return;
    }
    if (shape.kind === 'leaf') {
      try {
        const leaf = leafOf(shape, value);
        holder[key] = leaf;
        if (typeof leaf === 'string') this.#grow(leaf.length);
        else if (typeof leaf === 'object') this.#grow(weigh(leaf, mostWeighed));
      } catch (error) {
        this.#errors.add(error, compiled, slot(parent, key, shape, holder));
      }
      return;
    }
    const place = slot(parent, key, shape, holder);
    try {
      if (shape.kind === 'object') this.#completeObject(value, shape.selection(), place);
      else if (shape.kind === 'list') this.#completeList(value, shape, compiled, place);
      else if (shape.kind === 'abstract') this.#completeAbstract(value, shape, compiled, place);
    } catch (error) {
      this.#errors.add(error, compiled, place);
    }
  }

  #completeObject(value: unknown, { fields, hasProto, size }: Selection, place: Slot): void {
    const object = emptyObject(hasProto);
    place.holder[place.key] = object;
    this.#grow(size);
    // All keys first: their order is that of the document, whichever value is complete first.
    for (const field of fields) object[field.key] = undefined;
    this.#executeFields(value, fields, 0, object, place);
  }

  #executeFields(value: unknown, fields: readonly CompiledField[], from: number, object: Objects, place: Slot): void {
    for (let i = from; i < fields.length; i++) {
      if (isTurnOver()) {
        this.#continueLater(() => {
          if (!isReplaced(place, object)) this.#executeFields(value, fields, i, object, place);
        });
        return;
      }
      this.#executeField(fields[i] as CompiledField, value, object, place);
      // The object was replaced by null: its other fields are not needed.
      if (this.#isStopped || (this.#errors.all !== undefined && place.holder[place.key] !== object)) return;
    }
  }

  #completeList(value: unknown, { item }: ListShape, compiled: CompiledField, place: Slot): void {
    if (!isIterable(value)) {
      const { parentType, field } = compiled;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`);
    }
    const list: unknown[] = [];
    place.holder[place.key] = list;
    if (Array.isArray(value)) {
      this.#grow(2 * value.length);
      this.#completeItems(value, item, compiled, list, place);
      return;
    }
    // The service's lists are arrays. Others come from resolvers of an embedder, and may have no end of their own.
    for (const one of value) {
      this.#grow(2);
      this.#put(one, item, compiled, list as unknown as Objects, list.push(undefined) - 1, place);
      if (this.#isStopped || (this.#errors.all !== undefined && place.holder[place.key] !== list)) return;
    }
  }

  /** Completes the items of a list that are not in it yet. */
  #completeItems(items: readonly unknown[], shape: Shape, compiled: CompiledField, list: unknown[], place: Slot): void {
    for (let i = list.length; i < items.length; i++) {
      if (isTurnOver()) {
        this.#continueLater(() => {
          if (isReplaced(place, list)) ignoreRejections(items.slice(i));
          else this.#completeItems(items, shape, compiled, list, place);
        });
        return;
      }
      list.push(undefined);
      this.#put(items[i], shape, compiled, list as unknown as Objects, i, place);
      if (this.#isStopped || (this.#errors.all !== undefined && place.holder[place.key] !== list)) {
        ignoreRejections(items.slice(i + 1));
        return;
      }
    }
  }

  #completeAbstract(value: unknown, shape: AbstractShape, compiled: CompiledField, place: Slot): void {
    const { type } = shape;
    const name = type.resolveType?.(value, this.#context, this.#info(compiled), type);
    const found = typeof name === 'string' ? this.#compiled.schema.getType(name) : undefined;
    if (!isObjectType(found)) throw new TypeError(`Abstract type "${type.name}" was not resolved to a type.`);
    this.#completeObject(value, shape.selectionOn(found), place);
  }
}
