/**
 * What an error does to the response, by proposal 1236 of the GraphQL specification:
 * - `PROPAGATE`: a value that must not be null makes the value that contains it null, too.
 * - `NULL`: the value is null, whatever its type is; `errors` says why.
 * - `HALT`: the execution ends with the first error, and has no data.
 */
const errorBehaviors = ['PROPAGATE', 'NULL', 'HALT'] as const;

export type ErrorBehavior = (typeof errorBehaviors)[number];

export function isErrorBehavior(value: unknown): value is ErrorBehavior {
  return errorBehaviors.some((behavior) => behavior === value);
}
