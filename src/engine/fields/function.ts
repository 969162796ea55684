import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../data/context.ts';
import { Reference } from '../data/reference.ts';
import { FieldKind, type InfoFunction } from './field-kind.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { freshArguments } from './fresh-arguments.ts';
import type { SampleSource } from './sample-source.ts';

export type ResolverFunction = (
  parent: unknown,
  args: FieldArguments,
  context: Context,
  info: GraphQLResolveInfo,
) => unknown;

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

  resolve(parent: unknown, args: FieldArguments, field: FieldView, context: FieldContext, info: InfoFunction): unknown {
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
