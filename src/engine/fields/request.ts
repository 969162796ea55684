import type { Endpoint } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import type { CallRequest, RequestOf } from './field-kind.ts';

/** An endpoint that depends on the parent, as records of one kind may be below parents of several kinds. */
export interface EndpointChoice<O extends Endpoint, Parent> {
  readonly endpoints: readonly O[];
  choose(parent: Parent): O;
}

export type OneOrChoice<O extends Endpoint, Parent> = O | EndpointChoice<O, Parent>;

/** The path and the query of a field's call. */
export type RequestFunction<O extends Endpoint, Parent, Args> = (parent: Parent, args: Args) => RequestOf<NoInfer<O>>;

export function choiceOf<O extends Endpoint, Parent>(endpoint: OneOrChoice<O, Parent>): EndpointChoice<O, Parent> {
  return 'choose' in endpoint ? endpoint : { endpoints: [endpoint], choose: () => endpoint };
}

export function callOf<O extends Endpoint>(
  endpoint: O,
  { path, query }: RequestOf<O>,
): CallRequest & { readonly endpoint: O } {
  const key: Key = path;
  return { endpoint, path: key, query };
}
