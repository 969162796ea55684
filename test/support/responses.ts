import type { GraphQLFormattedError } from 'graphql';

/** What both executors answer, as JSON has it. */
export interface Response {
  data?: unknown;
  errors?: readonly GraphQLFormattedError[];
}

/** The response as text, byte for byte, but with its errors in an order that does not depend on timing. */
export function serializeExactly(response: Response): string {
  return JSON.stringify({ ...response, ...(response.errors && { errors: sorted(response.errors) }) }, null, 1);
}

/**
 * The response as text, where the errors that made one place null count as one. Which of several errors below a non-null
 * field comes first, and takes the others with it, is a matter of timing.
 */
export function serializeEffects(response: Response): string {
  const folded = response.errors?.map((error) => {
    const nulled = nulledAt(response.data, error.path ?? []);
    return nulled === undefined ? error : { message: 'made null from below', path: nulled };
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

/** The place above an error's own that is null because of it; undefined where only its own place is. */
function nulledAt(data: unknown, path: Path): Path | undefined {
  let value = data;
  for (const [depth, step] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth);
    value = (value as Record<string | number, unknown>)[step];
  }
  return undefined;
}
