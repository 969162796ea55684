import { type FieldNode, GraphQLError } from 'graphql';
import { GatewayError } from '../http/errors.ts';
import { type Budget, maxListedErrors } from './budget.ts';
import { codeOf, FieldError, toError } from './field-error.ts';

type ResponsePath = readonly (string | number)[];

/**
 * The errors that a response lists. Of an exceeded limit: one for each field of the document. Of anything else: the first
 * 1,000, and then the first one of each field and code; those that are not listed are counted in `extensions.omitted` of the first
 * listed error of their field and code.
 */
export class ReportedErrors {
  readonly #budget: Budget;
  readonly #listed: GraphQLError[] = [];
  /** The first listed error of each field and code, by the field's nodes. */
  #first: Map<readonly FieldNode[], Map<string, GraphQLError>> | undefined = undefined;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** In the order in which they occurred; undefined without any. */
  get all(): readonly GraphQLError[] | undefined {
    return this.#listed.length > 0 ? this.#listed : undefined;
  }

  /** The error as it is listed; undefined where it is only counted. `pathOf` is called for listed errors alone. */
  add(thrown: unknown, nodes: readonly FieldNode[], pathOf: () => ResponsePath): GraphQLError | undefined {
    const error = toError(thrown);
    const code = codeOf(error);
    const isOfLimit = error instanceof GatewayError && code === 'OPERATION_TOO_EXPENSIVE';
    this.#budget.addError(isOfLimit);
    this.#first ??= new Map();
    let byCode = this.#first.get(nodes);
    const first = byCode?.get(code);
    if (first !== undefined && (isOfLimit || this.#listed.length >= maxListedErrors)) {
      if (!isOfLimit && first instanceof FieldError) first.countOmitted();
      return undefined;
    }
    const listed = isLocated(error) ? error : new FieldError(error, nodes, pathOf());
    this.#listed.push(listed);
    this.#budget.addErrorBytes(sizeOf(listed));
    if (byCode === undefined) {
      byCode = new Map();
      this.#first.set(nodes, byCode);
    }
    if (first === undefined) byCode.set(code, listed);
    return listed;
  }

  /** Adds an error of the whole execution. */
  addFinal(error: GraphQLError): void {
    this.#listed.push(error);
  }
}

/** Whether an embedder's error says already where it occurred. The path of any other error is not one of the response. */
function isLocated(error: Error): error is GraphQLError {
  return error instanceof GraphQLError && Array.isArray(error.path);
}

/** The least number of characters that an error takes as JSON. Long messages are cut. */
function sizeOf({ message, path = [] }: GraphQLError): number {
  return 80 + Math.min(message.length, 1_000) + path.length * 2;
}
