import { type Endpoint, type ItemOf, type ListEndpoint, type Page, pathParams } from '../contract/endpoint.ts';
import type { Entity, RecordOf } from '../contract/entity.ts';
import { type PrefetchedField, Reference } from '../data/reference.ts';
import type { Arrival } from '../http/arrival.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { knownEmpty } from '../http/list-sizes.ts';
import {
  Connection,
  type ConnectionArguments,
  checkWindow,
  connectionFrom,
  type Items,
  noItems,
  readFirst,
  type Window,
  windowOf,
} from '../relay/connection.ts';
import { RestList } from '../relay/rest-list.ts';
import { type ArgumentRules, checkIds } from './argument-checks.ts';
import {
  type ConnectionFunctions,
  itemFunctions,
  type ListPlace,
  type ListRequest,
  type ToNode,
} from './connection-functions.ts';
import { checkPath } from './contract-checks.ts';
import { withCurrentUser } from './current-user.ts';
import { type CallRequest, type Field, type Prefetch, PrefetchableKind, type PrefetchedItems } from './field-kind.ts';
import {
  type ArgumentCheck,
  type FieldArguments,
  type FieldContext,
  type FieldView,
  selectionIn,
} from './field-view.ts';
import { PendingValue } from './pending-value.ts';
import { planWindow } from './plan-window.ts';
import {
  arrivedValues,
  endpointsBelow,
  later,
  type PlannedField,
  type PlannedValues,
  type Planner,
  parametersOf,
} from './planner.ts';
import { callOf, choiceOf, type OneOrChoice, type RequestFunction } from './request.ts';
import type { SampleSource } from './sample-source.ts';

/** A Relay connection over a list that REST returns in pages. */
export class ConnectionField extends PrefetchableKind {
  override readonly isReader = true;
  override readonly isPaged = true;
  override readonly hasWindow = true;
  override readonly prefetchable: this | undefined;
  readonly isBelowParent: boolean;
  readonly functions: ConnectionFunctions;

  constructor(endpoints: readonly Endpoint[], functions: ConnectionFunctions) {
    super(endpoints);
    this.functions = functions;
    this.isBelowParent = functions.place === 'below';
    this.prefetchable = functions.place === 'in record' ? undefined : this;
  }

  override needsRecord(): boolean {
    return this.prefetchable === undefined;
  }

  override argumentCheck(_alternatives: readonly string[], rules: ArgumentRules): ArgumentCheck {
    const { checkQuery } = this.functions;
    return (args) => {
      checkIds(args, rules);
      checkQuery?.(args);
    };
  }

  override checkWindow(args: FieldArguments): void {
    checkWindow(args);
  }

  resolve(parent: unknown, args: FieldArguments, field: FieldView, context: FieldContext): unknown {
    if (parent instanceof Reference) {
      const prefetched = parent.claim(field, context.origin);
      if (prefetched !== undefined) return prefetched.result();
      if (this.needsRecord() && parent.record === undefined) return this.#loadAndOpen(parent, args, field, context);
    }
    return this.#result(parent, args, field, context);
  }

  #result(parent: unknown, args: FieldArguments, field: FieldView, context: FieldContext): unknown {
    const opened = this.open(parent, args, field, context);
    return opened === undefined ? this.#none(context) : opened.result();
  }

  /** The value where it is known, without a call, that there is no list or no item. */
  #none({ userId }: FieldContext): Connection | null {
    return this.functions.isOfUser && userId === undefined ? null : Connection.empty();
  }

  async #loadAndOpen(
    parent: Reference,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
  ): Promise<unknown> {
    await parent.load(context.cache);
    return this.#result(parent, args, field, context);
  }

  prefetch(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    context: FieldContext,
    prefetch: Prefetch,
  ): PrefetchedField {
    const opened = this.open(parent, args, field, context);
    if (opened === undefined) return { response: undefined, result: () => this.#none(context) };
    prefetch.items(opened, field, context);
    return opened;
  }

  /** Reads the first page; undefined where it is known that there is none, by the parent's record or by a filter. */
  protected open(
    parent: unknown,
    args: FieldArguments,
    field: FieldView,
    { cache, rest, userId }: FieldContext,
  ): (PrefetchedField & PrefetchedItems) | undefined {
    const { functions } = this;
    if (functions.isOfUser && userId === undefined) return undefined;
    const request = functions.request(parent, args, userId);
    if (this.needsRecord()) checkPath(request.path, (parent as Reference).source, field.field.name);
    const query = withCurrentUser(request.endpoint, request.query ?? {}, userId);
    if (query === undefined) return undefined;
    functions.checkQuery?.(query);
    const list = new RestList(request.endpoint, request.path, query, cache);
    const window = windowOf(args, list);
    // A cursor shows that the list held something once: only the service can tell whether it still does.
    if (args.after == null && this.#isKnownEmpty(parent)) {
      rest.listSizes.note(request.endpoint, knownEmpty);
      return undefined;
    }
    return new OpenedConnection(functions, request, list, selectionIn(field)?.needsItems === false ? noItems : window);
  }

  #isKnownEmpty(parent: unknown): boolean {
    const { count } = this.functions;
    return (
      count !== undefined && parent instanceof Reference && parent.record !== undefined && count(parent.record) === 0
    );
  }

  override plan(field: PlannedField, on: PlannedValues, planner: Planner): void {
    const reach = planWindow(field, this.endpoints[0]);
    const { count } = on;
    const start = this.needsRecord() ? on.arrived : on.keysKnown;
    // What any page tells needs one of them; a window needs more where pages are shorter than requested.
    const needsItems = planner.needsItems(field);
    const pages = needsItems ? reach.pages : 1;
    const maxPages = needsItems ? planner.limits.maxListPages : 1;
    const endpoints = endpointsBelow(this.endpoints, on);
    const [list] = endpoints as [Endpoint];
    const expectedEach = this.functions.count === undefined ? undefined : planner.expectedReads(list);
    const end = planner.calls(field, { endpoints, count, start, pages, maxPages, expectedEach });
    const parameters = parametersOf(endpoints);
    const lists = { kind: list, count: 1 };
    planner.below(field, { ...arrivedValues(count, later(on.arrived, end)), items: reach.items, lists, parameters });
  }

  override keyShapes(endpoint: Endpoint): readonly (readonly string[])[] | undefined {
    return this.isBelowParent && !this.functions.isOfUser ? [pathParams(endpoint.path)] : undefined;
  }

  override requestFor(_endpoint: Endpoint, parent: unknown, args: FieldArguments): CallRequest {
    return this.functions.request(parent, args);
  }

  sample(parent: unknown, samples: SampleSource): unknown[] {
    const { toNode, includes } = this.functions;
    if (this.needsRecord()) this.functions.request(parent, {});
    return this.endpoints.map((one) => {
      const endpoint = one as ListEndpoint;
      const request = { endpoint, path: samples.path(endpoint), query: {} };
      return samples.connection(endpoint, { toNode: (item) => toNode(item, request), includes });
    });
  }
}

/** A connection whose first page is being read. */
class OpenedConnection extends PendingValue implements PrefetchedField, PrefetchedItems, Items<unknown, unknown> {
  readonly response: Promise<Arrival<Page<unknown>>>;
  readonly includes: ((item: unknown) => boolean) | undefined;
  origin: CallOrigin | undefined = undefined;
  isClaimed = false;
  readonly #functions: ConnectionFunctions;
  readonly #request: ListRequest;
  readonly #list: RestList<ListEndpoint>;
  readonly #window: Window;
  /** The page, where it was taken before the connection was claimed. */
  #page: Page<unknown> | undefined = undefined;
  /** The nodes below which calls have started before the connection was claimed. */
  #nodes: Map<unknown, unknown> | undefined = undefined;

  constructor(functions: ConnectionFunctions, request: ListRequest, list: RestList<ListEndpoint>, window: Window) {
    super();
    this.#functions = functions;
    this.#request = request;
    this.#list = list;
    this.#window = window;
    this.includes = functions.includes;
    this.response = readFirst(list, window);
  }

  result(): this {
    this.isClaimed = true;
    return this;
  }

  take(arrival: Arrival<Page<unknown>>): Connection | Promise<Connection> {
    const page = this.#page ?? arrival.take();
    this.#page = undefined;
    return connectionFrom(page, this.#list, this.#window, this);
  }

  async nodes(): Promise<readonly unknown[]> {
    const { start, first } = this.#window;
    const arrival = await this.response;
    if (this.isClaimed) return [];
    this.#page = arrival.take();
    const items = this.#list.format.itemsOf(this.#page).slice(start?.skip ?? 0);
    const included = this.includes === undefined ? items : items.filter(this.includes);
    this.#nodes = new Map();
    for (const item of included.slice(0, first)) this.#nodes.set(item, this.toNode(item));
    return [...this.#nodes.values()];
  }

  toNode(item: unknown): unknown {
    return this.#nodes?.get(item) ?? this.#functions.toNode(item, this.#request);
  }
}

interface ConnectionOptions<Parent> {
  /**
   * How many items the list has at most, as the parent's record tells: of all that it can hold, whatever its filters and
   * the client's rights, as each of them can only take away. With 0, no call is made.
   */
  count?: (record: Parent extends Reference<infer E> ? RecordOf<E> : never) => number | undefined;
  /** Below the parent's path, unless said otherwise. */
  place?: Exclude<ListPlace, 'in record'>;
}

/** A connection over a paged list. Its nodes are references to an entity's records, or what `target` makes of an item. */
export function connection<O extends ListEndpoint, E extends Entity, Parent, Args extends ConnectionArguments>(
  endpoint: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: E,
  options?: ConnectionOptions<Parent>,
): Field<Parent, Args, Connection<ItemOf<O>, Reference<E>>, ConnectionField>;
export function connection<O extends ListEndpoint, Node, Parent, Args extends ConnectionArguments>(
  endpoint: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: ToNode<O, Node>,
  options?: ConnectionOptions<Parent>,
): Field<Parent, Args, Connection<ItemOf<O>, Node>, ConnectionField>;
export function connection<O extends ListEndpoint, Parent, Args extends ConnectionArguments>(
  endpoint: OneOrChoice<O, Parent>,
  request: RequestFunction<O, Parent, Args>,
  target: Entity | ToNode<O, unknown>,
  options: ConnectionOptions<Parent> = {},
): Field<Parent, Args, Connection<ItemOf<O>, unknown>, ConnectionField> {
  const { endpoints, choose } = choiceOf(endpoint);
  return new ConnectionField(endpoints, {
    request: (parent: Parent, args: Args) => callOf(choose(parent), request(parent, args)),
    place: 'below',
    ...itemFunctions(endpoints, target),
    ...options,
  });
}
