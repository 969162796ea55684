import { GraphQLError, getOperationAST, parse } from 'graphql';
import {
  ConversionError,
  createEngine,
  curlOf,
  isJsonObject,
  type OperationText,
  runAtOnce,
} from '../../engine/engine.ts';
import { restContract } from '../../resources/contract.ts';
import { createSchema } from '../../resources/schema.ts';
import type { ExecuteResult } from '../../server/transport/adapters/in-process.ts';
import { foundProblems } from '../exit.ts';
import { type OperationFlags, readOperation } from './operation-input.ts';
import { failOnErrors, using } from './query.ts';
import { endpointOf, notExplained, type OperationRequest, openTarget, type TargetFlags } from './target.ts';

export interface ToCurlFlags extends OperationFlags, TargetFlags {
  rest?: boolean;
}

const defaultUrl = 'http://127.0.0.1:4000';

/** Prints an operation as a curl command, or with `rest` the REST calls that it makes, one command each. Fails if its result has errors. */
export async function toCurl(file: string | undefined, flags: ToCurlFlags): Promise<void> {
  const operation = await readOperation(file, flags);
  if (!flags.rest) {
    print([curlOf({ method: 'POST', url: endpointOf(flags.url ?? defaultUrl).href, body: operation })]);
    return;
  }
  // A write is told by its input alone, and is not executed; reads depend on data, and are made.
  const { calls, result } = isMutation(operation)
    ? { calls: writesOf(operation), result: {} }
    : await readsOf(operation, flags);
  print(calls.map(({ method, path, body }) => curlOf({ method, url: `$REST_URL${path}`, body })));
  failOnErrors(result, flags);
}

function print(commands: readonly string[]): void {
  process.stdout.write(`${commands.join('\n')}\n`);
}

function isMutation({ query, operationName }: OperationText): boolean {
  return getOperationAST(parse(query), operationName)?.operation === 'mutation';
}

function writesOf(operation: OperationText) {
  try {
    const engine = createEngine({ contract: restContract, schema: createSchema() });
    return runAtOnce(engine.restWritesInSteps(operation));
  } catch (error) {
    if (error instanceof ConversionError || error instanceof GraphQLError) throw foundProblems(error.message);
    throw error;
  }
}

interface Call {
  method: string;
  path: string;
  body?: unknown;
}

async function readsOf(
  operation: OperationRequest,
  flags: TargetFlags,
): Promise<{ calls: Call[]; result: ExecuteResult }> {
  const request = { ...operation, extensions: { ...operation.extensions, explain: true } };
  const result = await using(await openTarget(flags), (target) => target.execute(request));
  const explain = result.extensions?.explain;
  if (isJsonObject(explain) && Array.isArray(explain.calls)) return { calls: explain.calls, result };
  failOnErrors(result, flags);
  throw notExplained();
}
