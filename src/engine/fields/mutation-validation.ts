import type { GatewayError } from '../http/errors.ts';
import type { UserError } from './user-errors.ts';

/** What a mutation's check before the first write comes to: the request to send, or why it is not sent. */
export type Prepared<Request = unknown> =
  | { request: Request }
  | { userErrors: readonly UserError[] }
  | { error: GatewayError };

/** By the mutations' response names. */
export type Verdicts = ReadonlyMap<string, Prepared>;
