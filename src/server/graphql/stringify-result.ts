import { type FormattedExecutionResult, OperationTypeNode } from 'graphql';
import { responseTooLarge, type TurnOwner, weigh } from '../../engine/engine.ts';
import type { ResponseBody } from '../http/http-messages.ts';
import { textOfBody } from '../http/response-body.ts';
import type { RequestState } from '../request/request-state.ts';
import { ResponseTooLarge, serializeLine } from './json-pieces.ts';

/** Results that weigh more are serialized in pieces. */
const largeWeight = 5000;

/**
 * Serializes the results of Apollo's pipeline. A result that is larger than the limit is replaced by an error, which says
 * of a mutation that it was executed.
 */
export class ResultSerializer {
  readonly #maxBytes: number;
  readonly #requests = new WeakMap<object, RequestState>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Notes the request of a result that is serialized later. */
  note(data: object | null | undefined, request: RequestState): void {
    if (data != null) this.#requests.set(data, request);
  }

  /** The text of a result; that of a large one is empty, and its bytes are left in the request. */
  stringify = async (result: FormattedExecutionResult): Promise<string> => {
    const request = result.data == null ? undefined : this.#requests.get(result.data);
    const body = await this.#serialize(result, request?.caller.client?.usage.owner);
    if (body === undefined) return this.#tooLarge(request);
    if (typeof body === 'string' || request === undefined) return textOfBody(body);
    request.serialized = body;
    return '';
  };

  #tooLarge(request: RequestState | undefined): string {
    const error = responseTooLarge(this.#maxBytes, request?.operation ?? anyQuery).toJSON();
    if (request !== undefined) request.result = { data: null, errors: [error] };
    return lineOf({ errors: [error], data: null });
  }

  /** Undefined for a result that is too large. */
  async #serialize(result: FormattedExecutionResult, owner: TurnOwner | undefined): Promise<ResponseBody | undefined> {
    if (weigh(result, largeWeight) < largeWeight) {
      const text = lineOf(result);
      return Buffer.byteLength(text) > this.#maxBytes ? undefined : text;
    }
    try {
      return await serializeLine(result, this.#maxBytes, { owner });
    } catch (error) {
      if (error instanceof ResponseTooLarge) return undefined;
      throw error;
    }
  }
}

const anyQuery = { operation: OperationTypeNode.QUERY };

function lineOf(result: FormattedExecutionResult): string {
  return `${JSON.stringify(result)}\n`;
}
