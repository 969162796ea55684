import {
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { isJsonObject, type Variables } from '../../engine/engine.ts';

/** Variables as a client sends them, of coerced ones: graphql-js and other gateways coerce them themselves. */
export function inputValuesOf(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  coerced: Variables,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { variable, type: node } of variableDefinitions) {
    const name = variable.name.value;
    if (!Object.hasOwn(coerced, name)) continue;
    const type = typeFromAST(schema, node as Parameters<typeof typeFromAST>[1]);
    values[name] = inputValue(type as GraphQLInputType, coerced[name]);
  }
  return values;
}

function inputValue(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return inputValue(type.ofType, value);
  if (isListType(type)) {
    const { ofType } = type;
    return Array.isArray(value) ? value.map((item) => inputValue(ofType, item)) : inputValue(ofType, value);
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    const entries = isJsonObject(value) ? Object.entries(value) : [];
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, fields[name] ? inputValue(fields[name].type, inner) : inner]),
    );
  }
  return isScalarType(type) ? value : type.serialize(value);
}
