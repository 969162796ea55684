import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  getNullableType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type NamedTypeNode,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  type ValueNode,
} from 'graphql';
import { defaultLimits } from '../document/default-limits.ts';
import type { Variables } from '../document/document-facts.ts';
import { tooManyFields } from '../document/limits.ts';
import { definitionOf } from '../fields/field-definitions.ts';
import type { FieldDefinition } from '../fields/field-kind.ts';
import { badUserInput } from '../http/errors.ts';
import {
  type CompiledField,
  type CompiledOperation,
  Selection,
  type Shape,
  selectionsOf,
} from './compiled-operation.ts';
import { exportedName } from './exported-names.ts';

/**
 * Compiles an operation. `variables` holds the values of those that its conditions depend on. It may select at most
 * `maxFields` once each alias, and each type of an abstract field, is counted.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
  maxFields: number = defaultLimits.maxFields,
): CompiledOperation {
  const fragments = fragmentsOf(document);
  const rootType = schema.getRootType(operation.operation);
  if (rootType == null) throw new TypeError(`The schema has no ${operation.operation} type.`);
  const compiler = new Compiler(schema, fragments, variables, maxFields, operation.operation === 'mutation');
  let root: Selection | undefined;
  return {
    schema,
    document,
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

/**
 * Compiles what an operation selects at all levels, which is otherwise compiled when a value first needs it. It stops at
 * about `maxFields` fields: the rest is then compiled when it is needed. Throws as `root` of the operation does.
 */
export function compileFully(compiled: CompiledOperation, maxFields: number): void {
  const selections: Selection[] = [compiled.root()];
  // An array can be extended while it is iterated.
  for (const { fields } of selections) {
    for (const { shape } of fields) {
      if (compiled.fieldCount >= maxFields) return;
      selections.push(...selectionsOf(shape));
    }
  }
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  const fragments: Record<string, FragmentDefinitionNode> = Object.create(null);
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  return fragments;
}

class Compiler {
  fieldCount = 0;
  readonly #schema: GraphQLSchema;
  readonly #fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly #variables: Variables;
  readonly #maxFields: number;
  readonly #isMutation: boolean;

  constructor(
    schema: GraphQLSchema,
    fragments: Readonly<Record<string, FragmentDefinitionNode>>,
    variables: Variables,
    maxFields: number,
    isMutation: boolean,
  ) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#variables = variables;
    this.#maxFields = maxFields;
    this.#isMutation = isMutation;
  }

  selection(type: GraphQLObjectType, sets: readonly SelectionSetNode[], parent?: CompiledField): Selection {
    const groups = new Map<string, FieldNode[]>();
    const seen = new Set<string>();
    for (const set of sets) this.#collect(type, set, groups, seen);
    if (this.fieldCount + groups.size > this.#maxFields) throw tooManyFields(this.#maxFields);
    const { fieldCount } = this;
    try {
      return new Selection(type, this.#fields(type, groups, parent), groups.has('__proto__'));
    } catch (error) {
      // Nothing of it is kept, and each further value that needs the selection compiles it anew.
      this.fieldCount = fieldCount;
      throw error;
    }
  }

  #fields(
    type: GraphQLObjectType,
    groups: ReadonlyMap<string, readonly FieldNode[]>,
    parent: CompiledField | undefined,
  ): CompiledField[] {
    const fields: CompiledField[] = [];
    for (const [key, nodes] of groups) {
      const field = this.#fieldOf(type, nodes[0]?.name.value ?? '');
      if (field !== undefined) fields.push(this.#field(type, key, field, nodes, parent));
    }
    return fields;
  }

  /** Groups fields by response name, as the specification's CollectFields does. A fragment is collected once. */
  #collect(type: GraphQLObjectType, set: SelectionSetNode, groups: Map<string, FieldNode[]>, seen: Set<string>): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD && seen.has(selection.name.value)) continue;
      if (!isIncluded(selection, this.#variables)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const group = groups.get(key);
        if (group === undefined) groups.set(key, [selection]);
        else group.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (this.#applies(selection.typeCondition, type)) this.#collect(type, selection.selectionSet, groups, seen);
      } else {
        seen.add(selection.name.value);
        const fragment = this.#fragments[selection.name.value];
        if (fragment !== undefined && this.#applies(fragment.typeCondition, type)) {
          this.#collect(type, fragment.selectionSet, groups, seen);
        }
      }
    }
  }

  /** Whether a fragment's type condition includes a type. */
  #applies(condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean {
    if (condition === undefined || condition.name.value === type.name) return true;
    const conditional = this.#schema.getType(condition.name.value);
    return conditional !== undefined && isAbstractType(conditional) && this.#schema.isSubType(conditional, type);
  }

  #fieldOf(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (name === '__typename') return TypeNameMetaFieldDef;
    if (type === this.#schema.getQueryType()) {
      if (name === '__schema') return SchemaMetaFieldDef;
      if (name === '__type') return TypeMetaFieldDef;
    }
    return type.getFields()[name];
  }

  #field(
    parentType: GraphQLObjectType,
    key: string,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    parent: CompiledField | undefined,
  ): CompiledField {
    const definition = this.#definition(field, nodes);
    const compiled: CompiledField = {
      index: this.fieldCount++,
      key,
      parent,
      field,
      nodes,
      parentType,
      definition,
      hasVariables: nodes[0]?.arguments?.some(({ value }) => mentionsVariable(value)) ?? false,
      constantArguments: undefined,
      isLeafAtHand: isLeafAtHand(field, definition),
      shape:
        field === TypeNameMetaFieldDef
          ? { kind: 'typename', nullable: false }
          : this.#shape(field.type, nodes, true, () => compiled),
    };
    return compiled;
  }

  /** What a field is. One that is exported is checked, so that its value is noted where it is known to be valid. */
  #definition(field: GraphQLField<unknown, unknown>, nodes: readonly FieldNode[]): FieldDefinition | undefined {
    const definition = definitionOf(field);
    const exportedAs = exportedName(nodes);
    if (exportedAs === undefined) return definition;
    if (!this.#isMutation || definition === undefined)
      throw badUserInput('Only the "id" of a record in the payload of a mutation can be exported.');
    return { ...definition, checkValue: definition.checkValue ?? isValid, exportedAs };
  }

  /** `owner` is the field of the shape; what is selected on its values is below it. */
  #shape(type: GraphQLOutputType, nodes: readonly FieldNode[], nullable: boolean, owner: () => CompiledField): Shape {
    if (isNonNullType(type)) return this.#shape(type.ofType, nodes, false, owner);
    if (isListType(type)) return { kind: 'list', nullable, item: this.#shape(type.ofType, nodes, true, owner) };
    if (isLeafType(type)) return { kind: 'leaf', nullable, type };
    const sets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]));
    const selections = new Map<GraphQLObjectType, Selection>();
    const selectionOn = (found: GraphQLObjectType) => {
      let selection = selections.get(found);
      if (selection === undefined) {
        if (isAbstractType(type) && !this.#schema.isSubType(type, found)) {
          throw new TypeError(`Runtime Object type "${found.name}" is not a possible type for "${type.name}".`);
        }
        selection = this.selection(found, sets, owner());
        selections.set(found, selection);
      }
      return selection;
    };
    if (isAbstractType(type)) {
      return {
        kind: 'abstract',
        nullable,
        type,
        selectionOn,
        possibleTypes: () => this.#schema.getPossibleTypes(type),
        compiled: () => selections.values(),
      };
    }
    let own: Selection | undefined;
    return {
      kind: 'object',
      nullable,
      type,
      selection: () => {
        own ??= selectionOn(type);
        return own;
      },
    };
  }
}

/** Not for a value of JSON, whose nesting is checked, nor for one that is exported. */
function isLeafAtHand(
  { type, args }: GraphQLField<unknown, unknown>,
  definition: FieldDefinition | undefined,
): boolean {
  if (definition === undefined || definition.isJson || definition.exportedAs !== undefined) return false;
  return definition.kind.isAtHand && args.length === 0 && isLeafType(getNullableType(type));
}

function isValid(): undefined {}

/** As graphql's own executor decides; throws its GraphQLError where the variable of a condition is null. */
function isIncluded(selection: SelectionNode, variables: Variables): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false;
}

function mentionsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(mentionsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => mentionsVariable(field.value));
}
