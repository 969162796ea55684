import type { GraphQLResolveInfo } from 'graphql';
import type { Endpoint, PathOf, QueryOf } from '../contract/endpoint.ts';
import type { Entity, Key } from '../contract/entity.ts';
import type { Query } from '../data/cached-read.ts';
import type { PrefetchedField, Reference } from '../data/reference.ts';
import type { GatewayError } from '../http/errors.ts';
import type { ArgumentRules } from './argument-checks.ts';
import type { ArgumentCheck, FieldArguments, FieldContext, FieldView } from './field-view.ts';
import type { PlannedField, PlannedValues, Planner } from './planner.ts';
import type { SampleSource } from './sample-source.ts';
import type { PreparedWrite, Write } from './write.ts';

/** What an execution does for the kinds of fields. */
export interface Execution {
  /**
   * Makes a reference ready for what the field selects on it: its record and the calls below it start. With `mustExist`,
   * the service confirms that the record exists. Rejects where it does not, or must not be seen.
   */
  ready(
    reference: Reference,
    field: FieldView,
    context: FieldContext,
    mustExist: boolean,
  ): Reference | Promise<Reference>;
  /** The validation of a mutation. Throws why it is not executed. */
  validated(field: FieldView, context: FieldContext): PreparedWrite;
  /** A mutation failed: those after it may have to be left out. */
  failed(context: FieldContext): void;
  /** Why no further write is sent; undefined while the execution goes on. */
  unsent(context: FieldContext): GatewayError | undefined;
  /** The field's value tells what several writes have done: it is completed also where the deadline comes before the last of them. */
  outlivesDeadline(context: FieldContext): void;
}

/** Starts the calls of fields before these are resolved. */
export interface Prefetch extends Execution {
  /** Continues with the calls below the items of a connection, once its first page has arrived. */
  items(connection: PrefetchedItems, field: FieldView, context: FieldContext): void;
}

/** A connection whose first page is being read, and the nodes of which are made when they are needed. */
export interface PrefetchedItems {
  readonly response: Promise<unknown>;
  /** Whether the connection's field has continued from it: it then starts the calls below its items itself. */
  readonly isClaimed: boolean;
  /** The nodes of the first page. */
  nodes(): Promise<readonly unknown[]>;
}

/** Makes what graphql hands to resolvers: only functions and methods need it. */
export type InfoFunction<Field extends FieldView = FieldView> = (field: Field) => GraphQLResolveInfo;

/** Stands for a value that takes a call, a promise, or a function to get it. */
export const notAtHand = Symbol('notAtHand');

/** Where the value of a field is: in the parent's key, in its record, in the parent as it is, or behind calls. */
type ValueSource = 'key' | 'record' | 'parent' | 'calls';

/**
 * What a field is: the one place that says what it checks, what it needs of its parent, which calls it starts, how it
 * resolves, and which calls it may make.
 */
export abstract class FieldKind {
  /** The endpoints that the field itself may call. */
  readonly endpoints: readonly Endpoint[];
  /** The kinds of records that it refers to, as far as they are the same for all parents. */
  readonly entities: readonly Entity[] = [];
  /** Whether a call of its own reads its value: not for references between records, `node` and `nodes`. */
  readonly isReader: boolean = false;
  /** Whether it takes the window of a list. */
  readonly isPaged: boolean = false;
  /** Whether it has `first` and `after`, whatever it reads. */
  readonly hasWindow: boolean = false;
  /** Whether it calls a function of an embedder, which may use all of its `info`. */
  readonly callsFunction: boolean = false;
  /** Whether its plan depends on ids in its arguments. */
  readonly isPlannedByIds: boolean = false;
  /** Whether its value may be in the record of the parent's owner. */
  readonly readsOwner: boolean = false;
  readonly valueSource: ValueSource = 'calls';
  /** Whether the parent's record, or the value that the parent is, has the key of the record that the field refers to. */
  readonly isKeyInParent: boolean = false;
  /** Whether a value without arguments may be at hand: in the parent, its key, or its record. */
  readonly isAtHand: boolean = false;
  /** The write of a mutation. */
  readonly write: Write | undefined = undefined;
  /** Itself, where its calls can start as soon as the parent's key is known. */
  readonly prefetchable: PrefetchableKind | undefined = undefined;

  constructor(endpoints: readonly Endpoint[]) {
    this.endpoints = endpoints;
  }

  /**
   * The check of the arguments before anything is known of the parent; undefined where there is none. It throws
   * BAD_USER_INPUT. `alternatives` are the arguments that are a choice of look-ups.
   */
  argumentCheck(_alternatives: readonly string[], _rules: ArgumentRules): ArgumentCheck | undefined {
    return undefined;
  }

  /** Checks `first` and the form of `after`, which are the same for all parents. Throws BAD_USER_INPUT. */
  checkWindow(_args: FieldArguments): void {}

  /** Whether it needs the parent's record, and not only its key. */
  needsRecord(_field: FieldView): boolean {
    return false;
  }

  /** The value of the field, or a promise of it. Throws or rejects with a GatewayError. */
  abstract resolve(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    info: InfoFunction,
    execution: Execution,
  ): unknown;

  /** The value where nothing has to be waited for, as `resolve` returns it; `notAtHand` elsewhere. May throw, too. */
  valueAtHand(_parent: unknown): unknown {
    return notAtHand;
  }

  /** Adds the calls that the field may make to a plan: none, but for records that a write's payload refers to. */
  plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    planner.atHand(field, on);
  }

  /** The keys that the field's arguments can give for a call to an endpoint; undefined where none make that call. */
  keyShapes(_endpoint: Endpoint): readonly (readonly string[])[] | undefined {
    return undefined;
  }

  /** The call that the field makes below a parent with these arguments. */
  requestFor(_endpoint: Endpoint, _parent: unknown, _args: FieldArguments): CallRequest | undefined {
    return undefined;
  }

  /** The record that the arguments name below a parent; undefined for all but look-ups. */
  lookedUp(_parent: unknown, _args: FieldArguments): Reference | undefined {
    return undefined;
  }

  /** Reads what the field reads, from samples of results in place of calls. Returns samples of its values. */
  abstract sample(parent: unknown, samples: SampleSource, name: string): unknown[] | Promise<unknown[]>;
}

/** A kind of fields whose calls can start before the field is resolved. */
export abstract class PrefetchableKind extends FieldKind {
  /** Whether its call is made below the parent's path, so that its success shows that the parent exists. */
  abstract readonly isBelowParent: boolean;

  /** Whether the parent's record will tell the value, once it has arrived: no call is started before. */
  awaitsRecord(_parent: Reference, _field: FieldView): boolean {
    return false;
  }

  /** Starts the calls of the field before it is resolved. Throws what is wrong with the arguments. */
  abstract prefetch(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    prefetch: Prefetch,
  ): PrefetchedField;
}

/** What a field of the schema is, and how its arguments and its value are checked. */
export interface FieldDefinition {
  readonly kind: FieldKind;
  /** The arguments that are a choice of look-ups, of which one is given. */
  readonly alternatives: readonly string[];
  readonly checkArguments: ArgumentCheck | undefined;
  /** Says what is wrong with a value of the service; undefined where nothing is promised of it. */
  readonly checkValue: ((value: unknown) => string | undefined) | undefined;
  /** The variable that gets its value in an operation, by `@export`; undefined for all other fields. */
  readonly exportedAs?: string | undefined;
  /** Whether its value is JSON of any form, whose nesting has to be checked. */
  readonly isJson: boolean;
}

/** A GET that a field makes. */
export interface CallRequest {
  readonly endpoint: Endpoint;
  readonly path: Key;
  readonly query: Query | undefined;
}

/** What a field's request function returns. Null stands for an argument that is not given. */
export interface RequestOf<O extends Endpoint> {
  path: PathOf<O>;
  query?: { [Name in keyof QueryOf<O>]?: QueryOf<O>[Name] | null };
}

/** A field of a resolver map. The type parameters are those of the parent, the arguments and the result in GraphQL. */
export type Field<Parent, Args, Result, Kind extends FieldKind = FieldKind> = Kind & {
  readonly '~types'?: (parent: Parent, args: Args) => Result | Promise<Result>;
};

/** What a resolver map may hold for a field: the generated resolver types use it. */
export type Resolver<Result, Parent, ContextType, Args> =
  | Field<Parent, Args, Result>
  | ((parent: Parent, args: Args, context: ContextType, info: GraphQLResolveInfo) => Result | Promise<Result>);
