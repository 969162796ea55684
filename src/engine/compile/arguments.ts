import { type FieldNode, type GraphQLField, getArgumentValues, isNonNullType, Kind } from 'graphql';
import { defaultLimits } from '../document/default-limits.ts';
import type { Variables } from '../document/document-facts.ts';
import { countValues } from '../document/json-size.ts';
import { tooManyFilters, tooManyInputs } from '../document/limits.ts';
import type { FieldDefinition, FieldKind } from '../fields/field-kind.ts';
import type { FieldArguments } from '../fields/field-view.ts';
import { isCopied } from '../fields/fresh-arguments.ts';
import type { CompiledField } from './compiled-operation.ts';

const noArguments: FieldArguments = Object.freeze({});

/** The arguments of a compiled operation's fields for one set of variables. They are the same for all parents of a field. */
export class OperationArguments {
  readonly #variables: Variables;
  readonly #values: (FieldArguments | undefined)[] = [];
  /** What is wrong with the arguments of a field. */
  #failures: Map<number, unknown> | undefined = undefined;
  /** The input of the first mutation: it is counted where there is a second one. */
  #firstInput: FieldArguments | undefined;
  /** Values in the inputs of mutations so far, where there are several. */
  #inputValues = 0;

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /**
   * The coerced arguments of a field, the same object for all of its parents: see `freshArguments`. Throws a GraphQLError where a variable
   * left one null that must not be, and BAD_USER_INPUT for an invalid window or a long filter; each is found once.
   */
  of(compiled: CompiledField): FieldArguments {
    const { field, nodes, index, hasVariables } = compiled;
    const [node] = nodes;
    if (field.args.length === 0 || node === undefined) return noArguments;
    const known = hasVariables ? this.#values[index] : compiled.constantArguments;
    return known ?? this.#coerced(compiled, node);
  }

  #coerced(compiled: CompiledField, node: FieldNode): FieldArguments {
    const { field, index, hasVariables, definition } = compiled;
    if (this.#failures?.has(index)) throw this.#failures.get(index);
    try {
      const ofVariables = hasVariables ? valuesOfVariables(field, node, this.#variables) : undefined;
      const values: FieldArguments = ofVariables ?? getArgumentValues(field, node, hasVariables ? this.#variables : {});
      if (definition?.kind.hasWindow) checkListArguments(definition.kind, values);
      if (hasVariables && definition?.kind.write !== undefined) this.#addInput(values);
      if (ofVariables === undefined && !mayBeShared(values, definition)) return values;
      if (hasVariables) this.#values[index] = values;
      else compiled.constantArguments = values;
      return values;
    } catch (error) {
      this.#failures ??= new Map();
      this.#failures.set(index, error);
      throw error;
    }
  }

  /** Throws BAD_USER_INPUT where mutations repeat large variables: each of them checks and sends all of its input. */
  #addInput(input: FieldArguments): void {
    if (this.#firstInput === undefined) {
      this.#firstInput = input;
      return;
    }
    if (this.#inputValues === 0) this.#inputValues = countValues(this.#firstInput, maxRepeatedValues);
    // Where they have too many already, no further input is counted.
    if (this.#inputValues <= maxRepeatedValues) this.#inputValues += countValues(input, maxRepeatedValues);
    if (this.#inputValues > maxRepeatedValues) throw tooManyInputs(maxRepeatedValues);
  }

  /** A field's arguments; undefined where they are invalid: the field itself reports that. */
  ifValid(compiled: CompiledField): FieldArguments | undefined {
    try {
      return this.of(compiled);
    } catch {
      return undefined;
    }
  }
}

/** Whether all calls of a field may get the same arguments: a function of an embedder could change what its scalars made of literals. */
function mayBeShared(values: FieldArguments, definition: FieldDefinition | undefined): boolean {
  return definition?.kind.callsFunction === false || isCopied(values);
}

/**
 * The arguments of a field that gets all of them from variables: their values are coerced already. Undefined where graphql has to
 * look at literals, and at what is missing.
 */
function valuesOfVariables(
  { args }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  variables: Variables,
): FieldArguments | undefined {
  const values: Record<string, unknown> = {};
  for (const { name, type, defaultValue } of args) {
    const node = given.find((one) => one.name.value === name);
    if (node === undefined) {
      if (defaultValue !== undefined) values[name] = defaultValue;
      else if (isNonNullType(type)) return undefined;
      continue;
    }
    if (node.value.kind !== Kind.VARIABLE) return undefined;
    const variable = node.value.name.value;
    const value = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
    if (value === undefined || value === null) return undefined;
    values[name] = value;
  }
  return values;
}

/** Most values in the inputs of all mutations of an operation, unless one alone has more: twice those that a request has by default. */
const maxRepeatedValues = 2 * defaultLimits.maxInputValues;

/** Most values of one filter of a list: each call for the list repeats all of them in its URL. */
const maxFilterValues = 100;

/** Throws BAD_USER_INPUT for the arguments of a list that cost too much before they are read. */
function checkListArguments(kind: FieldKind, values: FieldArguments): void {
  kind.checkWindow(values);
  for (const name in values) {
    const value = values[name];
    if (Array.isArray(value) && value.length > maxFilterValues) throw tooManyFilters(name, maxFilterValues);
  }
}
