import { type GraphQLError, locatedError } from 'graphql';
import { GatewayError } from '../http/errors.ts';
import type { CompiledField } from './compiled-operation.ts';
import { isDetached, pathOf, type Slot } from './slot.ts';

/** The errors of the fields of one execution. */
export class FieldErrors {
  readonly #errors: GraphQLError[] = [];
  /** Fields of which an exceeded limit was reported. */
  #limited: Set<CompiledField> | undefined;

  /** In the order in which they occurred; undefined without any. */
  get all(): readonly GraphQLError[] | undefined {
    return this.#errors.length > 0 ? this.#errors : undefined;
  }

  /** Adds an error, and makes all values up to the nearest nullable one null. Below a null, errors are not reported. */
  add(error: unknown, compiled: CompiledField, at: Slot): void {
    if (isDetached(at)) return;
    if (this.#isNews(error, compiled)) this.#errors.push(locatedError(error, compiled.nodes, pathOf(at)));
    let place: Slot | undefined = at;
    while (place !== undefined) {
      place.holder[place.key] = null;
      place = place.nullable ? undefined : place.parent;
    }
  }

  /** Once a limit is exceeded, thousands of values may be null: the error is reported once for each field of the document. */
  #isNews(error: unknown, compiled: CompiledField): boolean {
    if (!(error instanceof GatewayError) || error.code !== 'OPERATION_TOO_EXPENSIVE') return true;
    this.#limited ??= new Set();
    if (this.#limited.has(compiled)) return false;
    this.#limited.add(compiled);
    return true;
  }
}
