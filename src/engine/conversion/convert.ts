import type { GraphQLSchema } from 'graphql';
import type { Operation } from '../contract/operation.ts';
import { convertRead } from './convert-read.ts';
import { convertWrite } from './convert-write.ts';
import type { ConvertedOperation } from './converted-operation.ts';
import { matchCall } from './match-call.ts';
import { parseRestText } from './rest-text.ts';

/**
 * The GraphQL operation that makes the REST call in a text: a curl command, or `METHOD path` with an optional JSON body.
 * Headers are dropped. Throws a ConversionError for a text that is no call of the contract.
 */
export function fromRest(schema: GraphQLSchema, operations: readonly Operation[], text: string): ConvertedOperation {
  const call = matchCall(operations, parseRestText(text));
  return call.operation.method === 'GET' ? convertRead(schema, call) : convertWrite(schema, call);
}
