import type { Endpoint, ListEndpoint, PathOf } from '../contract/endpoint.ts';
import { type Entity, type KeyOf, type RecordOf, readsOf } from '../contract/entity.ts';
import { hasNoValue, type Query } from '../data/cached-read.ts';
import { lastOf, type PrefetchedField, Reference } from '../data/reference.ts';
import type { RequestReads } from '../data/request-cache.ts';
import { notFound } from '../http/errors.ts';
import { keyBelow } from '../relay/global-id.ts';
import type { IdArgument } from '../relay/input-id.ts';
import { findItem } from '../relay/rest-list.ts';
import { type ArgumentRules, checkIds } from './argument-checks.ts';
import {
  type CallRequest,
  type Execution,
  type Field,
  type InfoFunction,
  type Prefetch,
  PrefetchableKind,
  type RequestOf,
} from './field-kind.ts';
import type { ArgumentCheck, FieldArguments, FieldContext, FieldView } from './field-view.ts';
import { nullIfMissing } from './null-if-missing.ts';
import type { PlannedField, PlannedValues, Planner } from './planner.ts';
import type { RequestFunction } from './request.ts';
import { prefetchedReference } from './to-one.ts';

type Refer = { refer(parent: unknown, args: unknown): Reference }['refer'];

/** A record by arguments: non-null means that the service confirmed that it exists. */
export class LookupField extends PrefetchableKind {
  override readonly isReader = true;
  override readonly prefetchable = this;
  readonly isBelowParent = true;
  override readonly entities: readonly [Entity];
  readonly refer: Refer;

  constructor(endpoints: readonly Endpoint[], entity: Entity, refer: Refer) {
    super(endpoints);
    this.entities = [entity];
    this.refer = refer;
  }

  override argumentCheck(alternatives: readonly string[], rules: ArgumentRules): ArgumentCheck {
    const [entity] = this.entities;
    return (args) => {
      checkIds(args, rules, entity);
      for (const name of alternatives) checkIds(args[name] as FieldArguments, rules, entity);
    };
  }

  resolve(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    _info: InfoFunction,
    execution: Execution,
  ): unknown {
    if (parent instanceof Reference) {
      const prefetched = parent.claim(field, context.origin);
      if (prefetched !== undefined) return prefetched.result();
    }
    return execution.ready(this.refer(parent, args), field, context, true);
  }

  prefetch(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    prefetch: Prefetch,
  ): PrefetchedField {
    return prefetchedReference(prefetch.ready(this.refer(parent, args), field, context, true));
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const [entity] = this.entities;
    const { endpoints } = this;
    planner.references(field, on, { entity, endpoints, count: on.count, start: on.keysKnown, mustExist: true });
  }

  /** The list that holds the record is a connection, too, which makes the call for all of its items. */
  override keyShapes(endpoint: Endpoint): readonly (readonly string[])[] | undefined {
    const [entity] = this.entities;
    return entity.lists.some((list) => list === endpoint) ? undefined : entity.keyShapes;
  }

  override requestFor(endpoint: Endpoint, parent: unknown, args: FieldArguments): CallRequest {
    return { endpoint, path: this.refer(parent, args).key, query: undefined };
  }

  override lookedUp(parent: unknown, args: FieldArguments): Reference {
    return this.refer(parent, args);
  }

  sample(): unknown[] {
    return [];
  }
}

/** A record that the parent may lack: null, without an error, where the service says that there is none. */
export class OptionalLookupField extends LookupField {
  override resolve(...args: Parameters<LookupField['resolve']>): unknown {
    return nullIfMissing(super.resolve(...args));
  }
}

/** A record at the path that the arguments name. With a query it is read in the form that the query asks for. */
export function lookup<O extends Endpoint, E extends Entity, Parent, Args>(
  endpoint: O,
  request: RequestFunction<O, Parent, Args>,
  entity: E,
): Field<Parent, Args, Reference<E>, LookupField> {
  return lookupBy(endpoint, entity, referAt(endpoint, request, entity));
}

/** The record with an id, below the parent or at the root. Other arguments are query parameters of its endpoint. */
export function lookupById<O extends Endpoint, E extends Entity<string, PathOf<O>>, Parent>(
  endpoint: O,
  entity: E,
): Field<Parent, ById & NonNullable<RequestOf<O>['query']>, Reference<E>, LookupField> {
  return lookupBy(endpoint, entity, (parent: Parent, { id, ...query }: ById) => {
    const parents = parent instanceof Reference ? parent.key : {};
    return referenceTo(entity, endpoint, keyBelow(entity, parents, id), query);
  });
}

type ById = { readonly id: IdArgument };

/** A record by the reference that is made of the arguments. */
export function lookupBy<E extends Entity, Parent, Args>(
  endpoint: Endpoint,
  entity: E,
  refer: (parent: Parent, args: Args) => Reference<E>,
): Field<Parent, Args, Reference<E>, LookupField> {
  return new LookupField([endpoint], entity, refer);
}

/** The one record of its kind that the parent may have with what the arguments name; null where there is none. */
export function optionalLookup<O extends Endpoint, E extends Entity, Parent, Args>(
  endpoint: O,
  request: RequestFunction<O, Parent, Args>,
  entity: E,
): Field<Parent, Args, Reference<E> | null, OptionalLookupField> {
  return new OptionalLookupField([endpoint], entity, referAt(endpoint, request, entity));
}

function referAt<O extends Endpoint, E extends Entity, Parent, Args>(
  endpoint: O,
  request: RequestFunction<O, Parent, Args>,
  entity: E,
) {
  return (parent: Parent, args: Args) => {
    const { path, query } = request(parent, args);
    return referenceTo(entity, endpoint, path as KeyOf<E>, query);
  };
}

/** A record by its id that can only be read from the parent's list. Other arguments are query parameters of the list. */
export function lookupInList<E extends Entity, Parent extends Reference, Args extends ById>(
  entity: E,
): Field<Parent, Args, Reference<E>, LookupField> {
  const refer = ({ key }: Parent, { id, ...query }: ById) => {
    const own = keyBelow(entity, key, id);
    return hasNoValue(query) ? Reference.to(entity, own) : Reference.to(entity, own, findIn(entity, own, query));
  };
  return new LookupField(readsOf(entity), entity, refer);
}

/** Finds a record in its list, which is read with a query. */
function findIn<E extends Entity>(entity: E, key: KeyOf<E>, query: Query) {
  const id = lastOf(key);
  const list = entity.lists[0] as ListEndpoint;
  const isWanted = (item: object) => entity.includes(item) && entity.idOf(item) === id;
  return async (cache: RequestReads): Promise<RecordOf<E>> => {
    const found = await findItem(list, { path: key, query }, (item) => isWanted(item as object), cache);
    if (found === undefined) throw notFound(list);
    return found as RecordOf<E>;
  };
}

/** A reference to what an endpoint returns; with a query, to the record in the form that the query asks for. */
export function referenceTo<E extends Entity>(
  entity: E,
  endpoint: Endpoint,
  key: KeyOf<E>,
  query: Query = {},
): Reference<E> {
  if (hasNoValue(query)) return Reference.to(entity, key);
  return Reference.to(entity, key, (cache) => cache.readCall({ endpoint, path: key, query }) as Promise<RecordOf<E>>);
}
