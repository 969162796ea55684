import { GatewayError } from '../http/errors.ts';

/** An id in a request: the text of an argument, or an id in a mutation's input. */
export type GivenId = string | InputId;

/**
 * An id in a mutation's input. What is wrong with it is reported, and not thrown, so that the other fields of the input are
 * checked too.
 */
export class InputId {
  readonly text: string;
  readonly report: (message: string) => void;

  constructor(text: string, report: (message: string) => void) {
    this.text = text;
    this.report = report;
  }
}

/** What `read` makes of an id. If `read` rejects an id in an input, that is reported, and the result is from `otherwise`. */
export function readId<Result>(id: GivenId, read: (text: string) => Result, otherwise: (id: string) => Result): Result {
  if (typeof id === 'string') return read(id);
  try {
    return read(id.text);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    id.report(error.message);
    return otherwise(id.text);
  }
}
