import { defaultFieldResolver, type GraphQLResolveInfo } from 'graphql';
import type { CompiledField } from '../compile/compiled-operation.ts';
import { freshArguments } from '../fields/fresh-arguments.ts';
import { fieldContext, type OperationContext } from './context.ts';
import { checkedValue, resolveField } from './resolve.ts';
import { ResolveInfos } from './resolve-info.ts';
import { pathOf, type Slot } from './slot.ts';

const nowhere: Slot = { parent: undefined, key: 'data', nullable: true, holder: {} };

/** Resolves the fields of one execution. On the path of a leaf, no function contains a closure: V8 would allocate a context at each call. */
export class FieldResolution {
  readonly #context: OperationContext;
  /** Most operations have no function that reads one. */
  #knownInfos: ResolveInfos | undefined = undefined;
  readonly #isLogged: boolean;
  /** The place of the object whose field is being resolved. */
  #parent: Slot = nowhere;

  constructor(context: OperationContext) {
    this.#context = context;
    this.#isLogged = context.rest.isLogged;
  }

  /** The value of a field of `source`, whose place is `parent`, not checked yet; throws what its resolver throws. */
  resolve(compiled: CompiledField, source: unknown, parent: Slot): unknown {
    const { definition, field } = compiled;
    const args = this.#context.args.of(compiled);
    if (definition === undefined) {
      const info = this.#infos.of(compiled, parent);
      return (field.resolve ?? defaultFieldResolver)(source, freshArguments(args), this.#context, info);
    }
    const context = this.#isLogged ? this.#loggedContext(compiled, parent) : this.#context;
    this.#parent = parent;
    // A function may be called later, when the record that it needs has arrived.
    const info = definition.kind.callsFunction ? this.#infoAt(parent) : this.#infoNow;
    return resolveField(compiled, definition, source, args, context, info);
  }

  /** A field's value, checked against what the contract promises of it. Throws UPSTREAM_CONTRACT. */
  checked(value: unknown, compiled: CompiledField, source: unknown): unknown {
    const { definition } = compiled;
    return definition === undefined ? value : checkedValue(value, compiled, definition, source, this.#context);
  }

  #loggedContext(compiled: CompiledField, parent: Slot): OperationContext {
    return fieldContext(this.#context, compiled, () => [...pathOf(parent), compiled.key]);
  }

  get #infos(): ResolveInfos {
    this.#knownInfos ??= new ResolveInfos(this.#context.compiled, this.#context.variables);
    return this.#knownInfos;
  }

  #infoAt(parent: Slot): (compiled: CompiledField) => GraphQLResolveInfo {
    return (compiled) => this.#infos.of(compiled, parent);
  }

  /** Call when the execution has ended: it does not keep the response in memory. */
  close(): void {
    this.#parent = nowhere;
  }

  readonly #infoNow = (compiled: CompiledField): GraphQLResolveInfo => this.#infos.of(compiled, this.#parent);

  /** What graphql hands to the functions of types. `place` is that of a value of the field. */
  infoOf(compiled: CompiledField, place: Slot): GraphQLResolveInfo {
    let parent = place;
    while (typeof parent.key === 'number' && parent.parent !== undefined) parent = parent.parent;
    return this.#infos.of(compiled, parent.parent ?? parent);
  }
}
