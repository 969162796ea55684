import { getOperationAST, parse } from 'graphql';
import { OperationArguments } from '../../../src/engine/compile/arguments.ts';
import { compileOperation } from '../../../src/engine/compile/compile.ts';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import { Budget } from '../../../src/engine/execute/budget.ts';
import type { OperationContext } from '../../../src/engine/execute/context.ts';
import type { ErrorBehavior } from '../../../src/engine/execute/error-behavior.ts';
import { execute } from '../../../src/engine/execute/execute.ts';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';
import { scriptedSchema } from './scripted-schema.ts';

const schema = scriptedSchema();

/** Executes a query on the values of a script, with a budget of its own. */
export function run(query: string, script: object, onError?: ErrorBehavior) {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('There is no operation.');
  const compiled = compileOperation(schema, document, operation, {});
  const budget = new Budget(defaultLimits);
  const context = {
    compiled,
    variables: {},
    args: new OperationArguments({}),
    limits: defaultLimits,
    turns: new ExecutionTurns(undefined),
    rest: { isLogged: false },
    budget,
    onError,
  };
  const result = execute(Object.assign(Object.create(null), script, context) as OperationContext);
  return { budget, result };
}

/** A value that never arrives. */
export const pending = () => new Promise<never>(() => {});
