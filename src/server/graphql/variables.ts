import { type GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { isNamed, memoize, runInTurns, type TurnOwner, type Variables, weigh } from '../../engine/engine.ts';
import { coercionOf } from './coercion.ts';
import { maxShown } from './coercion-errors.ts';
import { definitionsWithoutPlaces } from './variable-definitions.ts';

/** Coerces the variables of an operation; undefined where a value is invalid. It stops at the first invalid one. */
export function coerceVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Variables | undefined,
): Variables | undefined {
  const given = values ?? {};
  return textsOf(operation, given) ?? coercedByGraphql(schema, operation, given, 0).coerced;
}

/** Its errors have no places. */
function coercedByGraphql(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Variables,
  maxErrors: number,
): ReturnType<typeof getVariableValues> {
  return getVariableValues(schema, definitionsWithoutPlaces(operation), values, { maxErrors });
}

/**
 * The variables of an operation of which all take texts, if all are given as texts: most operations have one id, and graphql takes
 * longer for it than their execution. Undefined for others.
 */
function textsOf(operation: OperationDefinitionNode, values: Variables): Variables | undefined {
  const names = textVariablesOf(operation);
  const texts: Record<string, unknown> = {};
  for (const name of names) {
    if (!Object.hasOwn(values, name) || typeof values[name] !== 'string') return undefined;
    texts[name] = values[name];
  }
  return names.length === 0 ? undefined : texts;
}

/** The names of an operation's variables, where all of them take texts; empty where one takes something else. */
const textVariablesOf = memoize(({ variableDefinitions = [] }: OperationDefinitionNode): readonly string[] => {
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const areTexts =
    variableDefinitions.every(({ type }) => isNamed(type, 'ID') || isNamed(type, 'String')) &&
    !names.includes('__proto__');
  return areTexts ? names : [];
});

/** Variables that weigh more are large: graphql quotes all of them in each of its errors. */
const largeWeight = 2000;

/** Where definitions end later in a document, in characters, Apollo does not say what is wrong: it counts all lines twice for each error. */
const farEnd = 5_000;

/** What is wrong with variables of which Apollo would say too much, or take too long to say it; undefined for others. */
export async function errorsInVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  values: Variables = {},
  owner: TurnOwner | undefined,
): Promise<readonly GraphQLError[] | undefined> {
  if (weigh(values, largeWeight) < largeWeight) {
    const { errors = [] } = coercedByGraphql(schema, operation, values, maxShown);
    if (errors.length === 0 || (errors.length <= maxShown && !isFar(operation))) return undefined;
  }
  const { errors } = await runInTurns(coercionOf(schema, operation.variableDefinitions ?? [], values), owner);
  return errors;
}

function isFar({ variableDefinitions = [] }: OperationDefinitionNode): boolean {
  return (variableDefinitions.at(-1)?.loc?.end ?? 0) > farEnd;
}
