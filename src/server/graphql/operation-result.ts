import type { GraphQLFormattedError } from 'graphql';
import type { Cancellation, GatewayError, TurnOwner } from '../../engine/engine.ts';
import type { ResponseBody } from '../http/http-messages.ts';
import { ResponseTooLarge, SerializationCancelled, serializeInPieces } from './json-pieces.ts';

/** Results from this size on are serialized in pieces, in characters: serializing less takes some milliseconds at most. */
const largeSize = 262_144;

/** Texts from this length on are encoded at once, in characters. Node would copy them to add the head and the line end. */
const encodedLength = 4096;

interface ResultLimits {
  maxBytes: number;
  /** Cancelled where nobody waits for the result any more. */
  cancellation: Cancellation | undefined;
  /** In whose turns it is serialized. */
  owner: TurnOwner | undefined;
  /** The error that takes the place of a larger result. */
  tooLarge: () => GatewayError;
  /** What a large result has taken; undefined for a small one. */
  memory: { end(): void } | undefined;
}

/** The result of an operation, formatted for the client. Requests that share an execution share it. */
export class OperationResult {
  #data: Record<string, unknown> | null;
  #errors: readonly GraphQLFormattedError[] | undefined;
  readonly #limit: ResultLimits;
  /** The least number of characters of its JSON. */
  readonly size: number;
  #body: ResponseBody | Promise<ResponseBody> | undefined;

  constructor(
    data: Record<string, unknown> | null,
    errors: readonly GraphQLFormattedError[] | undefined,
    size: number,
    limit: ResultLimits,
  ) {
    this.#data = data;
    this.#errors = errors;
    this.size = size;
    this.#limit = limit;
  }

  get data(): Record<string, unknown> | null {
    return this.#data;
  }

  get errors(): readonly GraphQLFormattedError[] | undefined {
    return this.#errors;
  }

  /** Returns the memory that it has taken. Call it where something else than `body` serializes the result, after that. */
  release(): void {
    this.#limit.memory?.end();
  }

  /**
   * The body of the response, serialized once: byte for byte as Apollo writes it, with a line end. A result that is larger
   * than the limit is replaced by an error.
   */
  body(): ResponseBody | Promise<ResponseBody> {
    this.#body ??= this.size >= largeSize ? this.#pieces() : this.#text();
    return this.#body;
  }

  #text(): ResponseBody {
    const json = this.#serialize();
    const { maxBytes } = this.#limit;
    this.release();
    return json.length * 3 >= maxBytes && Buffer.byteLength(json) >= maxBytes ? this.#replaced() : lineOf(json);
  }

  async #pieces(): Promise<ResponseBody> {
    const { maxBytes } = this.#limit;
    try {
      const pieces = await serializeInPieces({ errors: this.#errors, data: this.#data }, maxBytes, this.#limit);
      return [...pieces, lineEnd];
    } catch (error) {
      if (error instanceof ResponseTooLarge) return this.#replaced();
      if (error instanceof SerializationCancelled) return '';
      throw error;
    } finally {
      this.release();
    }
  }

  #replaced(): ResponseBody {
    this.#data = null;
    this.#errors = [this.#limit.tooLarge().toJSON()];
    return lineOf(this.#serialize());
  }

  #serialize(): string {
    return JSON.stringify({ errors: this.#errors, data: this.#data });
  }
}

const lineEnd = Buffer.from('\n');

function lineOf(json: string): ResponseBody {
  if (json.length < encodedLength) return `${json}\n`;
  const length = Buffer.byteLength(json);
  const bytes = Buffer.allocUnsafe(length + 1);
  bytes.write(json);
  bytes[length] = 0x0a;
  return [bytes];
}
