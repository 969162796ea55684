import { GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { type Variables, weigh } from '../../engine/engine.ts';

/** Coerces the variables of an operation; undefined where a value is invalid. It stops at the first invalid one. */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Variables | undefined,
): Variables | undefined {
  return getVariableValues(schema, variableDefinitions, values ?? {}, { maxErrors: 0 }).coerced;
}

/** Variables that weigh more are large: graphql quotes all of them in each of its errors. */
const largeWeight = 2000;
/** Longest message about large variables, in characters. */
const maxMessageLength = 1000;

/** What is wrong with variables that are too large for graphql to say all that is wrong with them; undefined for others. */
export function errorInLargeVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Variables | undefined,
): GraphQLError | undefined {
  if (values === undefined || weigh(values, largeWeight) < largeWeight) return undefined;
  const [error] = getVariableValues(schema, variableDefinitions, values, { maxErrors: 1 }).errors ?? [];
  if (error === undefined) return undefined;
  const { message, nodes } = error;
  const cut = message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
  return new GraphQLError(cut, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
}
