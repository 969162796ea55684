import { GraphQLError } from 'graphql';
import { OperationArguments } from '../compile/arguments.ts';
import { type CompiledField, type CompiledOperation, type Shape, selectionsOf } from '../compile/compiled-operation.ts';
import { exportedIdsOf } from '../compile/exported-ids.ts';
import type { Variables } from '../document/document-facts.ts';
import type { PreparationSteps, PreparedWrite } from '../fields/write.ts';
import { badUserInput, GatewayError, notExecuted } from '../http/errors.ts';

/** The result of validating a mutation: the requests to send, or why none is sent. */
export type ValidatedMutation = PreparedWrite | { readonly error: GatewayError };

export type MutationValidation = ReadonlyMap<CompiledField, ValidatedMutation>;

/**
 * Validates all mutations of an operation, with the arguments of all that is selected on their payloads, before its first
 * write: where one of them is rejected, none is executed. Its steps take little time each.
 */
export function* validateMutations(
  compiled: CompiledOperation,
  args: OperationArguments,
  variables: Variables,
): Generator<void, MutationValidation, void> {
  const exported = exportedIdsOf(compiled);
  const inputs = exported === undefined ? args : new OperationArguments(exported.expected(variables));
  const results = new Map<CompiledField, ValidatedMutation>();
  for (const field of compiled.root().fields) {
    if (isMutation(field))
      results.set(field, exported?.lacksId(field) ? { requests: [] } : yield* validateMutation(field, inputs, args));
  }
  for (const { mutation, error } of exported?.problems(variables) ?? []) results.set(mutation, { error });
  if ([...results.values()].every(isExecutable)) return results;
  return new Map(
    [...results].map(([field, result]) => [
      field,
      isExecutable(result) ? { error: notExecuted(otherRejected) } : result,
    ]),
  );
}

const otherRejected = 'another mutation in this request was rejected. Nothing was changed.';

function isExecutable(result: ValidatedMutation): boolean {
  return 'requests' in result;
}

/** Whether a field of the root writes: by a call of its own, or by a function of an embedder. */
function isMutation({ definition }: CompiledField): boolean {
  return definition !== undefined && (definition.kind.write !== undefined || definition.kind.callsFunction);
}

function* validateMutation(
  mutation: CompiledField,
  inputs: OperationArguments,
  args: OperationArguments,
): Generator<void, ValidatedMutation, void> {
  try {
    const prepared = yield* prepare(mutation, inputs);
    for (const { compiled, path } of yield* fieldsBelow(mutation)) {
      checkArguments(compiled, path, args);
      yield;
    }
    return prepared;
  } catch (error) {
    if (error instanceof GatewayError) return { error };
    if (error instanceof GraphQLError) return { error: badUserInput(error.message) };
    throw error;
  }
}

/** The requests of a mutation: none for a function. Throws what is wrong with its arguments. */
function* prepare(mutation: CompiledField, inputs: OperationArguments): PreparationSteps {
  const { definition, field } = mutation;
  const args = inputs.of(mutation);
  const write = definition?.kind.write;
  if (write === undefined) return { requests: [] };
  const [input] = field.args;
  if (input === undefined) throw new TypeError(`${field.name} is no action.`);
  return yield* write.prepare(args, input.type);
}

/** A field with arguments, and the names of the fields that lead to it. */
interface FieldBelow {
  readonly compiled: CompiledField;
  readonly path: string;
}

const knownFields = new WeakMap<CompiledField, readonly FieldBelow[]>();

/** The fields with arguments that are selected below a mutation: they can be checked before anything is known of it. Found once, in steps. */
function* fieldsBelow(mutation: CompiledField): Generator<void, readonly FieldBelow[], void> {
  let fields = knownFields.get(mutation);
  if (fields === undefined) {
    const found: FieldBelow[] = [];
    yield* findBelow(mutation.shape, mutation.field.name, found);
    knownFields.set(mutation, found);
    fields = found;
  }
  return fields;
}

function* findBelow(shape: Shape, above: string, found: FieldBelow[]): Generator<void, void, void> {
  for (const selection of selectionsOf(shape)) {
    for (const compiled of selection.fields) {
      const path = `${above}.${compiled.field.name}`;
      if (compiled.field.args.length > 0) found.push({ compiled, path });
      yield;
      yield* findBelow(compiled.shape, path, found);
    }
  }
}

function checkArguments(compiled: CompiledField, path: string, args: OperationArguments): void {
  const check = compiled.definition?.checkArguments;
  try {
    const values = args.of(compiled);
    check?.(values);
  } catch (error) {
    throw error instanceof GatewayError ? badUserInput(`In ${path}: ${error.message}`) : error;
  }
}
