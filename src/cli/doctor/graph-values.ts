import { type GraphQLSchema, getNullableType, isObjectType } from 'graphql';
import type { z } from 'zod';
import { isScalarValue } from '../../engine/engine.ts';
import type { GraphIndex } from '../graph/graph-index.ts';

/** Says what is wrong with a value of a property for the graph, as a sentence; undefined where nothing is. */
export type GraphRule = (owner: z.ZodType, property: string, value: unknown) => string | undefined;

/** The rules of the gateway for numbers: the contract takes any number, the graph some of them. */
export function graphRule(graph: GraphIndex, schema: GraphQLSchema): GraphRule {
  return (owner, property, value) => {
    if (typeof value !== 'number' || isScalarValue('Int', value)) return undefined;
    const isWhole = graph.fieldsReading(owner, property).some((field) => typeOf(field, schema) === 'Int');
    return isWhole ? `It has the value ${value}, which is no whole number of 32 bits.` : undefined;
  };
}

/** The type of a field, given as `Space.title`, without its non-null. */
function typeOf(field: string, schema: GraphQLSchema): string | undefined {
  const [typeName = '', fieldName = ''] = field.split('.');
  const type = schema.getType(typeName);
  const found = isObjectType(type) ? type.getFields()[fieldName]?.type : undefined;
  return found && String(getNullableType(found));
}
