import { addResolversToSchema } from '@graphql-tools/schema';
import {
  buildASTSchema,
  defaultFieldResolver,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  execute as graphqlJs,
  isObjectType,
  parse,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Context } from '../../../src/engine/data/context.ts';
import { createEngine } from '../../../src/engine/engine.ts';
import { createOperationContext } from '../../../src/engine/execute/context.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { resolveForGraphQLJs } from '../../../src/engine/execute/graphql-js.ts';
import { defineFunction } from '../../../src/engine/fields/field-definitions.ts';
import type { Caller } from '../../../src/engine/http/client.ts';
import { Upstream } from '../../../src/engine/http/upstream.ts';
import { restContract } from '../../../src/resources/contract.ts';
import { ExecutableDocument } from '../../../src/server/documents/executable-document.ts';
import type { Resolvers } from '../../../src/server/graphql/schema-extension.ts';
import { coerceVariables } from '../../../src/server/graphql/variables.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamLimits } from '../../../src/server/upstream/upstream-limits.ts';
import { type Response, serializeExactly } from '../upstreams/responses.ts';

type Variables = Readonly<Record<string, unknown>>;
/** Notes what a resolver was given, or that it was called. */
export type Note = (what: unknown) => void;

/** An operation over a schema of an embedder. Everything in it is made anew for each executor. */
export interface Scenario {
  /** SDL. */
  schema: string;
  query: string;
  /** Properties and methods of the root value. */
  root?: (note: Note) => object;
  /** Resolvers in the form of an embedder's. What they note must be the same for all executors. */
  resolvers?: (note: Note) => Resolvers;
  variables?: Variables;
  operationName?: string;
  /** Number of errors of the response. */
  errors?: number;
}

interface Run {
  response: Response;
  notes: unknown[];
}

const upstream = new Upstream({
  ...upstreamLimits(readSettings({})),
  url: new URL('http://127.0.0.1:9'),
  sharing: false,
});
const caller: Caller = {
  credentials: { authorization: undefined, headers: [], identity: '', client: '', secrets: [] },
};

/** A test for each scenario, by the behaviour that it shows. */
export function describeConformance(subject: string, scenarios: Readonly<Record<string, Scenario>>): void {
  describe(`both executors: ${subject}`, () => {
    // The clock stands still: work that continues in a later turn may call resolvers in another order.
    beforeAll(() => {
      vi.spyOn(performance, 'now').mockReturnValue(0);
    });
    afterAll(() => {
      vi.restoreAllMocks();
    });

    it.each(Object.entries(scenarios))('%s', async (_, scenario) => {
      await expectConforms(scenario);
    });
  });
}

/**
 * Executes a scenario by graphql-js, by the compiled executor, and by graphql-js over the gateway's field definitions, and
 * checks that all respond alike, and call resolvers with the same values in the same order.
 */
async function expectConforms(scenario: Scenario): Promise<void> {
  const reference = await byGraphQLJs(scenario);
  expect(reference.response.errors ?? [], scenario.query).toHaveLength(scenario.errors ?? 0);
  for (const executor of [byCompiled, byCompiledFunctions, byGraphQLJsFunctions]) {
    const run = await executor(scenario);
    expect(serializeExactly(run.response), executor.name).toBe(serializeExactly(reference.response));
    expect(run.notes, executor.name).toEqual(reference.notes);
  }
}

/** Checks that both executors leave a request to graphql-js, which rejects it before it executes a field. */
export async function expectRejected(scenario: Scenario): Promise<void> {
  const { response, notes } = await byGraphQLJs(scenario);
  expect(response.data ?? null).toBeNull();
  expect(response.errors).not.toHaveLength(0);
  expect(notes).toEqual([]);
  expect(
    prepared(
      schemaOf(scenario, () => {}),
      scenario,
    ),
  ).toBeUndefined();
}

async function byGraphQLJs(scenario: Scenario): Promise<Run> {
  const notes: unknown[] = [];
  const schema = schemaOf(scenario, (what) => notes.push(what));
  const { variables, operationName } = scenario;
  const result = await graphqlJs({
    schema,
    document: parse(scenario.query),
    contextValue: {},
    variableValues: variables,
    operationName,
  });
  return { response: asJson(result), notes };
}

/** By the compiled executor, over fields that graphql alone describes. */
function byCompiled(scenario: Scenario): Promise<Run> {
  return compiledRun(scenario, (schema) => schema);
}

/** By the compiled executor, over fields that are defined as those of an embedder. */
function byCompiledFunctions(scenario: Scenario): Promise<Run> {
  return compiledRun(scenario, withDefinitions);
}

async function compiledRun(scenario: Scenario, define: (schema: GraphQLSchema) => GraphQLSchema): Promise<Run> {
  const notes: unknown[] = [];
  const schema = define(schemaOf(scenario, (what) => notes.push(what)));
  const operation = prepared(schema, scenario);
  if (operation === undefined) throw new Error('The compiled executor does not execute the operation.');
  const context = createOperationContext(upstream, caller, operation.compiled, operation.variables);
  const { data, errors } = await execute(context);
  context.rest.close();
  return { response: asJson({ ...(errors && { errors }), data }), notes };
}

/** By graphql-js, over fields that are defined as those of an embedder. */
async function byGraphQLJsFunctions(scenario: Scenario): Promise<Run> {
  const notes: unknown[] = [];
  const schema = withDefinitions(schemaOf(scenario, (what) => notes.push(what)));
  const operation = prepared(schema, scenario);
  if (operation === undefined) throw new Error('The operation has no context.');
  const contextValue = createOperationContext(upstream, caller, operation.compiled, operation.variables);
  const { variables, operationName } = scenario;
  const document = operation.compiled.document;
  const result = await graphqlJs({ schema, document, contextValue, variableValues: variables, operationName });
  contextValue.rest.close();
  return { response: asJson(result), notes };
}

/** The operation as the endpoint prepares it; undefined where it leaves the request to graphql-js. */
function prepared(schema: GraphQLSchema, { query, operationName, variables: values }: Scenario) {
  const options = { engine: createEngine({ contract: restContract, schema }), onGrowth: () => {} };
  const executable = new ExecutableDocument(options, query, parse(query)).operation(operationName);
  if (executable === undefined) return undefined;
  const variables = coerceVariables(schema, executable.operation, values);
  return variables && { compiled: executable.compiledFor(variables), variables };
}

function schemaOf({ schema: sdl, root = () => ({}), resolvers = () => ({}) }: Scenario, note: Note): GraphQLSchema {
  const schema = addResolversToSchema({
    schema: buildASTSchema(parse(sdl)),
    resolvers: resolvers(note),
    defaultFieldResolver,
    resolverValidationOptions: { requireResolversToMatchSchema: 'ignore' },
  });
  const value = root(note);
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const given = field.resolve ?? defaultFieldResolver;
      field.resolve = (_, args, context, info) => given(value, args, context, info);
    }
  }
  return schema;
}

function withDefinitions(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()) as GraphQLField<unknown, Context>[]) {
      defineFunction(field, field.resolve ?? defaultFieldResolver, 'key', resolveForGraphQLJs);
    }
  }
  return schema;
}

function asJson(result: ExecutionResult): Response {
  const { data, errors } = result;
  const formatted = errors?.map((error: GraphQLError) => ({ ...error.toJSON(), message: withoutValue(error.message) }));
  return JSON.parse(JSON.stringify({ ...(formatted && { errors: formatted }), data }));
}

/** The message of a fault in a resolver's value: the compiled executor says it without the value. */
function withoutValue(message: string): string {
  if (/^Expected `\w+\.serialize/.test(message)) return 'A scalar gave nothing.';
  if (/^Abstract type |^Runtime Object type |^Support for returning /.test(message)) return 'A type could not be told.';
  return message.replace(/^(Expected value of type "\w+") but got.*/s, '$1.');
}
