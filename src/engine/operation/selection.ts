import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { appliesTo, areMet, type Condition, conditionsOf } from './conditions.ts';
import { mostFields, tooManyFields } from './field-budget.ts';

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

type ByType = Map<GraphQLObjectType, readonly SelectedField[]>;
const selections = new WeakMap<SelectionSetNode, ByType>();

/**
 * The fields that `nodes` select on `type`, fragments included. Worked out once for each selection of a document;
 * whether a field is really asked for is told by `includedFields`.
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

/** The fields that `nodes` select on `type`, and that the operation's variables let through. */
export function includedFields(scope: Scope, nodes: readonly FieldNode[], type: GraphQLObjectType): SelectedField[] {
  return selectedFields(scope, nodes, type).filter((selected) => isIncluded(selected, scope.variableValues));
}

/** Whether the operation's variables let a field through. */
function isIncluded({ conditions }: SelectedField, variables: Scope['variableValues']): boolean {
  return areMet(conditions, variables);
}

/** The arguments of a selected field, coerced. */
export function argumentsOf({ field, node }: SelectedField, { variableValues }: Scope): Record<string, unknown> {
  return field.args.length === 0 ? {} : getArgumentValues(field, node, variableValues);
}

/** A field's arguments; undefined where a variable left one null that must not be: the field itself says so. */
export function soundArguments(selected: SelectedField, scope: Scope): Record<string, unknown> | undefined {
  try {
    return argumentsOf(selected, scope);
  } catch {
    return undefined;
  }
}

/** A field selected in several places of a document is one field, with all that is selected on it. */
export function byResponseName(selected: readonly SelectedField[]): Map<string, [SelectedField, FieldNode[]]> {
  const byName = new Map<string, [SelectedField, FieldNode[]]>();
  for (const one of selected) {
    const name = one.node.alias?.value ?? one.node.name.value;
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [one, [one.node]]);
    else known[1].push(one.node);
  }
  return byName;
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
    collect(scope, set, type, [], collected, new Set());
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
  seen: Set<string>,
): void {
  for (const selection of set.selections) {
    const conditions = [...outer, ...conditionsOf(selection)];
    if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      if (field !== undefined) into.push({ field, node: selection, conditions });
      if (into.length > mostFields) throw tooManyFields();
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (appliesTo(scope.schema, selection.typeCondition, type)) {
        collect(scope, selection.selectionSet, type, conditions, into, seen);
      }
    } else {
      // A fragment that is spread twice under the same conditions selects nothing new.
      const spread = `${selection.name.value} ${signatureOf(conditions)}`;
      if (seen.has(spread)) continue;
      seen.add(spread);
      const fragment = scope.fragments[selection.name.value];
      if (fragment !== undefined && appliesTo(scope.schema, fragment.typeCondition, type)) {
        collect(scope, fragment.selectionSet, type, conditions, into, seen);
      }
    }
  }
}

/** Conditions as one text: the same for the same set of them, in whatever order. */
function signatureOf(conditions: readonly Condition[]): string {
  const texts = conditions.map(
    ({ value, wanted }) => `${typeof value === 'boolean' ? value : value.variable}=${wanted}`,
  );
  return [...new Set(texts)].sort().join(' ');
}
