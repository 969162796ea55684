import { type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import type { Variables } from '../../engine/operation/document-facts.ts';

/** Coerces the variables of an operation; undefined where a value is invalid. It stops at the second invalid one. */
export function coerceVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Variables | undefined,
): Variables | undefined {
  return getVariableValues(schema, variableDefinitions, values ?? {}, { maxErrors: 1 }).coerced;
}
