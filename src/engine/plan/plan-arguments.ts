import { GraphQLError, isRequiredArgument, Kind, type ValueNode } from 'graphql';
import { OperationArguments } from '../compile/arguments.ts';
import type { CompiledField, CompiledOperation } from '../compile/compiled-operation.ts';
import { exportedIdsOf } from '../compile/exported-ids.ts';
import type { Variables } from '../document/document-facts.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import type { Write } from '../fields/write.ts';
import { GatewayError } from '../http/errors.ts';
import { runAtOnce } from '../turns/event-loop-turn.ts';

/** Names of variables whose values stand for those of any request. */
export type OpenVariables = ReadonlySet<string>;

const noneOpen: OpenVariables = new Set();

/** The arguments of an operation's fields as its plan takes them: before any mutation has exported an id. */
export class PlanArguments {
  readonly #all: OperationArguments;
  /** Those without open variables. */
  readonly #known: OperationArguments;
  readonly #open: OpenVariables;

  constructor(compiled: CompiledOperation, variables: Variables, open: OpenVariables = noneOpen) {
    const values = exportedIdsOf(compiled)?.expected(variables) ?? variables;
    this.#open = open;
    this.#all = new OperationArguments(values);
    this.#known = open.size === 0 ? this.#all : new OperationArguments(values);
  }

  /** What is wrong with the arguments of a field, whatever the values of open variables are. */
  rejections(compiled: CompiledField): readonly string[] {
    const known = this.#withoutOpen(compiled);
    return known.field.args.length === 0 ? [] : rejectionsOf(known, this.#known);
  }

  /** The arguments of a field; undefined where they are invalid. Optional ones with open variables are left out where they are rejected. */
  ifValid(compiled: CompiledField): FieldArguments | undefined {
    const args = this.#all.ifValid(compiled);
    if (this.#open.size === 0) return args;
    if (args !== undefined && rejectionsOf(compiled, this.#all).length === 0) return args;
    const known = this.#withoutOpen(compiled);
    const lacksRequired = compiled.field.args.some((arg) => isRequiredArgument(arg) && !known.field.args.includes(arg));
    return lacksRequired ? args : this.#known.ifValid(known);
  }

  /** A field without the arguments that contain open variables. */
  #withoutOpen(compiled: CompiledField): CompiledField {
    const given = compiled.nodes[0]?.arguments ?? [];
    const open = new Set(given.flatMap(({ name, value }) => (this.#isOpen(value) ? [name.value] : [])));
    if (open.size === 0) return compiled;
    const args = compiled.field.args.filter(({ name }) => !open.has(name));
    return { ...compiled, field: { ...compiled.field, args } };
  }

  #isOpen(value: ValueNode): boolean {
    if (value.kind === Kind.VARIABLE) return this.#open.has(value.name.value);
    if (value.kind === Kind.LIST) return value.values.some((item) => this.#isOpen(item));
    return value.kind === Kind.OBJECT && value.fields.some((field) => this.#isOpen(field.value));
  }
}

/** What is wrong with the arguments of a field, or with the input of a mutation, whatever the service holds. */
function rejectionsOf(compiled: CompiledField, args: OperationArguments): readonly string[] {
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
