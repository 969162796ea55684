import type { GraphQLSchema } from 'graphql';
import type { RestContract } from '../contract/model.ts';
import { convertRead } from './convert-read.ts';
import { convertWrite } from './convert-write.ts';
import type { ConvertedOperation } from './converted-operation.ts';
import { matchCall } from './match-call.ts';
import { parseRestText } from './rest-text.ts';

/**
 * The GraphQL operation that makes the REST call in a text: a curl command, a call of fetch, or `METHOD path` with an optional
 * JSON body. Headers are dropped. Throws a ConversionError for a text that is no call of the contract.
 */
export function* fromRestInSteps(
  schema: GraphQLSchema,
  contract: RestContract,
  text: string,
): Generator<void, ConvertedOperation, void> {
  const call = matchCall(contract.endpoints, parseRestText(text, examplePath(contract)));
  yield;
  return call.endpoint.method === 'GET' ? convertRead(schema, call) : yield* convertWrite(schema, call);
}

/** The shortest path without parameters. */
function examplePath({ endpoints, dialect }: RestContract): string {
  const paths = endpoints.flatMap(({ method, path, pathParams }) =>
    method === 'GET' && pathParams.length === 0 ? [path] : [],
  );
  return paths.sort((a, b) => a.length - b.length)[0] ?? dialect.basePath;
}
