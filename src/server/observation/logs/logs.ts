import type { Logger } from 'pino';
import { serializeError } from './error-serializer.ts';
import { withSerializers } from './log-output.ts';

/** A logger that writes nothing of an error but its kind and where it was thrown. */
export function safeLogger(logger: Logger): Logger {
  return withSerializers(logger, { err: serializeError });
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
