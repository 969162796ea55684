import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { FieldDefinition, PrefetchableKind } from '../fields/field-kind.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import { GatewayError } from '../http/errors.ts';
import { itemFields } from '../relay/connection.ts';

/** An operation that is compiled for one outcome of its `@skip`s and `@include`s; all passes use this tree. */
export interface CompiledOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** The fields of the root. Throws a GraphQLError where a condition has no value, OPERATION_TOO_EXPENSIVE for too many. */
  root(): Selection;
  /** How many fields have been compiled so far: what the operation weighs in memory. */
  readonly fieldCount: number;
}

/** A field of an operation, with all that is selected on it in any place of the document. */
export interface CompiledField {
  readonly index: number;
  /** The response name. */
  readonly key: string;
  /** The field that it is selected on; undefined for a field of the root. */
  readonly parent: CompiledField | undefined;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  /** What the field is; undefined for `__typename` and introspection. */
  readonly definition: FieldDefinition | undefined;
  /** Whether its arguments depend on variables; if not, they are coerced once for all executions. */
  readonly hasVariables: boolean;
  constantArguments: FieldArguments | undefined;
  /** Whether its value is a leaf that may be at hand: most values of a response are. */
  readonly isLeafAtHand: boolean;
  readonly shape: Shape;
}

/** How a field's value is completed, from its type and what is selected on it. */
export type Shape = LeafShape | TypeNameShape | ObjectShape | AbstractShape | ListShape;

export interface LeafShape {
  readonly kind: 'leaf';
  readonly nullable: boolean;
  readonly type: GraphQLLeafType;
}

export interface TypeNameShape {
  readonly kind: 'typename';
  readonly nullable: boolean;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly nullable: boolean;
  readonly type: GraphQLObjectType;
  /** Compiled when a value first needs it: fragments may select far more than the data reach. Throws as `root` does. */
  readonly selection: () => Selection;
}

export interface AbstractShape {
  readonly kind: 'abstract';
  readonly nullable: boolean;
  readonly type: GraphQLAbstractType;
  /** Throws a TypeError for a type that is not one of the possible ones. */
  readonly selectionOn: (type: GraphQLObjectType) => Selection;
  readonly possibleTypes: () => readonly GraphQLObjectType[];
  /** What is selected on those types of which there were values. */
  readonly compiled: () => Iterable<Selection>;
}

export interface ListShape {
  readonly kind: 'list';
  readonly nullable: boolean;
  readonly item: Shape;
}

/** What is selected on an object type, in the order of the response. */
export class Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly CompiledField[];
  /** Whether one is named `__proto__`: only an object without a prototype can hold it. */
  readonly hasProto: boolean;
  /** The least number of characters that an object takes as JSON, without what its texts hold. */
  readonly size: number;
  #needsRecord: boolean | undefined;
  #prefetchable: readonly Prefetchable[] | undefined;
  #needsItems: boolean | undefined;

  constructor(type: GraphQLObjectType, fields: readonly CompiledField[], hasProto: boolean) {
    this.type = type;
    this.fields = fields;
    this.hasProto = hasProto;
    // Each field has a quoted name, a colon, a value, and a comma or brace. The braces' first is counted as the value above.
    this.size = fields.reduce((size, { key }) => size + key.length + 5, 0);
  }

  /** Whether a field needs the record itself: not where the key tells all of them. */
  get needsRecord(): boolean {
    this.#needsRecord ??= this.fields.some((field) => field.definition?.kind.needsRecord(field) ?? false);
    return this.#needsRecord;
  }

  /** The fields whose calls can start as soon as the record's key is known. */
  get prefetchable(): readonly Prefetchable[] {
    this.#prefetchable ??= this.fields.flatMap((compiled) => {
      const kind = compiled.definition?.kind.prefetchable;
      return kind === undefined ? [] : [{ compiled, kind }];
    });
    return this.#prefetchable;
  }

  /** On a connection: whether a field needs the list's items, and not just what any page says of the list. */
  get needsItems(): boolean {
    this.#needsItems ??= this.fields.some(({ field }) => itemFields.has(field.name));
    return this.#needsItems;
  }

  /** Whether a field has its value in the record of the selected record's owner. */
  get readsOwner(): boolean {
    return this.fields.some(({ definition }) => definition?.kind.readsOwner ?? false);
  }

  /** The selected fields of that name, under whatever aliases. */
  fieldsNamed(name: string): readonly CompiledField[] {
    return this.fields.filter(({ field }) => field.name === name);
  }
}

/** A field whose calls can start as soon as its parent's key is known. */
interface Prefetchable {
  readonly compiled: CompiledField;
  readonly kind: PrefetchableKind;
}

/** What is selected on values of a type, wherever they are in lists. */
export function selectionOn(shape: Shape, type: GraphQLObjectType): Selection | undefined {
  switch (shape.kind) {
    case 'list':
      return selectionOn(shape.item, type);
    case 'object':
      return shape.selection();
    case 'abstract':
      return shape.selectionOn(type);
    default:
      return undefined;
  }
}

/** What is selected on values of all types that a shape may have, wherever they are in lists. */
export function selectionsOf(shape: Shape, take = takeAlways): readonly Selection[] {
  switch (shape.kind) {
    case 'list':
      return selectionsOf(shape.item, take);
    case 'object':
      return take(shape.selection);
    case 'abstract':
      return shape.possibleTypes().flatMap((type) => take(() => shape.selectionOn(type)));
    default:
      return [];
  }
}

function takeAlways(selection: () => Selection): readonly Selection[] {
  return [selection()];
}

/** The same without those types on which a condition has no value: nothing that is selected on them is executed. */
export function validSelectionsOf(shape: Shape): readonly Selection[] {
  return selectionsOf(shape, takeIfValid);
}

/** Throws what is no matter of a condition, such as OPERATION_TOO_EXPENSIVE. */
function takeIfValid(selection: () => Selection): readonly Selection[] {
  try {
    return [selection()];
  } catch (error) {
    if (error instanceof GraphQLError && !(error instanceof GatewayError)) return [];
    throw error;
  }
}
