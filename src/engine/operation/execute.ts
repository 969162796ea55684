import {
  defaultFieldResolver,
  type ExecutionResult,
  GraphQLError,
  type GraphQLResolveInfo,
  getArgumentValues,
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
} from './compile.ts';
import type { Variables } from './conditions.ts';

/**
 * Executes a compiled operation, as section 6 of the GraphQL specification says. Values are written straight into the
 * response, and one counter tells when all of them are there: no field that is at hand costs a promise.
 * Type resolvers have to answer at once; the schema's do.
 */
export function execute(compiled: CompiledOperation, context: unknown, variables: Variables): Promise<ExecutionResult> {
  return new Execution(compiled, context, variables).run();
}

/** A place in the response: where a value goes, and how an error above it is passed on. */
interface Slot {
  readonly parent: Slot | undefined;
  readonly key: string | number;
  readonly nullable: boolean;
  /** The object or list that holds the value. */
  readonly holder: Record<string | number, unknown>;
}

type Objects = Record<string, unknown>;

class Execution {
  readonly #compiled: CompiledOperation;
  readonly #context: unknown;
  readonly #variables: Variables;
  readonly #errors: GraphQLError[] = [];
  readonly #arguments: (Record<string, unknown> | undefined)[] = [];
  readonly #infos: (GraphQLResolveInfo | undefined)[] = [];
  #pending = 0;
  #onIdle: (() => void) | undefined;

  constructor(compiled: CompiledOperation, context: unknown, variables: Variables) {
    this.#compiled = compiled;
    this.#context = context;
    this.#variables = variables;
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

  #settled(): void {
    this.#pending--;
    if (this.#pending === 0) this.#onIdle?.();
  }

  #executeField(compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void {
    const { field, key, shape } = compiled;
    if (shape.kind === 'typename') {
      holder[key] = compiled.parentType.name;
      return;
    }
    let value: unknown;
    try {
      const resolve = field.resolve ?? defaultFieldResolver;
      value = resolve(source, this.#argumentsOf(compiled), this.#context, this.#infoOf(compiled));
    } catch (error) {
      this.#fail(error, compiled, slot(parent, key, shape, holder));
      return;
    }
    this.#put(value, shape, compiled, holder, key, parent);
  }

  /** Puts a value, or what a promise will give, in its place. */
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
        (settled) => {
          this.#complete(settled, shape, compiled, holder, key, parent);
          this.#settled();
        },
        (error) => {
          this.#fail(error, compiled, slot(parent, key, shape, holder));
          this.#settled();
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
    // All keys first, so that they stand in the order of the document whatever is there sooner.
    for (const field of fields) object[field.key] = undefined;
    for (const field of fields) {
      this.#executeField(field, value, object, place);
      // What is null already need not be filled.
      if (this.#errors.length > 0 && place.holder[place.key] !== object) return;
    }
  }

  #completeList(value: unknown, { item }: ListShape, compiled: CompiledField, place: Slot): void {
    if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) {
      const { parentType, field } = compiled;
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`);
    }
    const list: unknown[] = [];
    place.holder[place.key] = list;
    let index = 0;
    for (const one of value as Iterable<unknown>) {
      list.push(undefined);
      this.#put(one, item, compiled, list as unknown as Objects, index++, place);
      if (this.#errors.length > 0 && place.holder[place.key] !== list) {
        if (Array.isArray(value)) forsake(value.slice(index));
        return;
      }
    }
  }

  #completeAbstract(value: unknown, shape: AbstractShape, compiled: CompiledField, place: Slot): void {
    const { type } = shape;
    const name = type.resolveType?.(value, this.#context, this.#infoOf(compiled), type);
    const found = typeof name === 'string' ? this.#compiled.schema.getType(name) : undefined;
    if (!isObjectType(found)) throw new TypeError(`Abstract type "${type.name}" was not resolved to a type.`);
    this.#completeObject(value, shape.selectionOn(found), place);
  }

  /** Notes an error, and makes all places up to the nearest nullable one null. Below a null nothing counts any more. */
  #fail(error: unknown, { nodes }: CompiledField, at: Slot): void {
    if (isDetached(at)) return;
    this.#errors.push(locatedError(error, nodes, pathOf(at)));
    let place: Slot | undefined = at;
    while (place !== undefined) {
      place.holder[place.key] = null;
      place = place.nullable ? undefined : place.parent;
    }
  }

  /** The arguments of a field are the same wherever it stands: they are coerced once. */
  #argumentsOf(compiled: CompiledField): Record<string, unknown> {
    const { index, field, nodes } = compiled;
    if (field.args.length === 0) return noArguments;
    if (!compiled.hasVariables && compiled.constantArguments !== undefined) return compiled.constantArguments;
    let values = this.#arguments[index];
    if (values === undefined) {
      values = getArgumentValues(field, nodes[0] as (typeof nodes)[0], this.#variables);
      this.#arguments[index] = values;
      if (!compiled.hasVariables) compiled.constantArguments = values;
    }
    return values;
  }

  /** What resolvers may look ahead at; it has no path, as it is the same wherever the field stands. */
  #infoOf(compiled: CompiledField): GraphQLResolveInfo {
    let info = this.#infos[compiled.index];
    if (info === undefined) {
      const { field, nodes, parentType } = compiled;
      const { schema, fragments, operation } = this.#compiled;
      info = {
        fieldName: field.name,
        fieldNodes: nodes,
        returnType: field.type,
        parentType,
        path: undefined as never,
        schema,
        fragments,
        rootValue: undefined,
        operation,
        variableValues: this.#variables,
      };
      this.#infos[compiled.index] = info;
    }
    return info;
  }
}

const noArguments: Record<string, unknown> = Object.freeze({});

function slot(parent: Slot, key: string | number, { nullable }: Shape, holder: Objects): Slot {
  return { parent, key, nullable, holder };
}

function emptyObject(hasProto: boolean): Objects {
  return hasProto ? Object.create(null) : {};
}

/** Whether the response does not hold the place any more, since an error made something above it null. */
function isDetached(at: Slot): boolean {
  for (let place = at; place.parent !== undefined; place = place.parent) {
    if (place.parent.holder[place.parent.key] !== place.holder) return true;
  }
  return false;
}

function pathOf(at: Slot): (string | number)[] {
  const path: (string | number)[] = [];
  for (let place: Slot | undefined = at; place?.parent !== undefined; place = place.parent) path.push(place.key);
  return path.reverse();
}

/** Sees to it that promises which nobody waits for do not fail unhandled. */
function forsake(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.then(undefined, () => {});
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
