import { unwrapResolverError } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, Kind } from 'graphql';
import type { Logger } from 'pino';
import { FieldError, GatewayError } from '../../engine/engine.ts';
import { internalMessage } from '../http/http-errors.ts';
import type { FormatError } from '../request/error-code.ts';
import { withoutSuggestions } from './disclosure.ts';
import { withSuggestedNodes } from './suggested-nodes.ts';

/**
 * What a client sees of an error. Errors of the catalogue are meant for it, and so are those of graphql about an argument
 * whose variable has no value. A value of the service that a scalar rejects is the service's fault, reported without the
 * value. Anything else is a fault of the gateway: it goes to the log alone. `suggestions`: whether errors may name parts of the
 * schema that the client may have meant.
 */
export function formatError(
  logger: Logger,
  { suggestions }: { suggestions: boolean },
  schema: GraphQLSchema,
): FormatError {
  const format = formatWithSuggestions(logger);
  return (formatted, error) => {
    const shown = withOmitted(cutMessage(format(formatted, error)), error);
    // What the service or an embedder says is theirs.
    if (unwrapResolverError(error) instanceof GatewayError) return shown;
    return suggestions ? withSuggestedNodes(shown, schema) : withoutSuggestions(shown);
  };
}

function formatWithSuggestions(logger: Logger): FormatError {
  return (formatted, error) => {
    const cause = unwrapResolverError(error);
    if (isAbortedValidation(cause)) return { ...formatted, message: tooManyComparisons, extensions: tooExpensive };
    if (cause instanceof GatewayError) return formatted;
    const code = formatted.extensions?.code;
    if (code === 'BAD_REQUEST') return { ...formatted, message: rejectionOf(formatted) };
    if (code !== 'INTERNAL_SERVER_ERROR' && code !== undefined) return formatted;
    if (isAbortedCoercion(cause)) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } };
    if (isRejection(cause)) return { ...formatted, extensions: { code: 'BAD_REQUEST' } };
    if (isAboutArgument(cause)) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } };
    const { path, locations } = formatted;
    const place = { ...(locations && { locations }), ...(path && { path }) };
    if (cause instanceof GraphQLError && path !== undefined) {
      const message = `The service sent a value of another type than its contract says in "${fieldAt(path)}".`;
      return { message, ...place, extensions: { code: 'UPSTREAM_CONTRACT' } };
    }
    logger.error({ err: cause, field: path && fieldAt(path)?.toString().slice(0, 100) }, 'internal error');
    return { message: internalMessage, ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  };
}

/** Says how many errors of the same field and code are not listed. */
function withOmitted(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  if (!(error instanceof FieldError) || error.omitted === 0) return formatted;
  return { ...formatted, extensions: { ...formatted.extensions, omitted: error.omitted } };
}

/** Longest message, in characters: graphql quotes names of the document, of whatever length. */
const maxMessageLength = 1000;

function cutMessage(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { message } = formatted;
  return message.length <= maxMessageLength
    ? formatted
    : { ...formatted, message: `${message.slice(0, maxMessageLength)}…`.toWellFormed() };
}

const tooManyComparisons =
  'The document selects the same fields too often to be validated. Select each field once, or split it into several requests.';
const tooExpensive = { code: 'OPERATION_TOO_EXPENSIVE' };

/** Validation ends with this error where it compares too many fields, or follows too many fragments. */
function isAbortedValidation(error: unknown): boolean {
  return error instanceof GraphQLError && error.message === 'Validation aborted.';
}

/** Whether an error ends a list of too many errors in variables. graphql gives it no place in the document. */
export function isAbortedCoercion(error: unknown): boolean {
  return error instanceof GraphQLError && error.message.startsWith('Too many errors processing variables');
}

/** Whether Apollo rejects the request: it gives such an error a status, and not always a code. */
function isRejection(error: unknown): boolean {
  if (!(error instanceof GraphQLError)) return false;
  const { http } = error.extensions as { http?: { status?: number } };
  return http?.status !== undefined && http.status < 500;
}

/** What to send in place of what Apollo rejects, by the beginnings of its messages. */
const advice: Readonly<Record<string, string>> = {
  'POST body missing': 'The body must be a JSON object with a "query".',
  'Operation batching': 'The body is a list. Send each operation in a request of its own.',
  'This operation has been blocked as a potential Cross-Site':
    'Rejected against cross-site request forgery (CSRF). Send a POST with "Content-Type: application/json", or a GET with "apollo-require-preflight: true".',
};

function rejectionOf({ message }: GraphQLFormattedError): string {
  const [, text = message] = Object.entries(advice).find(([start]) => message.startsWith(start)) ?? [];
  return text;
}

/** Whether an error points at a value in the document, and not at a field. */
function isAboutArgument(error: unknown): boolean {
  return error instanceof GraphQLError && (error.nodes?.some(({ kind }) => kind !== Kind.FIELD) ?? false);
}

/** The name of the field that a path leads to, also where it ends inside a list. */
function fieldAt(path: readonly (string | number)[]): string | number | undefined {
  return path.findLast((step) => typeof step === 'string');
}
