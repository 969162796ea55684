import type { Entity } from '../contract/entity.ts';
import { GatewayError } from '../http/errors.ts';

/** An id in a request: the text of an argument, or an id in a mutation's input. */
export type IdArgument = string | InputId;

/** Takes what is wrong with the ids of an input. */
export interface IdRejections {
  /** Whether so many ids were rejected that the others are not read any more. */
  readonly isFull: boolean;
  add(field: readonly string[], message: string): void;
}

/**
 * An id in a mutation's input. What is wrong with it is reported, and not thrown, so that the other fields of the input are
 * checked too.
 */
export class InputId {
  readonly text: string;
  /** The kind of its record, where an earlier write of the request will return the id. */
  readonly expected: Entity | undefined;
  readonly #field: readonly string[];
  readonly #rejections: IdRejections;

  constructor(text: string, field: readonly string[], rejections: IdRejections, expected?: Entity) {
    this.text = text;
    this.expected = expected;
    this.#field = field;
    this.#rejections = rejections;
  }

  /** Whether it is not read: the input is rejected for others. */
  get isIgnored(): boolean {
    return this.#rejections.isFull;
  }

  reject(message: string): void {
    this.#rejections.add(this.#field, message);
  }
}

/** An id that an earlier write of the request will return. */
export type ExpectedInputId = InputId & { readonly expected: Entity };

export function isExpected(id: unknown): id is ExpectedInputId {
  return id instanceof InputId && id.expected !== undefined;
}

/** What `read` makes of an id. If `read` rejects an id in an input, that is reported, and the result is from `otherwise`. */
export function readId<Result>(
  id: IdArgument,
  read: (text: string) => Result,
  otherwise: (id: string) => Result,
): Result {
  if (typeof id === 'string') return read(id);
  if (id.isIgnored) return otherwise(id.text);
  try {
    return read(id.text);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    id.reject(error.message);
    return otherwise(id.text);
  }
}
