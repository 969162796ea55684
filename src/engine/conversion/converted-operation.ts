import { parse, print } from 'graphql';
import type { Argument } from './argument-values.ts';

/** A GraphQL operation that makes the same call as a REST request. */
export interface ConvertedOperation {
  /** The document: one operation. */
  query: string;
  variables: Record<string, unknown>;
  operationName: string;
  /** The REST operation, as `resource.operation`. */
  operation: string;
  /** What differs from the REST request, one sentence each. */
  notes: string[];
}

/** A field of the path from the root of the schema. */
export interface Step {
  readonly field: string;
  readonly args: readonly Argument[];
}

/** The document of an operation with one path of fields, and a variable for each argument. */
export function documentOf(
  kind: 'query' | 'mutation',
  steps: readonly Step[],
  selection: string,
): Pick<ConvertedOperation, 'query' | 'variables' | 'operationName'> {
  const declared = new Map<string, Argument>();
  const fields = steps.map(({ field, args }) => {
    const texts = args.map((argument) => `${argument.name}: $${declare(declared, argument)}`);
    return texts.length === 0 ? field : `${field}(${texts.join(', ')})`;
  });
  const declarations = [...declared].map(([name, { type }]) => `$${name}: ${type}`);
  const operationName = steps.map(({ field }) => field.charAt(0).toUpperCase() + field.slice(1)).join('');
  const head = `${kind} ${operationName}${declarations.length === 0 ? '' : `(${declarations.join(', ')})`}`;
  const text = `${head} { ${fields.join(' { ')} ${selection}${' }'.repeat(steps.length)}`;
  const variables = Object.fromEntries([...declared].map(([name, { value }]) => [name, value]));
  return { query: `${print(parse(text))}\n`, variables, operationName };
}

/** Declares a variable for an argument, and returns its name. */
function declare(declared: Map<string, Argument>, argument: Argument): string {
  let name = argument.variable;
  for (let i = 2; declared.has(name); i++) name = `${argument.variable}${i}`;
  declared.set(name, argument);
  return name;
}
