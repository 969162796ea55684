import type { Logger } from 'pino';
import { serializeError } from './error-serializer.ts';
import type { OperationEvent } from './hooks.ts';

/** A logger that writes nothing of an error but its kind and where it was thrown. */
export function safeLogger(logger: Logger): Logger {
  return logger.child({}, { serializers: { err: serializeError } });
}

/** Apollo's messages quote errors after a colon. */
export function apolloLogger(logger: Pick<Logger, 'debug' | 'warn' | 'error'>) {
  const to = (level: 'debug' | 'warn' | 'error') => (message: unknown) => {
    const [text = ''] = typeof message === 'string' ? message.split(':', 1) : [];
    logger[level]({ source: 'apollo' }, text.slice(0, maxLength) || 'error');
  };
  return { debug: to('debug'), info: to('debug'), warn: to('warn'), error: to('error') };
}

/** Maximum length of a name that a client chooses, in characters. */
const maxLength = 100;

/** One line for each operation: its name and kind, how long it took, and the codes of its errors. Never its content. */
export function logOperation(logger: Pick<Logger, 'info'>, event: OperationEvent): void {
  const { name, kind, ms, status, errors } = event;
  logger.info(
    { operation: name?.slice(0, maxLength) ?? null, kind, ms, status, ...(errors.length > 0 && { errors }) },
    'operation',
  );
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
  // Names of methods are short, but a client may send others.
  logger.info({ method: method?.slice(0, maxLength) ?? null, status, reason }, 'request rejected');
}
