import { type DocumentNode, GraphQLError, type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql';
import { OperationArguments } from '../compile/arguments.ts';
import { compileOperation } from '../compile/compile.ts';
import type { CompiledField } from '../compile/compiled-operation.ts';
import { isJsonObject } from '../contract/json.ts';
import type { OperationLimits } from '../document/default-limits.ts';
import { parseInSteps } from '../document/document-limits.ts';
import { isDeeperThan } from '../document/limits.ts';
import { validationOf } from '../document/validation.ts';
import { type ValidatedMutation, validateMutations } from '../execute/validate.ts';
import type { WriteRequest } from '../fields/write.ts';
import { GatewayError } from '../http/errors.ts';
import { urlOf } from '../http/url.ts';
import { ExpectedId, unknownPart } from '../relay/expected-id.ts';
import { ConversionError } from './conversion-error.ts';

/** A GraphQL request, as the body of a POST. */
export interface OperationText {
  query: string;
  variables?: Readonly<Record<string, unknown>> | undefined;
  operationName?: string | undefined;
}

export interface RestWrite {
  /** The response name of the mutation. */
  field: string;
  operation: string;
  method: string;
  /** Path and query. */
  path: string;
  /** The JSON body; undefined where there is none. */
  body: unknown;
}

/**
 * The REST calls that the mutations of an operation make, in their order; nothing is executed. Throws a ConversionError for
 * an invalid operation, and for an input that is rejected before it is sent.
 */
export function* restWritesInSteps(
  schema: GraphQLSchema,
  request: OperationText,
  limits: OperationLimits,
): Generator<void, RestWrite[], void> {
  if (isDeeperThan(request.variables, limits.maxJsonDepth + 1)) {
    throw new ConversionError(`The variables are nested deeper than ${limits.maxJsonDepth} levels.`);
  }
  try {
    const document = yield* parseInSteps(request.query, limits);
    yield;
    const [error] = yield* validationOf(schema, document, [], 1);
    if (error !== undefined) throw error;
    yield;
    return yield* writesOf(schema, document, request, limits);
  } catch (error) {
    if (error instanceof GraphQLError) throw new ConversionError(error.message);
    throw error;
  }
}

function* writesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables = {} }: OperationText,
  { maxFields }: OperationLimits,
): Generator<void, RestWrite[], void> {
  const operation = getOperationAST(document, operationName);
  if (operation == null)
    throw new ConversionError('Name the operation: the document has several, or none of that name.');
  if (operation.operation !== 'mutation') return [];
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 1,
  });
  if (coerced === undefined) throw errors[0] ?? new ConversionError('The variables are not valid.');
  const compiled = compileOperation(schema, document, operation, coerced, maxFields);
  const results = yield* validateMutations(compiled, new OperationArguments(coerced), coerced);
  // A rejected mutation keeps the others from being executed: its own error is the one to show.
  for (const [field, result] of results)
    if ('userErrors' in result) throw rejected(field, result.userErrors[0]?.message);
  return [...results].flatMap(([field, result]) => writesOfField(field, result));
}

function writesOfField(field: CompiledField, result: ValidatedMutation): RestWrite[] {
  if (!('requests' in result)) throw 'error' in result ? result.error : rejected(field);
  const write = field.definition?.kind.write;
  // A function of an embedder makes no call.
  if (write === undefined) return [];
  const { id: operation, method } = write.endpoint;
  return result.requests
    .map((request) => withNamedIds(request) as WriteRequest)
    .map(({ path, query, body }) => ({
      field: field.key,
      operation,
      method,
      path: urlOf(write.endpoint, path, query),
      body,
    }));
}

const idOfEarlierResult = 'ID_OF_EARLIER_RESULT';

/** A request, or a value in it, that shows which of its ids an earlier write returns. */
function withNamedIds(value: unknown): unknown {
  if (value === unknownPart || value instanceof ExpectedId) return idOfEarlierResult;
  if (Array.isArray(value)) return value.map(withNamedIds);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([name, inner]) => [name === unknownPart ? idOfEarlierResult : name, withNamedIds(inner)]),
  );
}

function rejected({ key }: CompiledField, reason = 'It is not executed.'): GatewayError {
  return new GatewayError('BAD_USER_INPUT', `The input of "${key}" is rejected: ${reason}`);
}
