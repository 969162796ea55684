import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLAbstractType,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { appliesTo, type Variables } from './conditions.ts';
import { fragmentsOf } from './documents.ts';
import { mostFields, tooManyFields } from './field-budget.ts';

// biome-ignore lint/suspicious/noExplicitAny: graphql types a schema's fields so
export type AnyField = GraphQLField<any, any>;

/** An operation made ready to be executed often, for one outcome of its `@skip`s and `@include`s. */
export interface CompiledOperation {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Throws a GraphQLError where a condition has no value, and OPERATION_TOO_EXPENSIVE for too many fields. */
  readonly root: () => Selection;
  /** How many fields have been compiled so far: what the operation weighs in memory. */
  readonly fieldCount: number;
}

/** What is selected on an object type, in the order of the response. */
export interface Selection {
  readonly type: GraphQLObjectType;
  readonly fields: readonly CompiledField[];
  /** Whether one is called `__proto__`: only an object without a prototype can hold it. */
  readonly hasProto: boolean;
}

export interface CompiledField {
  readonly index: number;
  /** The response name. */
  readonly key: string;
  readonly field: AnyField;
  readonly nodes: readonly FieldNode[];
  readonly parentType: GraphQLObjectType;
  /** Whether its arguments depend on variables; if not, they are coerced once for all executions. */
  readonly hasVariables: boolean;
  constantArguments: Record<string, unknown> | undefined;
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
  /** Made when a value first needs it: a document may spell out far more than its data reach. Throws as `root` does. */
  readonly selection: () => Selection;
}

export interface AbstractShape {
  readonly kind: 'abstract';
  readonly nullable: boolean;
  readonly type: GraphQLAbstractType;
  /** Throws for a type that is none of the possible ones, too. */
  readonly selectionOn: (type: GraphQLObjectType) => Selection;
}

export interface ListShape {
  readonly kind: 'list';
  readonly nullable: boolean;
  readonly item: Shape;
}

/** Compiles an operation. `variables` holds the values of those that its conditions name. */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): CompiledOperation {
  const fragments = fragmentsOf(document);
  const rootType = schema.getRootType(operation.operation);
  if (rootType == null) throw new TypeError(`The schema has no ${operation.operation}.`);
  const compiler = new Compiler(schema, fragments, variables);
  let root: Selection | undefined;
  return {
    schema,
    operation,
    fragments,
    root: () => {
      root ??= compiler.selection(rootType, [operation.selectionSet]);
      return root;
    },
    get fieldCount() {
      return compiler.fieldCount;
    },
  };
}

class Compiler {
  fieldCount = 0;
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #variables: Variables;

  constructor(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Variables,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  selection(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Selection {
    const groups = new Map<string, FieldNode[]>();
    const seen = new Set<string>();
    for (const set of sets) this.#collect(type, set, groups, seen);
    if (this.fieldCount + groups.size > mostFields) throw tooManyFields();
    const fields: CompiledField[] = [];
    for (const [key, nodes] of groups) {
      const field = this.#fieldOf(type, (nodes[0] as FieldNode).name.value);
      if (field !== undefined) fields.push(this.#field(type, key, field, nodes));
    }
    return { type, fields, hasProto: groups.has('__proto__') };
  }

  /** Gathers fields by response name, as the specification's CollectFields does. */
  #collect(type: GraphQLObjectType, set: SelectionSetNode, groups: Map<string, FieldNode[]>, seen: Set<string>): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD && seen.has(selection.name.value)) continue;
      if (!isWanted(selection, this.#variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [selection]);
        else group.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (appliesTo(this.#schema, selection.typeCondition, type)) {
          this.#collect(type, selection.selectionSet, groups, seen);
        }
      } else {
        seen.add(selection.name.value);
        const fragment = this.#fragments[selection.name.value];
        if (fragment !== undefined && appliesTo(this.#schema, fragment.typeCondition, type)) {
          this.#collect(type, fragment.selectionSet, groups, seen);
        }
      }
    }
  }

  #fieldOf(type: GraphQLObjectType, name: string): AnyField | undefined {
    if (name === '__typename') return TypeNameMetaFieldDef;
    if (type === this.#schema.getQueryType()) {
      if (name === '__schema') return SchemaMetaFieldDef;
      if (name === '__type') return TypeMetaFieldDef;
    }
    return type.getFields()[name];
  }

  #field(parentType: GraphQLObjectType, key: string, field: AnyField, nodes: FieldNode[]): CompiledField {
    const index = this.fieldCount++;
    const shape: Shape =
      field === TypeNameMetaFieldDef ? { kind: 'typename', nullable: false } : this.#shape(field.type, nodes);
    const hasVariables = (nodes[0] as FieldNode).arguments?.some(({ value }) => mentionsVariable(value)) ?? false;
    return { index, key, field, nodes, parentType, hasVariables, constantArguments: undefined, shape };
  }

  #shape(type: GraphQLOutputType, nodes: FieldNode[]): Shape {
    if (isNonNullType(type)) return { ...this.#shape(type.ofType, nodes), nullable: false } as Shape;
    if (isListType(type)) return { kind: 'list', nullable: true, item: this.#shape(type.ofType, nodes) };
    if (isLeafType(type)) return { kind: 'leaf', nullable: true, type };
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
    const selections = new Map<GraphQLObjectType, Selection>();
    const selectionOn = (found: GraphQLObjectType) => {
      let selection = selections.get(found);
      if (selection === undefined) {
        if (isAbstractType(type) && !this.#schema.isSubType(type, found)) {
          throw new TypeError(`Runtime Object type "${found.name}" is not a possible type for "${type.name}".`);
        }
        selection = this.selection(found, sets);
        selections.set(found, selection);
      }
      return selection;
    };
    if (isAbstractType(type)) return { kind: 'abstract', nullable: true, type, selectionOn };
    return { kind: 'object', nullable: true, type, selection: () => selectionOn(type) };
  }
}

/** As graphql's own executor decides; throws its GraphQLError where the variable of a condition is null. */
function isWanted(selection: SelectionNode, variables: Variables): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}

function mentionsVariable(value: { kind: Kind; values?: unknown; fields?: unknown }): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return (value.values as (typeof value)[]).some(mentionsVariable);
  if (value.kind === Kind.OBJECT) {
    return (value.fields as { value: typeof value }[]).some((field) => mentionsVariable(field.value));
  }
  return false;
}
