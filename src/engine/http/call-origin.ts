/** A path in a response, as errors have it: response names, and the indexes of lists. */
export type ResponsePath = readonly (string | number)[];

/** A field of an operation, below those that it is selected on. */
interface OperationField {
  readonly key: string;
  readonly parent: OperationField | undefined;
}

/** The field that a call is made for. */
export class CallOrigin {
  readonly #field: OperationField;
  #pathOf: (() => ResponsePath) | undefined;

  /** `pathOf` returns the field's path; undefined where the call starts before its field is resolved. */
  constructor(field: OperationField, pathOf: (() => ResponsePath) | undefined) {
    this.#field = field;
    this.#pathOf = pathOf;
  }

  /** Response names from the root, joined by dots. */
  get field(): string {
    const names: string[] = [];
    for (let field: OperationField | undefined = this.#field; field !== undefined; field = field.parent) {
      names.push(field.key);
    }
    return names.reverse().join('.');
  }

  /** The field's path in the response; undefined where the field was never resolved. */
  get path(): ResponsePath | undefined {
    return this.#pathOf?.();
  }

  /** Call when the field is resolved whose call has started before. */
  resolvedAs(resolved: CallOrigin): void {
    this.#pathOf ??= resolved.#pathOf;
  }
}
