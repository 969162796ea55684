import type { GraphQLFormattedError } from 'graphql';

/** The JSON response of an executor. */
export interface Response {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
}

/** Serializes the response, with errors in an order that does not depend on timing. */
export function serializeExactly(response: Response): string {
  return JSON.stringify({ ...response, ...(response.errors && { errors: sorted(response.errors) }) }, null, 1);
}

/**
 * Serializes the response, with all errors that nulled the same field as one. Which of several errors below a non-null
 * field is reported depends on timing.
 */
export function serializeEffects(response: Response): string {
  const folded = response.errors?.map((error) => {
    const nulled = nulledAt(response.data, error.path ?? []);
    return nulled === undefined ? error : { message: 'nulled by a descendant', path: nulled };
  });
  const errors = folded && sorted(folded).filter((error, i, all) => isNew(error, all[i - 1]));
  return JSON.stringify({ ...response, ...(errors && { errors }) }, null, 1);
}

function sorted(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  const keyOf = ({ path = [], message }: GraphQLFormattedError) => JSON.stringify([path, message]);
  return errors.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0));
}

function isNew(error: GraphQLFormattedError, previous: GraphQLFormattedError | undefined): boolean {
  return JSON.stringify(error) !== JSON.stringify(previous);
}

type Path = readonly (string | number)[];

/** The path of the ancestor that an error nulled; undefined if it nulled only its own field. */
function nulledAt(data: unknown, path: Path): Path | undefined {
  let value = data;
  for (const [depth, step] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth);
    value = (value as Record<string | number, unknown>)[step];
  }
  return undefined;
}
