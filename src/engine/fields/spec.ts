import type { GraphQLInputType, GraphQLResolveInfo } from 'graphql';
import type { Entity, Key } from '../contract/entity.ts';
import type { ListOperation, Operation, PathOf, QueryOf } from '../contract/operation.ts';
import type { Query } from '../data/cached-read.ts';
import type { Context } from '../data/context.ts';
import type { Reference } from '../data/reference.ts';
import type { UserError } from './user-errors.ts';

/** The coerced arguments of a field. */
export type FieldArguments = Readonly<Record<string, unknown>>;

/** What every field states about itself. */
interface Stated {
  /** The operations that the field itself may call. */
  readonly operations: readonly Operation[];
}

/** The record's global id or another value that its key tells: no call. */
export interface KeySpec extends Stated {
  readonly kind: 'key';
  read(reference: Reference): unknown;
}

/** A value that the parent's record holds. */
export interface RecordSpec extends Stated {
  readonly kind: 'record';
  read(record: object, reference: Reference): unknown;
}

/** A record by arguments: non-null means that the service confirmed that it exists. */
export interface LookupSpec extends Stated {
  readonly kind: 'lookup';
  readonly entity: Entity;
  refer(parent: unknown, args: unknown): Reference;
}

/** A value that one GET returns. */
export interface ValueSpec extends Stated {
  readonly kind: 'value';
  request(parent: unknown, args: unknown): CallRequest;
  toValue(result: unknown, parent: unknown, args: unknown): unknown;
  /** The reference that the parent's record tells, null where it tells that there is none: used where the key is enough. */
  fromParentRecord?(parent: Reference): Reference | null;
}

/** A Relay connection over a list that REST returns in pages. */
export interface ConnectionSpec extends Stated {
  readonly kind: 'connection';
  request(parent: unknown, args: unknown): ListRequest;
  toNode(item: unknown, request: ListRequest): unknown;
  /** Whether an item belongs to the connection, where the list holds several kinds of records. */
  readonly includes?: ((item: unknown) => boolean) | undefined;
  /** How many items the list has at most, as the parent's record tells: with 0, no call is made. */
  count?(record: object): number | undefined;
  /** Checks the query against the contract's limits. Throws BAD_USER_INPUT. */
  checkQuery?(query: Query): void;
}

/** The record that another record or value refers to; null where there is none. */
export interface ToOneSpec extends Stated {
  readonly kind: 'toOne';
  readonly entities: readonly Entity[];
  /** What the reference is derived from: with the key alone, its calls start before the parent's record arrives. */
  readonly from: 'key' | 'record' | 'value';
  /** Whether its path is below the parent's: where it exists, so does the parent. */
  readonly isBelow: boolean;
  /** `field` is the field's name, for errors. Throws UPSTREAM_CONTRACT for a key that is no text. */
  refer(parent: unknown, args: unknown, field: string): Reference | null;
}

/**
 * A connection over whole records that the parent's record holds, read from `list` where it came without them. Without
 * `items`, no record holds them.
 */
export interface EmbeddedConnectionSpec extends Stated {
  readonly kind: 'embeddedConnection';
  readonly entity: Entity;
  readonly list: ListOperation;
  items?(record: object): readonly object[] | undefined;
  /** The path of `list`; the parent's key, unless said otherwise. */
  path?(record: object): Key;
  /** Whether an item of the list belongs to the parent. */
  belongs(item: unknown, key: Key): boolean;
}

/** A value in the record of the parent's owner: a content's revision id, which the space's own record holds. */
export interface OwnerSpec extends Stated {
  readonly kind: 'owner';
  owner(reference: Reference): Reference;
  fromOwner(ownerRecord: object): unknown;
  fromOwn(record: object): unknown;
}

/** Records of any type by their global ids; null where the service says that there is none. */
export interface NodesSpec extends Stated {
  readonly kind: 'nodes';
  readonly isList: boolean;
  ids(args: unknown): readonly string[];
  /** Throws BAD_USER_INPUT for what names no record. */
  refer(id: string): Reference;
  /** The type that an id names; undefined where `refer` would throw. */
  entityOf(id: string): Entity | undefined;
}

/** The names of input fields that differ from those of the REST body: `{ active: 'isActive' }`. Keys may be paths. */
export type InputNames = Readonly<Record<string, string>>;

/** A mutation that one REST action performs. */
export interface ActionSpec extends Stated {
  readonly kind: 'action';
  readonly operation: Operation;
  /** The names of input fields that differ from those of the REST body. */
  readonly inputNames: InputNames;
  /** `type` is the type of the mutation's `input`. */
  prepare(args: unknown, type: GraphQLInputType): PreparedWrite;
  toPayload(result: unknown, path: unknown, args: unknown): object;
}

/** A value that is derived from the parent's record, and from further calls where that does not hold it. */
export interface DerivedSpec extends Stated {
  readonly kind: 'derived';
  resolve(parent: Reference, args: unknown, context: Context): unknown;
}

/** A property of a value at hand. */
export interface PropertySpec extends Stated {
  readonly kind: 'property';
  readonly name: string;
}

/** A function, as GraphQL resolvers are. */
export interface FunctionSpec extends Stated {
  readonly kind: 'function';
  /** What it needs of a parent that is a record: the key alone, or the record too. */
  readonly needs: 'key' | 'record';
  resolve(parent: unknown, args: unknown, context: Context, info: GraphQLResolveInfo): unknown;
}

/** What a field is, with the operations that it calls. */
export type FieldSpec =
  | KeySpec
  | RecordSpec
  | LookupSpec
  | ValueSpec
  | ConnectionSpec
  | ToOneSpec
  | EmbeddedConnectionSpec
  | OwnerSpec
  | NodesSpec
  | ActionSpec
  | DerivedSpec
  | PropertySpec
  | FunctionSpec;

/** The kinds of fields whose calls can start before the field is resolved. */
export type StartableSpec = LookupSpec | ValueSpec | ConnectionSpec | ToOneSpec;

/** Whether a field's call is made below the parent's path, so that its success shows that the parent exists. */
export function isBelowParent(spec: StartableSpec): boolean {
  return spec.kind !== 'toOne' || spec.isBelow;
}

/** A call that a field makes. */
export interface CallRequest {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Query | undefined;
}

export interface ListRequest extends CallRequest {
  readonly operation: ListOperation;
}

export interface ActionRequest {
  readonly path: Key;
  readonly query: Query | undefined;
  readonly body: unknown;
}

/** A write that can be sent, or what is wrong with its input. */
export type PreparedWrite = { readonly request: ActionRequest } | { readonly userErrors: readonly UserError[] };

/** A field of a resolver map. The type parameters are those of the parent, the arguments and the result in GraphQL. */
export type Field<Parent, Args, Result, Spec extends FieldSpec = FieldSpec> = Spec & {
  readonly '~types'?: (parent: Parent, args: Args) => Result | Promise<Result>;
};

/** What a resolver map may hold for a field: the generated resolver types use it. */
export type Resolver<Result, Parent, ContextType, Args> =
  | Field<Parent, Args, Result>
  | ((parent: Parent, args: Args, context: ContextType, info: GraphQLResolveInfo) => Result | Promise<Result>);

/** What a field's request function returns. Null stands for an argument that is not given. */
export interface RequestOf<O extends Operation> {
  path: PathOf<O>;
  query?: { [Name in keyof QueryOf<O>]?: QueryOf<O>[Name] | null };
}
