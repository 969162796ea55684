import { GraphQLError, type VariableDefinitionNode } from 'graphql';
import { placeOfNodes } from '../../engine/engine.ts';
import { quotedValue } from './quoted-value.ts';

/** Most errors that a client is told. */
export const maxShown = 20;

/** Most errors that are counted: of later ones, it is not known how many there are. */
const maxCounted = 500;

/** Longest quote of a value, and longest message, in characters. */
const maxQuoted = 200;
const maxMessage = 1_000;

/** Where a value is in a variable. */
export type ValuePath = readonly (string | number)[];

/** What is wrong with the variables of an operation: some errors as graphql words them, and how many more there are. */
export class CoercionErrors {
  readonly #shown: GraphQLError[] = [];
  #count = 0;

  get hasErrors(): boolean {
    return this.#count > 0;
  }

  /** Whether nothing more is to be checked. */
  get isFull(): boolean {
    return this.#count >= maxCounted;
  }

  /** Whether only the number of further errors is told. */
  get isCounting(): boolean {
    return this.#shown.length >= maxShown;
  }

  add(definition: VariableDefinitionNode, path: ValuePath, value: unknown, error: GraphQLError): void {
    this.#count++;
    if (this.isCounting) return;
    const name = definition.variable.name.value;
    const place = path.length === 0 ? '' : ` at "${name}${path.map(stepOf).join('')}"`;
    const message = `Variable "$${name}" got invalid value ${quotedValue(value, maxQuoted)}${place}; ${error.message}`;
    this.#show(message, definition, error);
  }

  /** An error that graphql has worded. */
  addWorded(definition: VariableDefinitionNode, { message, originalError }: GraphQLError): void {
    this.#count++;
    if (!this.isCounting) this.#show(message, definition, originalError);
  }

  /** All that the client is told. */
  get list(): readonly GraphQLError[] {
    const more = this.#count - this.#shown.length;
    if (more === 0) return this.#shown;
    const message = `${this.isFull ? 'At least ' : ''}${more} more values of the variables are invalid.`;
    return [...this.#shown, new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
  }

  #show(text: string, definition: VariableDefinitionNode, originalError: Error | undefined): void {
    const message = text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text;
    const extensions = {
      ...(originalError instanceof GraphQLError && originalError.extensions),
      code: 'BAD_USER_INPUT',
    };
    const error = new GraphQLError(message, { extensions, originalError });
    this.#shown.push(Object.assign(error, placeOfNodes([definition])));
  }
}

const stepOf = (step: string | number) => (typeof step === 'number' ? `[${step}]` : `.${step}`);
