import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  visit,
} from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** What a `@skip` or an `@include` hangs on: a variable or a constant, which has to be true or false. */
export interface Condition {
  readonly value: boolean | { readonly variable: string };
  readonly wanted: boolean;
}

/** The `@skip`s and `@include`s of a selection; all have to let it through. */
export function conditionsOf({ directives = [] }: Pick<SelectionNode, 'directives'>): Condition[] {
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

export function areMet(conditions: readonly Condition[], variables: Variables): boolean {
  for (const { value, wanted } of conditions) {
    if ((typeof value === 'boolean' ? value : variables[value.variable]) !== wanted) return false;
  }
  return true;
}

/** Whether a fragment's type condition lets a type through. */
export function appliesTo(
  schema: GraphQLSchema,
  condition: NamedTypeNode | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const conditional = schema.getType(condition.name.value);
  return conditional !== undefined && isAbstractType(conditional) && schema.isSubType(conditional, type);
}

const namesByDocument = new WeakMap<DocumentNode, readonly string[]>();

/** The names of the variables that a document's conditions hang on. */
export function conditionVariables(document: DocumentNode): readonly string[] {
  let names = namesByDocument.get(document);
  if (names === undefined) {
    const found = new Set<string>();
    const add = (node: Pick<SelectionNode, 'directives'>) => {
      for (const { value } of conditionsOf(node)) if (typeof value !== 'boolean') found.add(value.variable);
    };
    visit(document, { Field: add, InlineFragment: add, FragmentSpread: add });
    names = [...found];
    namesByDocument.set(document, names);
  }
  return names;
}
