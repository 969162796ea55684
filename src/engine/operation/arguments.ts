import { getArgumentValues } from 'graphql';
import type { FieldArguments } from '../fields/spec.ts';
import type { CompiledField } from './compiled-operation.ts';
import type { Variables } from './document-facts.ts';

const noArguments: FieldArguments = Object.freeze({});

/** The arguments of a compiled operation's fields for one set of variables. They are the same for all parents of a field. */
export class OperationArguments {
  readonly #variables: Variables;
  readonly #values: (FieldArguments | undefined)[] = [];

  constructor(variables: Variables) {
    this.#variables = variables;
  }

  /** The coerced arguments of a field. Throws a GraphQLError where a variable left one null that must not be. */
  of(compiled: CompiledField): FieldArguments {
    const { field, nodes, index, hasVariables } = compiled;
    const [node] = nodes;
    if (field.args.length === 0 || node === undefined) return noArguments;
    if (hasVariables) {
      this.#values[index] ??= getArgumentValues(field, node, this.#variables);
      return this.#values[index];
    }
    compiled.constantArguments ??= getArgumentValues(field, node);
    return compiled.constantArguments;
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
