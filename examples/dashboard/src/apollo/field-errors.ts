import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql';

/** A field that is null because it failed. */
export class FieldError extends Error {
  /** A code of the gateway, such as `FORBIDDEN` or `UPSTREAM_TIMEOUT`. */
  readonly code: string;

  constructor({ message, extensions }: GraphQLFormattedError) {
    super(message);
    this.name = 'FieldError';
    this.code = typeof extensions?.code === 'string' ? extensions.code : 'UNKNOWN';
  }
}

/**
 * Keeps the promise of the strict schema: a field that is typed as non-null is never read as null. If such a field failed,
 * reading it throws its error, and the nearest error boundary shows it.
 *
 * Apollo's cache stores null for a field that failed, but not why. So errors are kept here, by record and field. They
 * outlast changes of the cache, such as further pages, new items and visits to the page from the cache.
 */
export class FieldErrors {
  readonly #errors = new Map<string, GraphQLFormattedError>();

  /**
   * Keeps the errors of a response.
   * @param root name of the operation with its variables, for fields outside of any record
   */
  record(root: string, { data, errors = [] }: FormattedExecutionResult): void {
    for (const error of errors) {
      if (error.path) this.#errors.set(placeOf(root, data, error.path), error);
    }
  }

  /** Returns the data of an operation with a getter in place of each failed field: it throws a `FieldError`. */
  guard<Data>(root: string, data: Data): Data {
    return this.#errors.size === 0 ? data : (this.#guarded(data, root) as Data);
  }

  #guarded(value: unknown, place: string): unknown {
    if (!isObject(value)) return value;
    const parent = recordKey(value) ?? place;
    const guarded = Array.isArray(value) ? [] : {};
    for (const [name, child] of Object.entries(value)) {
      const at = `${parent}.${name}`;
      const error = child === null ? this.#errors.get(at) : undefined;
      const property = error ? { get: () => raise(error) } : { value: this.#guarded(child, at) };
      Object.defineProperty(guarded, name, { enumerable: true, ...property });
    }
    return guarded;
  }
}

/** The field that an error is about: that of its path, or the one above that became null for it. */
function placeOf(root: string, data: unknown, path: readonly (string | number)[]): string {
  let place = root;
  let value = data;
  for (const step of path) {
    if (!isObject(value)) break;
    place = `${recordKey(value) ?? place}.${step}`;
    value = value[step];
  }
  return place;
}

function recordKey(value: object): string | undefined {
  const { __typename: type, id } = value as { __typename?: unknown; id?: unknown };
  return typeof type === 'string' && typeof id === 'string' ? `${type}:${id}` : undefined;
}

function raise(error: GraphQLFormattedError): never {
  throw new FieldError(error);
}

/** Whether a value is an object or a list. */
const isObject = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;
