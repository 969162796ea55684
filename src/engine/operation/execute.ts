import {
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLResolveInfo,
  isObjectType,
  locatedError,
} from 'graphql';
import type {
  AbstractShape,
  CompiledField,
  CompiledOperation,
  LeafShape,
  ListShape,
  Selection,
  Shape,
} from './compiled-operation.ts';
import type { OperationContext } from './context.ts';
import { resolveField } from './resolve.ts';
import { isDetached, pathOf, type Slot, slot } from './slot.ts';

/**
 * Executes a compiled operation, as section 6 of the GraphQL specification says. Values are written straight into the
 * response, and one counter tells when all of them are complete: a field whose value is available costs no promise.
 * Type resolvers must be synchronous, as the schema's are.
 */
export function execute(context: OperationContext): Promise<ExecutionResult> {
  return new Execution(context).run();
}

type Objects = Record<string, unknown>;

class Execution {
  readonly #compiled: CompiledOperation;
  readonly #context: OperationContext;
  readonly #errors: GraphQLError[] = [];
  readonly #infos: (GraphQLResolveInfo | undefined)[] = [];
  #pending = 0;
  #onIdle: (() => void) | undefined;

  constructor(context: OperationContext) {
    this.#compiled = context.compiled;
    this.#context = context;
  }

  async run(): Promise<ExecutionResult> {
    const response: { data: unknown } = { data: undefined };
    const root: Slot = { parent: undefined, key: 'data', nullable: true, holder: response };
    try {
      await this.#executeRoot(this.#compiled.root(), root);
    } catch (error) {
      return { errors: [locatedError(error, undefined)], data: null };
    }
    const data = response.data as Objects | null;
    return this.#errors.length > 0 ? { errors: this.#errors, data } : { data };
  }

  async #executeRoot({ fields, hasProto }: Selection, root: Slot): Promise<void> {
    const data = emptyObject(hasProto);
    root.holder.data = data;
    const isSerial = this.#compiled.operation.operation === 'mutation';
    for (const field of fields) data[field.key] = undefined;
    for (const field of fields) {
      this.#executeField(field, undefined, data, root);
      // Each mutation, with all that is selected on it, ends before the next one begins.
      if (isSerial && this.#pending > 0) await this.#idle();
      if (root.holder.data === null) break;
    }
    if (this.#pending > 0) await this.#idle();
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

  #executeField(compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    const { key, shape } = compiled;
    if (shape.kind === 'typename') {
      holder[key] = compiled.parentType.name;
      return;
    }
    let value: unknown;
    try {
      value = this.#resolve(compiled, source);
    } catch (error) {
      this.#fail(error, compiled, slot(parent, key, shape, holder));
      return;
    }
    this.#put(value, shape, compiled, holder, key, parent);
  }

  #resolve(compiled: CompiledField, source: unknown): unknown {
    const { definition, field } = compiled;
    const args = this.#context.args.of(compiled);
    if (definition !== undefined) return resolveField(compiled, definition, source, args, this.#context, this.#info);
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
          this.#complete(resolved, shape, compiled, holder, key, parent);
          this.#completed();
        },
        (error) => {
          this.#fail(error, compiled, slot(parent, key, shape, holder));
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
      if (!shape.nullable) this.#fail(nullError(compiled), compiled, slot(parent, key, shape, holder));
      return;
    }
    if (value instanceof Error) {
      this.#fail(value, compiled, slot(parent, key, shape, holder));
      return;
    }
    if (shape.kind === 'leaf') {
      try {
        holder[key] = leafOf(shape, value);
      } catch (error) {
        this.#fail(error, compiled, slot(parent, key, shape, holder));
      }
      return;
    }
    const place = slot(parent, key, shape, holder);
    try {
      if (shape.kind === 'object') this.#completeObject(value, shape.selection(), place);
      else if (shape.kind === 'list') this.#completeList(value, shape, compiled, place);
      else if (shape.kind === 'abstract') this.#completeAbstract(value, shape, compiled, place);
    } catch (error) {
      this.#fail(error, compiled, place);
    }
  }

  #completeObject(value: unknown, { fields, hasProto }: Selection, place: Slot): void {
    const object = emptyObject(hasProto);
    place.holder[place.key] = object;
    // All keys first: their order is that of the document, whichever value is complete first.
    for (const field of fields) object[field.key] = undefined;
    for (const field of fields) {
      this.#executeField(field, value, object, place);
      // The object was replaced by null: its other fields are not needed.
      if (this.#errors.length > 0 && place.holder[place.key] !== object) return;
    }
  }

  #completeList(value: unknown, { item }: ListShape, compiled: CompiledField, place: Slot): void {
    if (!isIterable(value)) {
      const { parentType, field } = compiled;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`);
    }
    const list: unknown[] = [];
    place.holder[place.key] = list;
    let index = 0;
    for (const one of value) {
      list.push(undefined);
      this.#put(one, item, compiled, list as unknown as Objects, index++, place);
      if (this.#errors.length > 0 && place.holder[place.key] !== list) {
        if (Array.isArray(value)) ignoreRejections(value.slice(index));
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

  /** Adds an error, and makes all values up to the nearest nullable one null. Below a null, errors are not reported. */
  #fail(error: unknown, { nodes }: CompiledField, at: Slot): void {
    if (isDetached(at)) return;
    this.#errors.push(locatedError(error, nodes, pathOf(at)));
    let place: Slot | undefined = at;
    while (place !== undefined) {
      place.holder[place.key] = null;
      place = place.nullable ? undefined : place.parent;
    }
  }

  /** What graphql hands to resolvers. Its path ends at the field: it is the same for all of its parents. */
  readonly #info = (compiled: CompiledField): GraphQLResolveInfo => {
    let info = this.#infos[compiled.index];
    if (info === undefined) {
      const { field, nodes, parentType } = compiled;
      const { schema, fragments, operation } = this.#compiled;
      info = {
        fieldName: field.name,
        fieldNodes: nodes,
        returnType: field.type,
        parentType,
        path: { prev: undefined, key: compiled.key, typename: parentType.name },
        schema,
        fragments,
        rootValue: undefined,
        operation,
        variableValues: { ...this.#context.variables },
      };
      this.#infos[compiled.index] = info;
    }
    return info;
  };
}

function emptyObject(hasProto: boolean): Objects {
  return hasProto ? Object.create(null) : {};
}

/** Handles the rejections of promises that nothing awaits. */
function ignoreRejections(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.then(undefined, () => {});
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

function leafOf({ type }: LeafShape, value: unknown): unknown {
  const leaf = type.serialize(value);
  if (leaf == null) throw new Error(`Expected \`${type}.serialize(...)\` to return non-nullable value.`);
  return leaf;
}

function nullError({ parentType, field }: CompiledField): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}
