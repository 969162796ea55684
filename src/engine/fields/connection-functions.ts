import type { ItemOf, ListEndpoint, PathOf } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import type { Query } from '../data/cached-read.ts';
import { Reference } from '../data/reference.ts';
import { lengthCheck } from './argument-checks.ts';
import type { CallRequest } from './field-kind.ts';

export interface ListRequest extends CallRequest {
  readonly endpoint: ListEndpoint;
}

export interface ConnectionFunctions {
  request(parent: unknown, args: unknown, userId?: string): ListRequest;
  toNode(item: unknown, request: ListRequest): unknown;
  /** Whether an item belongs to the connection, where the list holds several kinds of records. */
  readonly includes: ((item: unknown) => boolean) | undefined;
  /** How many items the list has at most, as the parent's record tells: with 0, no call is made. */
  count?(record: object): number | undefined;
  /** Checks the query against the contract's limits. Throws BAD_USER_INPUT. */
  readonly checkQuery: ((query: Query) => void) | undefined;
  /** Where the list is: below the parent's path, beside the parent, or at a path that the parent's record tells. */
  readonly place: ListPlace;
  /** Whether the list is that of the client's user: where that is not known, the field is null. */
  readonly isOfUser?: boolean;
}

/** Only the success of a list below the parent's path shows that the parent exists. */
export type ListPlace = 'below' | 'beside' | 'in record';

export type ToNode<O extends ListEndpoint, Node> = (item: ItemOf<O>, path: PathOf<O>) => Node;

/** What becomes of the items of lists, and how their queries are checked. */
export function itemFunctions<O extends ListEndpoint>(
  endpoints: readonly O[],
  target: Entity | ToNode<O, unknown>,
): Pick<ConnectionFunctions, 'toNode' | 'includes' | 'checkQuery'> {
  const isEntity = typeof target !== 'function';
  return {
    toNode: isEntity
      ? (item: object, { path, endpoint: source }: ListRequest) => Reference.of(target, path, item, source)
      : (item: ItemOf<O>, { path }: ListRequest) => target(item, path as PathOf<O>),
    includes: isEntity && target.isMixed ? (item) => target.includes(item as object) : undefined,
    checkQuery: lengthCheck(endpoints[0] as O),
  };
}
