import { getArgumentValues } from 'graphql';
import type { CompiledField } from './compiled-operation.ts';
import type { Variables } from './document-facts.ts';

const noArguments: Record<string, unknown> = Object.freeze({});

/** The coerced arguments of a field. Throws a GraphQLError where a variable left one null that must not be. */
export function argumentsOf(compiled: CompiledField, variables: Variables): Record<string, unknown> {
  const { field, nodes, hasVariables } = compiled;
  const [node] = nodes;
  if (field.args.length === 0 || node === undefined) return noArguments;
  if (hasVariables) return getArgumentValues(field, node, variables);
  compiled.constantArguments ??= getArgumentValues(field, node);
  return compiled.constantArguments;
}

/** A field's arguments; undefined where they are invalid: the field itself reports that. */
export function validArguments(compiled: CompiledField, variables: Variables): Record<string, unknown> | undefined {
  try {
    return argumentsOf(compiled, variables);
  } catch {
    return undefined;
  }
}
