import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
  visit,
} from 'graphql';
import { documentFacts, type Variables } from '../../engine/engine.ts';
import { nodeIdsFor } from './node-ids.ts';
import type { OperationSource } from './read-operations.ts';

/** Most conditions of which each outcome is planned: of further ones, each alone is false, and all at once are. */
const maxConditions = 4;

/**
 * Values for the variables of an operation, once for each outcome of its conditions and for each type of its nodes. Those of a nullable
 * type without a default are left out, and so are cursors: the plan is then that of the first page. `size` is the value of numbers, such
 * as the `first` of a connection; `given` takes precedence.
 */
export function placeholdersFor(
  schema: GraphQLSchema,
  { operation, document }: OperationSource,
  size: number,
  given: Variables,
): Variables[] {
  const cursors = cursorsOf(operation);
  const values: Record<string, unknown> = {};
  for (const { variable, type, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined;
    if (inputType === undefined) continue;
    if (defaultValue !== undefined) values[name] = valueFromAST(defaultValue, inputType);
    else if (isNonNullType(inputType) && !cursors.has(name)) values[name] = placeholder(inputType.ofType, size);
  }
  const { conditionVariables } = documentFacts(document);
  const outcomes = outcomesOf(conditionVariables.filter((name) => !(name in given)));
  return nodeIdsFor(schema, document, size).flatMap((ids) =>
    outcomes.map((outcome) => ({ ...values, ...ids, ...outcome, ...given })),
  );
}

/** The variables whose values every request chooses: those that are neither among `given` nor have a default. */
export function openVariables(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Variables,
): ReadonlySet<string> {
  const open = variableDefinitions.filter(({ defaultValue }) => defaultValue === undefined);
  return new Set(open.map(({ variable }) => variable.name.value).filter((name) => !Object.hasOwn(given, name)));
}

function outcomesOf(conditions: readonly string[]): Variables[] {
  const all = (value: boolean): Variables => Object.fromEntries(conditions.map((name) => [name, value]));
  const outcomes = [all(true)];
  for (const name of conditions.slice(0, maxConditions)) {
    for (const outcome of [...outcomes]) outcomes.push({ ...outcome, [name]: false });
  }
  const others = conditions.slice(maxConditions);
  if (others.length > 0) outcomes.push(all(false), ...others.map((name) => ({ ...all(true), [name]: false })));
  return outcomes;
}

/** The variables that give a connection its `after`. */
function cursorsOf(operation: OperationDefinitionNode): Set<string> {
  const names = new Set<string>();
  visit(operation, {
    Argument({ name, value }) {
      if (name.value === 'after' && value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return names;
}

const byScalar: Readonly<Record<string, unknown>> = {
  Boolean: true,
  DateTime: '2026-01-01T00:00:00Z',
  URL: 'https://example.com',
  JSONObject: {},
};

function placeholder(type: GraphQLInputType, size: number): unknown {
  if (isNonNullType(type)) return placeholder(type.ofType, size);
  if (isListType(type)) return [placeholder(type.ofType, size)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (!isInputObjectType(type))
    return type.name === 'Int' || type.name === 'Float' ? size : (byScalar[type.name] ?? 'x');
  const fields = Object.values(type.getFields());
  const needed = type.isOneOf ? fields.slice(0, 1) : fields.filter((field) => isNonNullType(field.type));
  return Object.fromEntries(needed.map((field) => [field.name, placeholder(field.type, size)]));
}
