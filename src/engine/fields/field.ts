import type { FieldNode, GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Scope } from '../operation/selection.ts';
import type { Context } from './context.ts';
import type { Planned } from './field-metadata.ts';
import type { Prepared } from './mutation-validation.ts';

/** Where a field stands in the running operation: what it may look ahead at. */
export interface Place {
  scope: Scope;
  nodes: readonly FieldNode[];
  type: GraphQLObjectType;
}

/** What a field says of itself, for the plan, the coverage test and explain. */
export interface Described extends Planned {
  /** Starts the field's calls before it is resolved; its promise tells when the first has answered. */
  start?: (parent: never, args: never, context: Context, place: Place) => Promise<unknown>;
  /** Checks arguments before anything is known of the parent. Throws BAD_USER_INPUT. */
  check?: (args: never) => void;
  /** A mutation's request, checked before any write of its operation is sent. */
  prepare?: (args: never) => Prepared;
}

/** A resolver that knows the operations it calls. */
export type Field<Parent, Args, Result> = ((
  parent: Parent,
  args: Args,
  context: Context,
  info: GraphQLResolveInfo,
) => Result | Promise<Result>) &
  Described;
