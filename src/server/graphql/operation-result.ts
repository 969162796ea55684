import type { GraphQLFormattedError } from 'graphql';
import type { GatewayError } from '../../engine/http/errors.ts';
import { ResponseTooLarge, serializeInPieces } from './json-pieces.ts';

/** The body of a response: a text, or its bytes in pieces where it is large. */
export type ResponseBody = string | readonly Uint8Array[];

/** Results from this size on are serialized in pieces, in characters: serializing less takes some milliseconds at most. */
const largeSize = 262_144;

interface SizeLimit {
  maxBytes: number;
  /** The error that takes the place of a larger result. */
  tooLarge: () => GatewayError;
}

/** The result of an operation, formatted for the client. Requests that share an execution share it. */
export class OperationResult {
  #data: Record<string, unknown> | null;
  #errors: readonly GraphQLFormattedError[] | undefined;
  readonly #limit: SizeLimit;
  readonly #isLarge: boolean;
  #body: ResponseBody | Promise<ResponseBody> | undefined;

  /** `size` is the least number of characters of its JSON. */
  constructor(
    data: Record<string, unknown> | null,
    errors: readonly GraphQLFormattedError[] | undefined,
    size: number,
    limit: SizeLimit,
  ) {
    this.#data = data;
    this.#errors = errors;
    this.#isLarge = size >= largeSize;
    this.#limit = limit;
  }

  get data(): Record<string, unknown> | null {
    return this.#data;
  }

  get errors(): readonly GraphQLFormattedError[] | undefined {
    return this.#errors;
  }

  /**
   * The body of the response, serialized once: byte for byte as Apollo writes it, with a line end. A result that is larger
   * than the limit is replaced by an error.
   */
  body(): ResponseBody | Promise<ResponseBody> {
    this.#body ??= this.#isLarge ? this.#pieces() : this.#text();
    return this.#body;
  }

  #text(): string {
    const text = this.#serialize();
    const { maxBytes } = this.#limit;
    return text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes ? this.#replaced() : text;
  }

  async #pieces(): Promise<ResponseBody> {
    try {
      const pieces = await serializeInPieces({ errors: this.#errors, data: this.#data }, this.#limit.maxBytes);
      return [...pieces, lineEnd];
    } catch (error) {
      if (error instanceof ResponseTooLarge) return this.#replaced();
      throw error;
    }
  }

  #replaced(): string {
    this.#data = null;
    this.#errors = [this.#limit.tooLarge().toJSON()];
    return this.#serialize();
  }

  #serialize(): string {
    return `${JSON.stringify({ errors: this.#errors, data: this.#data })}\n`;
  }
}

const lineEnd = Buffer.from('\n');
