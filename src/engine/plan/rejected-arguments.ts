import { GraphQLError } from 'graphql';
import type { OperationArguments } from '../compile/arguments.ts';
import type { CompiledField } from '../compile/compiled-operation.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import type { Write } from '../fields/write.ts';
import { GatewayError } from '../http/errors.ts';
import { runAtOnce } from '../turns/event-loop-turn.ts';

/** What is wrong with the arguments of a field, or with the input of a mutation, whatever the service holds. */
export function rejectionsOf(compiled: CompiledField, args: OperationArguments): readonly string[] {
  const { definition } = compiled;
  try {
    const values = args.of(compiled);
    definition?.checkArguments?.(values);
    return definition?.kind.write === undefined ? [] : inputRejections(definition.kind.write, values, compiled);
  } catch (error) {
    if (error instanceof GatewayError || error instanceof GraphQLError) return [error.message];
    throw error;
  }
}

function inputRejections(write: Write, args: FieldArguments, { field }: CompiledField): string[] {
  const [input] = field.args;
  const prepared = input && runAtOnce(write.prepare(args, input.type));
  if (prepared === undefined || !('userErrors' in prepared)) return [];
  return prepared.userErrors.map(({ field: path, message }) => `${['input', ...(path ?? [])].join('.')}: ${message}`);
}
