import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** What a look ahead needs to know of the running operation; graphql's resolve info has it all. */
export interface Scope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variableValues: Readonly<Record<string, unknown>>;
}

// biome-ignore lint/suspicious/noExplicitAny: graphql types a schema's fields so
type AnyField = GraphQLField<any, any>;

/** A field that a selection selects on a type. */
export interface SelectedField {
  readonly field: AnyField;
  readonly node: FieldNode;
  /** `@skip` and `@include` on the way to the field; all have to let it through. */
  readonly conditions: readonly Condition[];
}

/** Whether a variable or a constant has to be true, for `@include`, or false, for `@skip`. */
interface Condition {
  readonly value: boolean | { readonly variable: string };
  readonly wanted: boolean;
}

type ByType = Map<GraphQLObjectType, readonly SelectedField[]>;
const selections = new WeakMap<SelectionSetNode, ByType>();

/**
 * The fields that `nodes` select on `type`, fragments included. Worked out once for each selection of a document;
 * whether a field is really asked for is told by `isIncluded`.
 */
export function selectedFields(
  scope: Scope,
  nodes: readonly FieldNode[],
  type: GraphQLObjectType,
): readonly SelectedField[] {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return fieldsOf(scope, only.selectionSet, type);
  return nodes.flatMap((node) => fieldsOf(scope, node.selectionSet, type));
}

/** Whether the operation's variables let a field through. */
export function isIncluded({ conditions }: SelectedField, variables: Scope['variableValues']): boolean {
  for (const { value, wanted } of conditions) {
    if ((typeof value === 'boolean' ? value : variables[value.variable]) !== wanted) return false;
  }
  return true;
}

/** The arguments of a selected field, coerced. */
export function argumentsOf({ field, node }: SelectedField, { variableValues }: Scope): Record<string, unknown> {
  return field.args.length === 0 ? {} : getArgumentValues(field, node, variableValues);
}

function fieldsOf(scope: Scope, set: SelectionSetNode | undefined, type: GraphQLObjectType): readonly SelectedField[] {
  if (set === undefined) return [];
  let byType = selections.get(set);
  if (byType === undefined) {
    byType = new Map();
    selections.set(set, byType);
  }
  let fields = byType.get(type);
  if (fields === undefined) {
    const collected: SelectedField[] = [];
    collect(scope, set, type, [], collected);
    fields = collected;
    byType.set(type, fields);
  }
  return fields;
}

function collect(
  scope: Scope,
  set: SelectionSetNode,
  type: GraphQLObjectType,
  outer: readonly Condition[],
  into: SelectedField[],
): void {
  for (const selection of set.selections) {
    const conditions = [...outer, ...conditionsOf(selection)];
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      if (field !== undefined) into.push({ field, node: selection, conditions });
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(scope, selection.typeCondition, type)) {
        collect(scope, selection.selectionSet, type, conditions, into);
      }
    } else {
      const fragment = scope.fragments[selection.name.value];
      if (fragment !== undefined && applies(scope, fragment.typeCondition, type)) {
        collect(scope, fragment.selectionSet, type, conditions, into);
      }
    }
  }
}

function applies({ schema }: Scope, condition: NamedTypeNode | undefined, type: GraphQLObjectType): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const conditional = schema.getType(condition.name.value);
  return conditional !== undefined && isAbstractType(conditional) && schema.isSubType(conditional, type);
}

function conditionsOf({ directives = [] }: SelectionNode): Condition[] {
  const conditions: Condition[] = [];
  for (const { name, arguments: args = [] } of directives) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const value = args.find((argument) => argument.name.value === 'if')?.value;
    const wanted = name.value === 'include';
    if (value?.kind === Kind.VARIABLE) conditions.push({ value: { variable: value.name.value }, wanted });
    else if (value?.kind === Kind.BOOLEAN) conditions.push({ value: value.value, wanted });
  }
  return conditions;
}
