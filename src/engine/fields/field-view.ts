import type { GraphQLField } from 'graphql';
import type { Context } from '../data/context.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import type { ExecutionTurns } from '../turns/execution-turns.ts';

export type FieldArguments = Readonly<Record<string, unknown>>;

export type ArgumentCheck = (args: FieldArguments) => void;

/** What an operation selects on an object type, as the kinds of fields see it. */
interface SelectionView {
  /** Whether a field needs the record itself: not where the key tells all of them. */
  readonly needsRecord: boolean;
  /** On a connection: whether a field needs the list's items, and not just what any page says of the list. */
  readonly needsItems: boolean;
  /** Whether a field has its value in the record of the selected record's owner. */
  readonly readsOwner: boolean;
}

/** How a field's value is completed, as the kinds of fields see it. */
interface ShapeView {
  readonly kind: string;
  /** Of an object alone. */
  readonly selection?: () => SelectionView;
}

/** A field of an operation, as its kind sees it. */
export interface FieldView {
  /** The response name. */
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly shape: ShapeView;
}

/** What a field selects on its value; undefined unless that is an object of one type. Throws where a condition in it is invalid. */
export function selectionIn({ shape }: FieldView): SelectionView | undefined {
  return shape.kind === 'object' ? shape.selection?.() : undefined;
}

/** The same; undefined also where a condition in it is invalid, which is told when the field's value is completed. */
export function validSelectionIn(field: FieldView): SelectionView | undefined {
  try {
    return selectionIn(field);
  } catch {
    return undefined;
  }
}

/** What belongs to one execution of an operation, as the kinds of fields see it. */
export interface FieldContext extends Context {
  readonly limits: OperationLimits;
  /** Where the execution's work continues. */
  readonly turns: ExecutionTurns;
  /** The field whose context it is, where calls are logged. */
  readonly origin?: CallOrigin;
}
