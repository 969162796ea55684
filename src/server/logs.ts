import type { Logger } from 'pino';
import type { OperationEvent } from './hooks.ts';

/** One line for each operation: its name and kind, how long it took, and the codes of its errors. Never its content. */
export function logOperation(logger: Pick<Logger, 'info'>, event: OperationEvent): void {
  const { name, kind, ms, status, errors } = event;
  logger.info({ operation: name, kind, ms, status, ...(errors.length > 0 && { errors }) }, 'operation');
}

/** A request that never became an operation. */
export interface Rejection {
  /** Null where the request could not be parsed as HTTP. */
  method: string | null;
  status: number;
  /** A constant in capitals, such as `METHOD_NOT_ALLOWED`. */
  reason: string;
}

/** One line for each rejected request. Never its content, and not its address, which may hold a token. */
export function logRejection(logger: Pick<Logger, 'info'>, { method, status, reason }: Rejection): void {
  logger.info({ method, status, reason }, 'request rejected');
}
