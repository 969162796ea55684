import { coerceInputValue, type GraphQLSchema, isInputType, type OperationDefinitionNode, typeFromAST } from 'graphql';
import { isJsonObject, type Variables } from '../../engine/engine.ts';
import { usageError } from '../exit.ts';
import type { ReadOperations } from './read-operations.ts';

export type GivenVariables = ReadonlyMap<OperationDefinitionNode, Variables>;

export interface VariablesFile {
  path: string;
  /** By the names of operations. */
  values: Readonly<Record<string, unknown>>;
}

/** The variables of a file, coerced as those of a request. Throws a usage error with a line for each mistake. */
export function givenVariables(
  { path, values }: VariablesFile,
  { operations, problems }: ReadOperations,
  schema: GraphQLSchema,
): GivenVariables {
  const coerced = new Map<OperationDefinitionNode, Variables>();
  const mistakes = new Set<string>();
  for (const [name, given] of Object.entries(values)) {
    // A manifest may have several of a name.
    const named = operations.map(({ operation }) => operation).filter((one) => (one.name?.value ?? '') === name);
    if (!isJsonObject(given)) {
      mistakes.add(`${name} must be an object with variables.`);
      continue;
    }
    // One that is missing may be in a file that cannot be read.
    if (named.length === 0 && problems.length === 0) mistakes.add(`There is no operation ${JSON.stringify(name)}.`);
    for (const variable of unknownIn(given, named)) mistakes.add(`${name} has no variable $${variable}.`);
    const onMistake = (text: string) => mistakes.add(`${name}.${text}`);
    for (const operation of named) coerced.set(operation, coercedFor(operation, given, schema, onMistake));
  }
  if (mistakes.size > 0) throw usageError([...mistakes].map((mistake) => `${path}: ${mistake}`));
  return coerced;
}

/** The names that no operation of these has a variable of; none where there is no operation. */
function unknownIn(given: Variables, named: readonly OperationDefinitionNode[]): string[] {
  const known = new Set(named.flatMap(definitionsOf).map(({ variable }) => variable.name.value));
  return named.length === 0 ? [] : Object.keys(given).filter((name) => !known.has(name));
}

/** The variables that the operation has. A type that is none for input is a mistake in the operation. */
function coercedFor(
  operation: OperationDefinitionNode,
  given: Variables,
  schema: GraphQLSchema,
  onMistake: (text: string) => void,
): Variables {
  const coerced = definitionsOf(operation).flatMap(({ variable, type: node }) => {
    const name = variable.name.value;
    const type = typeFromAST(schema, node);
    if (!Object.hasOwn(given, name) || !isInputType(type)) return [];
    const value = coerceInputValue(given[name], type, (path, _value, { message }) => {
      onMistake(`${[name, ...path].join('.')}: ${message}`);
    });
    return [[name, value]];
  });
  return Object.fromEntries(coerced);
}

function definitionsOf({ variableDefinitions = [] }: OperationDefinitionNode) {
  return variableDefinitions;
}
