import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../data/context.ts';
import { Reference } from '../data/reference.ts';
import { type Execution, FieldKind, type InfoFunction } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { freshArguments } from './fresh-arguments.ts';
import type { SampleSource } from './sample-source.ts';

export type ResolverFunction = (
  parent: unknown,
  args: FieldArguments,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

/** What a function needs of a parent that is a record: the key alone, or the record too. A mutation needs the validation of all mutations. */
export type FunctionNeeds = 'key' | 'record' | 'validation';

/** A function, as GraphQL resolvers are. It is planned as no call, but for the record that it may need. */
export class FunctionField extends FieldKind {
  override readonly valueSource = 'parent';
  override readonly callsFunction = true;
  readonly call: ResolverFunction;
  readonly #needs: 'key' | 'record';

  /** `needs` is what it needs of a parent that is a record: the key alone, or the record too. */
  constructor(call: ResolverFunction, needs: 'key' | 'record') {
    super([]);
    this.call = call;
    this.#needs = needs;
  }

  override needsRecord(): boolean {
    return this.#needs === 'record';
  }

  resolve(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    info: InfoFunction,
    _execution: Execution,
  ): unknown {
    if (this.#needs === 'record' && parent instanceof Reference && parent.record === undefined) {
      return this.#loadAndCall(parent, args, context, info(field));
    }
    return this.call(parent, freshArguments(args), context, info(field));
  }

  async #loadAndCall(
    parent: Reference,
    args: FieldArguments,
    context: FieldContext,
    info: GraphQLResolveInfo,
  ): Promise<unknown> {
    await parent.load(context.cache);
    return this.call(parent, freshArguments(args), context, info);
  }

  async sample(parent: unknown, { context }: SampleSource): Promise<unknown[]> {
    return [await (this.call as (...args: unknown[]) => unknown)(parent, {}, context)];
  }
}

/** A mutation that a function performs. It is called where a write would be sent: all mutations are valid, and no failure has stopped them. */
export class MutationFunctionField extends FunctionField {
  constructor(call: ResolverFunction) {
    super(call, 'key');
  }

  override async resolve(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    info: InfoFunction,
    execution: Execution,
  ): Promise<unknown> {
    execution.validated(field, context);
    try {
      const value = await super.resolve(parent, args, field, context, info, execution);
      if (value instanceof Error) throw value;
      return value;
    } catch (error) {
      execution.failed(context);
      throw error;
    }
  }
}
