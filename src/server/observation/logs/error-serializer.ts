/** What the log tells of an error: what kind it is and where it was thrown. */
interface LoggedError {
  type: string;
  /** Such as `ECONNRESET`. */
  code?: string;
  /** The frames alone. */
  stack?: string;
  cause?: LoggedError;
}

const maxCauses = 3;
const maxFrames = 30;

/**
 * Serializes an error for the log without its message and its own properties: both may quote a document, a variable, an
 * address or a header, as those of GraphQLError, of an invalid URL and of undici do.
 */
export function serializeError(error: unknown): LoggedError {
  return describe(error, 0);
}

function describe(error: unknown, depth: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause, stack }: NodeJS.ErrnoException = error;
  const frames = framesOf(stack, error.message);
  return {
    type: constantOf(error.constructor.name) ?? 'Error',
    ...(constantOf(code) !== undefined && { code: constantOf(code) as string }),
    ...(frames !== '' && { stack: frames }),
    ...(cause instanceof Error && depth < maxCauses && { cause: describe(cause, depth + 1) }),
  };
}

/** Codes and names of classes are identifiers: anything else is not one. */
function constantOf(text: unknown): string | undefined {
  return typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined;
}

const frame = /^ {4}at [^\n]{1,500}$/;

/** A message may hold lines that look like frames, so it is skipped first. */
function framesOf(stack: unknown, message: string): string {
  if (typeof stack !== 'string') return '';
  const end = message === '' ? 0 : stack.indexOf(message) + message.length;
  // A stack that does not begin with the message was written by someone else: it may hold anything.
  if (end < message.length) return '';
  const lines = stack.slice(end).split('\n');
  return lines
    .filter((line) => frame.test(line))
    .slice(0, maxFrames)
    .join('\n');
}
