import type { GraphQLFormattedError } from 'graphql';
import { AwaitedField, type Cancellation, type GatewayError, type TurnOwner } from '../../engine/engine.ts';
import type { ResponseBody } from '../http/http-messages.ts';
import { jsonLine } from './json-bytes.ts';
import { ResponseTooLarge, SerializationCancelled, serializeLine } from './json-pieces.ts';

/** Results from this size on are serialized in pieces, in characters: serializing less takes some milliseconds at most. */
const largeSize = 262_144;

/** Results from this size on are written as bytes, in characters. Node would copy a long text to add the head and the line end. */
const encodedSize = 4096;

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
  /** The last field that waited for its value; undefined where somebody else needs the data after `body`. */
  lastAwaited: AwaitedField | undefined;
  /** Whether several requests have the result; undefined where none else can. */
  sharing: { readonly isShared: boolean } | undefined;
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
    this.#body ??= this.size >= largeSize ? this.#pieces() : this.#whole();
    return this.#body;
  }

  #whole(): ResponseBody {
    const body = this.#serialized();
    if (exceeds(body, this.#limit.maxBytes)) return this.#replaced();
    return typeof body === 'string' ? body : [body];
  }

  #serialized(): string | Buffer {
    try {
      return this.size < encodedSize ? this.#text() : this.#bytes();
    } finally {
      this.release();
      this.#detach();
    }
  }

  async #pieces(): Promise<ResponseBody> {
    const { maxBytes } = this.#limit;
    try {
      return await serializeLine({ errors: this.#errors, data: this.#data }, maxBytes, this.#limit);
    } catch (error) {
      if (error instanceof ResponseTooLarge) return this.#replaced();
      if (error instanceof SerializationCancelled) return '';
      throw error;
    } finally {
      this.release();
      this.#detach();
    }
  }

  /** Call when the data is serialized: what is left of the execution does not keep it in memory. */
  #detach(): void {
    if (!this.#limit.sharing?.isShared) AwaitedField.detachAll(this.#limit.lastAwaited);
  }

  #replaced(): ResponseBody {
    this.#data = null;
    this.#errors = [this.#limit.tooLarge().toJSON()];
    return this.#text();
  }

  #text(): string {
    return `${JSON.stringify({ errors: this.#errors, data: this.#data })}\n`;
  }

  #bytes(): Buffer {
    return jsonLine({ errors: this.#errors, data: this.#data });
  }
}

/** Whether a body has more bytes than allowed, with its line end. */
function exceeds(body: string | Buffer, maxBytes: number): boolean {
  return body.length * 3 > maxBytes && Buffer.byteLength(body) > maxBytes;
}
