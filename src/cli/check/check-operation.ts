import { GraphQLError, NoDeprecatedCustomRule, print, validate } from 'graphql';
import {
  documentFacts,
  type Engine,
  GatewayError,
  type PlannedCall,
  runAtOnce,
  unsupportedOperation,
  validationOf,
} from '../../engine/engine.ts';
import type { GivenVariables } from './given-variables.ts';
import { openVariables, placeholdersFor } from './placeholders.ts';
import { type Problem, placeOf, problemOf } from './problem.ts';
import type { OperationSource } from './read-operations.ts';

/** The REST calls that an operation needs in the worst case. */
export interface PlannedCalls {
  /** Without those that nothing bounds. */
  calls: number;
  /** Whether nothing bounds some of them, such as those for the pages of a page tree. */
  isUnbounded: boolean;
  /** Round trips that follow one another. */
  levels: number;
  /** The field that needs most of the calls; null where none needs any. */
  costliest: { field: string; operation: string; calls: number | null } | null;
}

export interface OperationReport {
  /** Null for an anonymous operation. */
  name: string | null;
  kind: 'query' | 'mutation' | 'subscription';
  /** The id in a manifest, or null. */
  id: string | null;
  /** `<file>:<line>:<column>`. */
  place: string;
  isValid: boolean;
  /** Why it is rejected, by validation or by a limit. */
  errors: Problem[];
  deprecations: Problem[];
  /** Null where it is not valid. */
  plan: PlannedCalls | null;
}

export interface CheckOptions {
  engine: Engine;
  /** Most calls in the plan of an operation; undefined where it is not limited. */
  maxCalls: number | undefined;
  /** The value of numbers that a request has to give, such as the `first` of a connection. */
  pageSize: number;
  variables: GivenVariables;
}

/** Checks an operation: whether it is valid and within the limits, what is deprecated in it, and which calls it needs. */
export function checkOperation(source: OperationSource, options: CheckOptions): OperationReport {
  const { operation, document, file, id = null } = source;
  const { engine, maxCalls } = options;
  const { schema } = engine;
  const name = operation.name?.value ?? null;
  const at = problemOf(new GraphQLError('', { nodes: operation }), file);
  const errors = [...errorsIn(source, options)];
  if (errors.length === 0) errors.push(...exportProblemsIn(source, options));
  const report = { name, kind: operation.operation, id, place: placeOf(at) };
  if (errors.length > 0) return { ...report, isValid: false, errors, deprecations: [], plan: null };
  const deprecated = validate(schema, document, [NoDeprecatedCustomRule]);
  const deprecations = deprecated.map((error) => problemOf(error, file));
  const { plan, rejected } = planOf(source, options);
  errors.push(...rejected.map((message) => ({ ...at, message })));
  if (maxCalls !== undefined && plan.calls > maxCalls) {
    errors.push({ ...at, message: `It may need ${plan.calls} REST calls, and at most ${maxCalls} are allowed.` });
  }
  return { ...report, isValid: true, errors, deprecations, plan };
}

function errorsIn({ operation, document, file }: OperationSource, { engine }: CheckOptions): Problem[] {
  const { schema } = engine;
  const errors = runAtOnce(validationOf(schema, document)).map((error) => problemOf(error, file));
  if (errors.length === 0 && schema.getRootType(operation.operation) == null) {
    errors.push({ message: unsupportedOperation(operation.operation), file });
  }
  if (errors.length > 0) return errors;
  try {
    runAtOnce(engine.parseInSteps(print(document)));
    return [];
  } catch (error) {
    if (error instanceof GraphQLError) return [{ message: error.message, file }];
    throw error;
  }
}

/** What is wrong with ids that mutations export to variables, in any outcome of the operation's conditions. */
function exportProblemsIn(source: OperationSource, options: CheckOptions): Problem[] {
  const { operation, document, file } = source;
  const { engine, pageSize, variables } = options;
  if (!documentFacts(document).hasExports) return [];
  const given = variables.get(operation) ?? {};
  try {
    const messages = placeholdersFor(engine.schema, source, pageSize, given).flatMap((values) =>
      engine.exportProblems(engine.compile(document, operation, values), values),
    );
    return [...new Set(messages)].map((message) => ({ message, file }));
  } catch (error) {
    if (error instanceof GatewayError) return [{ message: error.message, file }];
    throw error;
  }
}

/** The most expensive plan of all outcomes of the operation's conditions, and what is wrong with arguments in any of them. */
function planOf(
  { operation, document, ...source }: OperationSource,
  { engine, pageSize, variables }: CheckOptions,
): { plan: PlannedCalls; rejected: string[] } {
  const given = variables.get(operation) ?? {};
  const open = openVariables(operation, given);
  const rejected = new Set<string>();
  const plans = placeholdersFor(engine.schema, { operation, document, ...source }, pageSize, given).map((values) => {
    const compiled = engine.compile(document, operation, values);
    const plan = runAtOnce(engine.planInSteps(compiled, values, open));
    for (const { field, message } of plan.rejected) rejected.add(`${field}: ${message}`);
    const calls = engine.countPlannedCalls(compiled, values, open);
    return { calls, isUnbounded: plan.calls === null, levels: plan.levels, costliest: costliestOf(plan.tree) };
  });
  const most = plans.reduce((found, plan) => (plan.calls > found.calls ? plan : found));
  return { plan: { ...most, isUnbounded: plans.some(({ isUnbounded }) => isUnbounded) }, rejected: [...rejected] };
}

function costliestOf(tree: readonly PlannedCall[]): PlannedCalls['costliest'] {
  const calls = [...tree];
  // An array can be extended while it is iterated.
  for (const { next } of calls) calls.push(...next);
  const costs = ({ calls: count }: PlannedCall) => count ?? Number.POSITIVE_INFINITY;
  const [first, ...others] = calls;
  if (first === undefined) return null;
  const {
    field,
    operation,
    calls: count,
  } = others.reduce((most, one) => (costs(one) > costs(most) ? one : most), first);
  return { field, operation, calls: count };
}
