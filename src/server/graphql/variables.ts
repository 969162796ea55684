import { type GraphQLError, type GraphQLSchema, getVariableValues, type OperationDefinitionNode } from 'graphql';
import { type Variables, weigh } from '../../engine/engine.ts';
import { coercionOf } from './coercion.ts';
import { maxShown } from './coercion-errors.ts';

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

/** What is wrong with variables of which graphql would say too much; undefined for others. */
export function errorsInVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  values: Variables | undefined,
): readonly GraphQLError[] | undefined {
  if (values === undefined) return undefined;
  if (weigh(values, largeWeight) < largeWeight) {
    const { errors = [] } = getVariableValues(schema, variableDefinitions, values, { maxErrors: maxShown });
    if (errors.length <= maxShown) return undefined;
  }
  const steps = coercionOf(schema, variableDefinitions, values);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value.errors;
  }
}
