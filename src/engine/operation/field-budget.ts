import { GatewayError } from '../http/errors.ts';

/** Most fields that one operation may select once its fragments are expanded, each alias and each type counted. */
export const mostFields = 10_000;

export function tooManyFields(): GatewayError {
  return new GatewayError(
    'OPERATION_TOO_EXPENSIVE',
    `The operation selects more than ${mostFields} fields once its fragments are expanded. Select fewer fields, or split it.`,
  );
}
