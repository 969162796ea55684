import type { GraphQLFormattedError } from 'graphql';
import { throwFieldError } from './field-error.ts';
import type { ClientResult } from './types.ts';

/** Errors by the path of their fields. */
interface Failures {
  error?: GraphQLFormattedError;
  readonly below: Map<string, Failures>;
}

/**
 * The data of one response, in which reading a field that failed throws its `FieldError`. It makes the types of the strict schema true.
 * The data itself is not changed.
 * @throws FieldError if there is no data, or if an error belongs to no field
 */
export function throwOnFieldError<Data>({ data, errors: given }: ClientResult<Data>): Data {
  const errors = given ?? [];
  const failures: Failures = { below: new Map() };
  for (const error of errors) add(failures, error);
  if (failures.error) throwFieldError(failures.error);
  if (data === undefined || data === null) {
    return throwFieldError(errors[0] ?? { message: 'The response has neither data nor errors.' });
  }
  return errors.length === 0 ? data : (guarded(data, failures) as Data);
}

function add(root: Failures, error: GraphQLFormattedError): void {
  let at = root;
  for (const step of error.path ?? []) {
    const below = at.below.get(String(step)) ?? { below: new Map() };
    at.below.set(String(step), below);
    at = below;
  }
  at.error ??= error;
}

function guarded(value: unknown, failures: Failures): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [name, child] of Object.entries(value)) {
    const failed = failures.below.get(name);
    Object.defineProperty(copy, name, {
      enumerable: true,
      configurable: true,
      ...(failed ? guardedProperty(child, failed) : { value: child, writable: true }),
    });
  }
  return copy;
}

/** A value that is null stands for an error at its own path or, where types are non-null, below it. */
function guardedProperty(value: unknown, failures: Failures): PropertyDescriptor {
  const error = value === null ? firstError(failures) : undefined;
  return error ? { get: () => throwFieldError(error) } : { value: guarded(value, failures), writable: true };
}

function firstError({ error, below }: Failures): GraphQLFormattedError | undefined {
  if (error) return error;
  for (const failures of below.values()) return firstError(failures);
  return undefined;
}
