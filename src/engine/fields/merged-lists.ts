import { dateTime } from '../contract/formats.ts';
import type { Reference } from '../data/reference.ts';
import { badUserInput, GatewayError, isForbidden, isNotFound } from '../http/errors.ts';
import { listFingerprint } from '../relay/cursor.ts';
import type { ListRequest } from './connection-functions.ts';
import { withCurrentUser } from './current-user.ts';
import type { FieldArguments, FieldContext, FieldView } from './field-view.ts';

/** Milliseconds since the epoch; NaN for what is no time. */
export function timeOf(value: unknown): number {
  return typeof value === 'string' && dateTime.test(value) ? Date.parse(value) : Number.NaN;
}

/** The lists with the client's user in their filters, without those that match nothing. */
export function readable(requests: readonly ListRequest[], { userId }: FieldContext): ListRequest[] {
  return requests.flatMap((request) => {
    const query = withCurrentUser(request.endpoint, request.query ?? {}, userId);
    return query === undefined ? [] : [{ ...request, query }];
  });
}

/** Tells a list from others: by its parent, and by all arguments but those of the window. */
export function fingerprintOf(parent: Reference, args: FieldArguments, { field }: FieldView): string {
  const filters = Object.entries(args).filter(([name, value]) => name !== 'first' && name !== 'after' && value != null);
  return listFingerprint(JSON.stringify([parent.entity.name, parent.key, field.name, filters]));
}

/** What all resolve to. Of several failures, the first in their order is reported, whichever came first: equal requests get equal errors. */
export async function allInOrder<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  return (await Promise.allSettled(promises)).map(fulfilledValue);
}

/**
 * The same without the lists that are gone, and without those that the credentials do not permit. Rejects with FORBIDDEN where that
 * leaves none.
 */
export async function permittedInOrder<T>(lists: readonly Promise<T>[]): Promise<T[]> {
  const settled = (await Promise.allSettled(lists)).filter((list) => !isRejectedWith(list, isNotFound));
  const permitted = settled.filter((list) => !isRejectedWith(list, isForbidden));
  return (permitted.length === 0 ? settled : permitted).map(fulfilledValue);
}

function isRejectedWith(result: PromiseSettledResult<unknown>, isError: (error: unknown) => boolean): boolean {
  return result.status === 'rejected' && isError(result.reason);
}

function fulfilledValue<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

export function tooManyLists(count: number, limit: number): GatewayError {
  return new GatewayError(
    'OPERATION_TOO_EXPENSIVE',
    `The field merges ${count} lists, and at most ${limit} are allowed. Filter it, or read the lists by themselves.`,
  );
}

/** Values of an argument of which each is a list of its own. Throws BAD_USER_INPUT for too many. */
export function distinct(name: string, values: readonly string[]): string[] {
  const all = [...new Set(values)];
  if (all.length > maxValues) throw badUserInput(`"${name}" must have at most ${maxValues} values, not ${all.length}.`);
  return all;
}

const maxValues = 10;
